// Compiles Core terms to closures: one function per kind of node, which returns the code and its nesting depth. The
// compiler of a node's parts is a parameter, so that watchers can wrap every term (watching.ts).
// Order of evaluation, checks and charges is the reference's (IR/Eval/CEK/Evaluator.hs, evaluateTerm).
import type { Span } from '../../../base/span.ts';
import { unreachable } from '../../../base/assert.ts';
import type { Name, Term } from '../../core/model/term.ts';
import { FullyQualifiedName, compareModuleNames } from '../../values/names.ts';
import { ModRef, type PactValue } from '../../values/value.ts';
import { compileApplication, compileTriedApplication } from './compile-application.ts';
import { compileLet, compileSequence } from './compile-binding.ts';
import { compileList, compileObject, literalValue } from './compile-data.ts';
import { compileForm, compileTriedForm } from './compile-form.ts';
import {
  type Code,
  type CompileBody,
  type CompileTried,
  type Compiled,
  CompiledFunction,
} from '../../state/code.ts';
import { DynamicReference, Reference, dynamicReference, topLevelValue } from './reference.ts';
import type { Tried } from './tried.ts';
import { BuiltinClosure, LambdaClosure, Local, type MachineValue } from '../../state/value.ts';

export type Compile = (term: Term) => Compiled;

export const compile: Compile = (term) => compileWith(term, compile);

/** Without shortcuts, and with a check of each variable. */
const compileChecked: Compile = (term) => compileWith(term, compileChecked);

export const compileBody: CompileBody = (body, _, mayLack) =>
  mayLack === undefined ? compile(body) : compileChecked(body);

const tried = (term: Term): Tried => compileTried(term, compile);

/** The code of a term whose failure is caught. */
export const attemptOf: CompileTried = (term) => tried(term).code;

/** Compiles one term; its parts are compiled by the given function. */
export function compileWith(term: Term, compilePart: Compile): Compiled {
  switch (term.kind) {
    case 'var':
      return { code: compileVariable(term.name, term.span, compilePart === compile), depth: 1 };
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
      return compileList(term, compilePart);
    case 'object':
      return compileObject(term, compilePart);
    case 'app':
      return compileApplication(term, compilePart);
    case 'form':
      return compileForm(term, compilePart, compilePart === compile ? tried : compilePart);
  }
}

function constant(value: PactValue): Compiled {
  return { code: () => value, depth: 1 };
}

/** `isBound`: whether local variables certainly have values. */
function compileVariable(name: Name, span: Span, isBound: boolean): Code {
  switch (name.kind) {
    case 'local':
      return isBound ? compileLocal(name.index) : compileUnsure(name.index, name.text, span);
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
      const module = isBound ? compileLocal(index) : compileUnsure(index, text, span);
      return (local, context) => dynamicReference(context, module(local, context), reference, span);
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

/** Fails if there is no such variable: a later version of a defpact can have more parameters than the running one began with. */
function compileUnsure(index: number, name: string, span: Span): Code {
  return (local, context) => {
    let at = local;
    for (let i = 0; i < index && at !== undefined; i++) at = at.next;
    return at === undefined
      ? context.machine.fail('InvariantInvalidBoundVariable', { name }, span)
      : at.value;
  };
}

// The resolver gives only indices that exist.
function localAt(local: Local | undefined, index: number): MachineValue {
  let at = local as Local;
  for (let i = 0; i < index; i++) at = at.next as Local;
  return at.value;
}

function compileBuiltin(name: string, span: Span): Code {
  return (_, context) => {
    const builtin = context.machine.builtin(name, span);
    return new BuiltinClosure(builtin, context, span);
  };
}

function compileLambda(
  term: Extract<Term, { kind: 'lambda' | 'nullary' }>,
  compilePart: Compile,
): Compiled {
  const params = term.kind === 'lambda' ? term.params : [];
  // Watchers must see each call, so they get no shortcut.
  const attempt = compilePart === compile ? () => attemptOf(term.body) : undefined;
  const body = compilePart(term.body);
  const code = new CompiledFunction<never>(params, body, undefined, term.span, attempt);
  // Making the closure is cheap; entering it counts its own depth.
  return { code: (local, context) => new LambdaClosure(code, local, context), depth: 1 };
}

// Compiles terms whose failure is caught (tried.ts). Only applications have a second implementation: they catch errors
// thrown below them (compile-application.ts, decision 0007).

/** `compile` creates ordinary code. */
export function compileTried(term: Term, compile: (term: Term) => Compiled): Tried {
  const tried = (part: Term): Tried => compileTried(part, compile);
  switch (term.kind) {
    case 'app':
      return compileTriedApplication(term, tried);
    case 'let':
      return compileLet(term, tried);
    case 'sequence':
      return compileSequence(term, tried);
    case 'list':
      return compileList(term, tried);
    case 'object':
      return compileObject(term, tried);
    case 'form':
      return compileTriedForm(term, compile, tried);
    default:
      return compile(term);
  }
}
