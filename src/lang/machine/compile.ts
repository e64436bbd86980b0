// Core terms to closures. One function per kind of node; each returns the code and its nesting depth. What
// compiles the parts of a node is handed on, so that others can look at every term on the way (coverage.ts).
// Order of evaluation, checks and charges is the reference's (IR/Eval/CEK/Evaluator.hs, evaluateTerm).

import type { Span } from '../../base/span.ts';
import { unreachable } from '../../base/assert.ts';
import type { Literal, Name, Term } from '../core/term.ts';
import { FullyQualifiedName } from '../values/names.ts';
import {
  Decimal,
  ListValue,
  ModRef,
  ObjectValue,
  sortedFields,
  unit,
  type PactValue,
} from '../values/value.ts';
import { compareModuleNames } from '../values/names.ts';
import { chargeListLiteral, chargeObjectLiteral } from './charges.ts';
import { compileApplication } from './compile-application.ts';
import { compileForm } from './compile-form.ts';
import { CompiledFunction, type Code, type Compiled } from './compiled.ts';
import type { Context } from './context.ts';
import { DynamicReference, dynamicReference, Reference, topLevelValue } from './reference.ts';
import { enforceType } from './typecheck.ts';
import { wordCallOf } from './word-call.ts';
import { isClosure, LambdaClosure, Local, NativeClosure, type MachineValue } from './value.ts';

export type Compile = (term: Term) => Compiled;

export const compile: Compile = (term) => compileWith(term, compile);

/** One term, with another way to compile its parts. */
export function compileWith(term: Term, compilePart: Compile): Compiled {
  switch (term.kind) {
    case 'var':
      return { code: compileVariable(term.name, term.span), depth: 1 };
    case 'literal':
      return constant(literalValue(term.literal));
    case 'inline':
      return constant(term.value);
    case 'builtin':
      return { code: compileBuiltin(term.name, term.span), depth: 1 };
    case 'lambda':
    case 'nullary':
      return compileLambda(term, compilePart);
    case 'let':
      return compileLet(term, compilePart);
    case 'sequence':
      return compileSequence(term, compilePart);
    case 'list':
      return compileList(term.items, term.span, compilePart);
    case 'object':
      return compileObject(term.fields, term.span, compilePart);
    case 'app':
      return compileApplication(term, compilePart);
    case 'form':
      return compileForm(term, compilePart, compilePart === compile);
  }
}

export function literalValue(literal: Literal): PactValue {
  switch (literal.kind) {
    case 'decimal':
      return new Decimal(literal.mantissa, literal.places);
    case 'unit':
      return unit;
    default:
      return literal.value;
  }
}

function constant(value: PactValue): Compiled {
  return { code: () => value, depth: 1 };
}

function compileVariable(name: Name, span: Span): Code {
  switch (name.kind) {
    case 'local':
      return compileLocal(name.index);
    case 'top': {
      const reference = new Reference(new FullyQualifiedName(name.module, name.text, name.hash));
      return (_, context) => topLevelValue(context, reference, span);
    }
    case 'modref': {
      const interfaces = [...name.interfaces].sort(compareModuleNames);
      const value = new ModRef(name.module, interfaces);
      return () => value;
    }
    case 'dynamic': {
      const { index, member, text } = name;
      const reference = new DynamicReference(member, text);
      return (local, context) => dynamicReference(context, localAt(local, index), reference, span);
    }
    default:
      return unreachable(name);
  }
}

function compileLocal(index: number): Code {
  switch (index) {
    case 0:
      return (local) => (local as Local).value;
    case 1:
      return (local) => ((local as Local).next as Local).value;
    case 2:
      return (local) => (((local as Local).next as Local).next as Local).value;
    default:
      return (local) => localAt(local, index);
  }
}

// The resolver gives only indices that exist.
function localAt(local: Local | undefined, index: number): MachineValue {
  let at = local as Local;
  for (let i = 0; i < index; i++) at = at.next as Local;
  return at.value;
}

function compileBuiltin(name: string, span: Span): Code {
  return (_, context) => {
    const native = context.machine.native(name, span);
    return new NativeClosure(native, context, span);
  };
}

function compileLambda(
  term: Extract<Term, { kind: 'lambda' | 'nullary' }>,
  compilePart: Compile,
): Compiled {
  const params = term.kind === 'lambda' ? term.params : [];
  // Who looks at every term on the way is not to miss the calls.
  const words = compilePart === compile ? wordCallOf(term.body) : undefined;
  const code = new CompiledFunction(params, compilePart(term.body), undefined, term.span, words);
  // Making the closure is cheap; entering it counts its own depth.
  return { code: (local, context) => new LambdaClosure(code, local, context), depth: 1 };
}

/** A chain of lets is one loop: each value sees the ones before. */
function compileLet(term: Extract<Term, { kind: 'let' }>, compilePart: Compile): Compiled {
  const binders: {
    value: Code;
    type: Extract<Term, { kind: 'let' }>['arg']['type'];
    span: Span;
  }[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'let') {
    const value = compilePart(rest.value);
    depth = Math.max(depth, value.depth);
    binders.push({ value: value.code, type: rest.arg.type, span: rest.span });
    rest = rest.body;
  }
  const body = compilePart(rest);
  return { code: binding(binders, body.code), depth: 1 + Math.max(depth, body.depth) };
}

function binding(
  binders: readonly {
    value: Code;
    type: Parameters<typeof enforceType>[1] | undefined;
    span: Span;
  }[],
  body: Code,
): Code {
  return (outer, context) => {
    let local = outer;
    for (const { value, type, span } of binders) {
      const bound = value(local, context);
      if (type !== undefined && !isClosure(bound)) enforceType(context.machine, type, bound, span);
      local = new Local(bound, local);
    }
    return body(local, context);
  };
}

function compileSequence(
  term: Extract<Term, { kind: 'sequence' }>,
  compilePart: Compile,
): Compiled {
  const parts: { code: Code; span: Span }[] = [];
  let depth = 0;
  let rest: Term = term;
  while (rest.kind === 'sequence') {
    const first = compilePart(rest.first);
    depth = Math.max(depth, first.depth);
    parts.push({ code: first.code, span: rest.span });
    rest = rest.second;
  }
  const last = compilePart(rest);
  const lastCode = last.code;
  return {
    code: (local, context) => {
      for (const { code, span } of parts) enforceSaturated(context, code(local, context), span);
      return lastCode(local, context);
    },
    depth: 1 + Math.max(depth, last.depth),
  };
}

/** A partially applied closure that nobody uses is a mistake in the number of arguments. */
function enforceSaturated(context: Context, value: MachineValue, span: Span): void {
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
  if (value.closure === 'partial-native') {
    const callee = { callee: 'native', name: value.native.name, moduleHash: '' } as const;
    const actual = value.args.length;
    const counts = { expected: actual + value.missing, actual };
    context.machine.fail('InvalidNumArgs', { ...callee, ...counts }, span);
  }
}

function compileList(terms: readonly Term[], span: Span, compilePart: Compile): Compiled {
  const compiled = terms.map(compilePart);
  const codes = compiled.map((each) => each.code);
  return {
    code: (local, context) => {
      const { machine } = context;
      chargeListLiteral(machine, codes.length, span);
      machine.countItems(codes.length);
      const items: PactValue[] = [];
      for (let i = 0; i < codes.length; i++) {
        items.push(machine.pactValue((codes[i] as Code)(local, context), span));
      }
      return new ListValue(items);
    },
    depth: 1 + deepest(compiled),
  };
}

/** A field takes several times the memory of an item of a list. */
const itemsOfField = 8;

function compileObject(
  fields: readonly (readonly [string, Term])[],
  span: Span,
  compilePart: Compile,
): Compiled {
  const compiled = fields.map(([, term]) => compilePart(term));
  const codes = compiled.map((each) => each.code);
  const order = ascending(fields.map(([name]) => name));
  return {
    code: (local, context) => {
      const { machine } = context;
      chargeObjectLiteral(machine, codes.length, span);
      machine.countItems(codes.length * itemsOfField);
      const values: PactValue[] = [];
      for (let i = 0; i < codes.length; i++) {
        values.push(machine.pactValue((codes[i] as Code)(local, context), span));
      }
      const all = new Map<string, PactValue>();
      for (let i = 0; i < order.length; i++) {
        const { name, at } = order[i] as Field;
        all.set(name, values[at] as PactValue);
      }
      return new ObjectValue(all);
    },
    depth: 1 + deepest(compiled),
  };
}

/** A field of an object, and where its value stands in the source. */
type Field = { readonly name: string; readonly at: number };

/** Evaluated as written, kept in code-point order; the last of equal fields wins. */
function ascending(names: readonly string[]): readonly Field[] {
  const last = new Map(names.map((name, at) => [name, at]));
  return [...sortedFields(last)].map(([name, at]) => ({ name, at }));
}

export function deepest(compiled: readonly Compiled[]): number {
  let depth = 0;
  for (const each of compiled) depth = Math.max(depth, each.depth);
  return depth;
}
