// Compiles `let` and sequences, also in tried code (tried.ts).
// Source: IR/Eval/CEK/Evaluator.hs (LetC, SeqC).
import type { Span } from '../../../base/span.ts';
import type { Term } from '../../core/model/term.ts';
import type { TypedPlace } from '../../diagnostics/entry.ts';
import type { CodeTo, CompiledTo } from '../../state/code.ts';
import { type failed, hasFailed } from '../../state/builtin.ts';
import { enforceType } from '../calls/typecheck.ts';
import { Local, type MachineValue, isClosure } from '../../state/value.ts';
import type { Context } from '../../state/context.ts';

type LetTerm = Extract<Term, { kind: 'let' }>;
type SequenceTerm = Extract<Term, { kind: 'sequence' }>;

type Binder<Failed extends typeof failed> = {
  readonly value: CodeTo<Failed>;
  readonly type: LetTerm['arg']['type'];
  readonly span: Span;
  readonly where: TypedPlace;
};

/** A chain of lets is one loop: each value can use the ones before. */
export function compileLet<Failed extends typeof failed>(
  term: LetTerm,
  compile: (term: Term) => CompiledTo<Failed>,
): CompiledTo<Failed> {
  const binders: Binder<Failed>[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'let') {
    const value = compile(rest.value);
    depth = Math.max(depth, value.depth);
    const { name, type } = rest.arg;
    const where: TypedPlace = { kind: 'variable', name };
    binders.push({ value: value.code, type, span: rest.span, where });
    rest = rest.body;
  }
  const body = compile(rest);
  return { code: binding(binders, body.code), depth: 1 + Math.max(depth, body.depth) };
}

function binding<Failed extends typeof failed>(
  binders: readonly Binder<Failed>[],
  body: CodeTo<Failed>,
): CodeTo<Failed> {
  return (outer, context) => {
    let local = outer;
    for (const { value, type, span, where } of binders) {
      const bound = value(local, context);
      if (hasFailed(bound)) return bound;
      if (type !== undefined && !isClosure(bound)) {
        enforceType(context.machine, type, bound, span, where);
      }
      local = new Local(bound, local);
    }
    return body(local, context);
  };
}

export function compileSequence<Failed extends typeof failed>(
  term: SequenceTerm,
  compile: (term: Term) => CompiledTo<Failed>,
): CompiledTo<Failed> {
  const parts: { code: CodeTo<Failed>; span: Span }[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'sequence') {
    const first = compile(rest.first);
    depth = Math.max(depth, first.depth);
    parts.push({ code: first.code, span: rest.span });
    rest = rest.second;
  }
  const { code: last, depth: depthOfLast } = compile(rest);
  const code: CodeTo<Failed> = (local, context) => {
    for (const part of parts) {
      const value = part.code(local, context);
      if (hasFailed(value)) return value;
      enforceSaturated(context, value, part.span);
    }
    return last(local, context);
  };
  return { code, depth: 1 + Math.max(depth, depthOfLast) };
}

/** A discarded partially applied closure means that arguments are missing. */
export function enforceSaturated(context: Context, value: MachineValue, span: Span): void {
  if (!isClosure(value)) return;
  if (value.closure === 'partial') {
    const { name, code, given } = value;
    const callee =
      name === undefined
        ? ({ callee: 'lambda', name: '', moduleHash: '' } as const)
        : ({ callee: 'function', name: name.qualified, moduleHash: name.hash } as const);
    context.machine.fail(
      'InvalidNumArgs',
      { ...callee, expected: code.arity, actual: given },
      span,
    );
  }
  if (value.closure === 'partial-builtin') {
    const callee = { callee: 'native', name: value.builtin.name, moduleHash: '' } as const;
    const actual = value.args.length;
    const counts = { expected: actual + value.missing, actual };
    context.machine.fail('InvalidNumArgs', { ...callee, ...counts }, span);
  }
}
