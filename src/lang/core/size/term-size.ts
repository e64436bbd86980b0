// Sizes of terms and definitions for gas. They depend on the size of positions and on whether builtins
// are wrapped, as the REPL's are.
// Source: pact/Pact/Core/SizeOf.hs; section 8.6.

import {
  machineIntegerSize,
  pairOverhead,
  recordOverhead,
  sizeOfInteger,
  variantOverhead,
} from '../../values/encoding/size.ts';
import {
  stepTerms,
  type ConstValue,
  type Def,
  type DefCapMeta,
  type DefConst,
  type DefSchema,
  type InterfaceDef,
} from '../model/definition.ts';
import type { SizeCounter } from './size-counter.ts';
import type { Arg, Literal, Name, Term } from '../model/term.ts';

/** Counts in steps, or adds up the steps. */
type Steps = { readonly each: readonly number[]; readonly total: number };

export class CodeSizes {
  /** The size of a position. */
  readonly info: Steps;
  /** The size of a builtin. */
  readonly builtin: Steps;
  /** Sizes of completely counted definitions, because stored modules contain definitions of other modules. */
  readonly known = new WeakMap<Def, number>();
  private bare: CodeSizes | undefined;

  constructor({ info, builtin }: Record<'info' | 'builtin', readonly number[]>) {
    this.info = stepsOf(info);
    this.builtin = stepsOf(builtin);
  }

  /** Before hashing, positions have no size. */
  get withoutInfo(): CodeSizes {
    return (this.bare ??= new CodeSizes({ info: [], builtin: this.builtin.each }));
  }
}

function stepsOf(each: readonly number[]): Steps {
  return { each, total: each.reduce((sum, step) => sum + step, 0) };
}

const deBruijnIndexSize = 9;

/** Stored by a chain: a line. */
export const chainSizes = new CodeSizes({
  info: [machineIntegerSize],
  builtin: [variantOverhead],
});
/** Stored by the REPL: a range; its path does not count. */
export const replSizes = new CodeSizes({
  info: [
    recordOverhead,
    machineIntegerSize,
    machineIntegerSize,
    machineIntegerSize,
    machineIntegerSize,
  ],
  builtin: [variantOverhead, variantOverhead],
});

/** With an explicit stack: terms may be nested deeper than the JavaScript stack allows. */
export function countTerm(counter: SizeCounter, root: Term, sizes: CodeSizes): void {
  const pending: Pending[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next === 'info') countSteps(counter, sizes.info);
    else if (typeof next === 'function') next();
    else openTerm(counter, next, sizes, pending);
  }
}

type Leaf = Extract<Term, { kind: 'var' | 'builtin' | 'literal' | 'inline' }>;

function countLeaf(counter: SizeCounter, leaf: Leaf, sizes: CodeSizes): void {
  switch (leaf.kind) {
    case 'var':
      return countName(counter, leaf.name);
    case 'builtin':
      return countSteps(counter, sizes.builtin);
    case 'literal':
      return countLiteral(counter, leaf.literal);
    case 'inline':
      return counter.value(leaf.value);
  }
}

export function countDef(counter: SizeCounter, def: Def, sizes: CodeSizes): void {
  const known = sizes.known.get(def);
  if (known !== undefined && counter.hasRoomFor(known)) return counter.add(known);
  const before = counter.total;
  countParts(counter, def, sizes);
  sizes.known.set(def, counter.total - before);
}

function countParts(counter: SizeCounter, def: Def, sizes: CodeSizes): void {
  counter.variant();
  switch (def.kind) {
    case 'defun':
      countSignature(counter, def, sizes);
      countTerm(counter, def.term, sizes);
      return countSteps(counter, sizes.info);
    case 'defconst':
      return countConst(counter, def, sizes);
    case 'defcap':
      countSignature(counter, def, sizes);
      countTerm(counter, def.term, sizes);
      countMeta(counter, def.meta, (manager) => {
        counter.variant();
        counter.fullyQualifiedName(manager);
      });
      return countSteps(counter, sizes.info);
    case 'defschema':
      return countSchemaDef(counter, def, sizes);
    case 'deftable':
      counter.record();
      counter.text(def.name);
      counter.variant();
      counter.schema(def.schema);
      return countSteps(counter, sizes.info);
    case 'defpact':
      countSignature(counter, def, sizes);
      counter.list(def.steps, (step) => {
        counter.variant();
        for (const term of stepTerms(step)) countTerm(counter, term, sizes);
      });
      return countSteps(counter, sizes.info);
  }
}

export function countInterfaceDef(counter: SizeCounter, def: InterfaceDef, sizes: CodeSizes): void {
  counter.variant();
  switch (def.kind) {
    case 'interface-defun':
    case 'interface-defpact':
      countSignature(counter, def, sizes);
      return countSteps(counter, sizes.info);
    case 'defconst':
      return countConst(counter, def, sizes);
    case 'interface-defcap':
      countSignature(counter, def, sizes);
      countMeta(counter, def.meta, (manager) => counter.text(manager));
      return countSteps(counter, sizes.info);
    case 'defschema':
      return countSchemaDef(counter, def, sizes);
  }
}

export function countSteps(counter: SizeCounter, { each, total }: Steps): void {
  if (counter.hasRoomFor(total)) return counter.add(total);
  for (const step of each) counter.add(step);
}

/**
 * A term, the position of a term whose parts are done, or steps between terms; the next one is last.
 */
type Pending = Term | 'info' | (() => void);

function openTerm(counter: SizeCounter, term: Term, sizes: CodeSizes, pending: Pending[]): void {
  counter.variant();
  pending.push('info');
  switch (term.kind) {
    case 'lambda':
      countArgs(counter, term.params, sizes);
      pending.push(term.body);
      return;
    case 'let':
      countArg(counter, term.arg, sizes);
      pending.push(term.body, term.value);
      return;
    case 'app':
      pushReversed(term.args, pending);
      pending.push(() => counter.container(), term.fun);
      return;
    case 'sequence':
      pending.push(term.second, term.first);
      return;
    case 'nullary':
      pending.push(term.body);
      return;
    case 'form':
      counter.variant();
      return pushReversed(term.terms, pending);
    case 'list':
      counter.container();
      return pushReversed(term.items, pending);
    case 'object':
      counter.container();
      return pushFields(counter, term.fields, pending);
    default:
      return countLeaf(counter, term, sizes);
  }
}

function pushReversed(terms: readonly Term[], pending: Pending[]): void {
  for (let i = terms.length - 1; i >= 0; i--) pending.push(terms[i] as Term);
}

function pushFields(
  counter: SizeCounter,
  fields: readonly (readonly [string, Term])[],
  pending: Pending[],
): void {
  for (let i = fields.length - 1; i >= 0; i--) {
    const [key, value] = fields[i] as readonly [string, Term];
    pending.push(value, () => {
      counter.add(pairOverhead);
      counter.text(key);
    });
  }
}

function countArgs(counter: SizeCounter, args: readonly Arg[], sizes: CodeSizes): void {
  counter.container();
  for (let i = 0; i < args.length; i++) countArg(counter, args[i] as Arg, sizes);
}

function countArg(counter: SizeCounter, arg: Arg, sizes: CodeSizes): void {
  counter.record();
  counter.text(arg.name);
  counter.variant();
  if (arg.type !== undefined) counter.type(arg.type);
  countSteps(counter, sizes.info);
}

function countSignature(
  counter: SizeCounter,
  def: { readonly spec: Arg; readonly params: readonly Arg[] },
  sizes: CodeSizes,
): void {
  counter.record();
  countArg(counter, def.spec, sizes);
  countArgs(counter, def.params, sizes);
}

function countName(counter: SizeCounter, name: Name): void {
  counter.record();
  counter.text(name.text);
  counter.variant();
  switch (name.kind) {
    case 'local':
      return counter.add(deBruijnIndexSize);
    case 'top':
      counter.moduleName(name.module);
      return counter.hash(name.hash);
    case 'modref':
      counter.moduleName(name.module);
      return counter.moduleNames(name.interfaces);
    case 'dynamic':
      counter.record();
      counter.text(name.member);
      return counter.add(deBruijnIndexSize);
  }
}

function countLiteral(counter: SizeCounter, literal: Literal): void {
  counter.variant();
  switch (literal.kind) {
    case 'string':
      return counter.text(literal.value);
    case 'integer':
      return counter.add(sizeOfInteger(literal.value));
    case 'decimal':
      counter.record();
      counter.add(1);
      return counter.add(sizeOfInteger(literal.mantissa));
    case 'unit':
      return;
    case 'bool':
      return counter.bool();
  }
}

function countConst(counter: SizeCounter, def: DefConst, sizes: CodeSizes): void {
  counter.record();
  countArg(counter, def.spec, sizes);
  countConstValue(counter, def.value, sizes);
  countSteps(counter, sizes.info);
}

function countConstValue(counter: SizeCounter, value: ConstValue, sizes: CodeSizes): void {
  counter.variant();
  if (value.kind === 'term') countTerm(counter, value.term, sizes);
  else counter.value(value.value);
}

function countSchemaDef(counter: SizeCounter, def: DefSchema, sizes: CodeSizes): void {
  counter.record();
  counter.text(def.name);
  counter.map(def.fields, (type) => counter.type(type));
  countSteps(counter, sizes.info);
}

function countMeta<M>(
  counter: SizeCounter,
  meta: DefCapMeta<M>,
  countManager: (manager: M) => void,
): void {
  counter.variant();
  if (meta.kind === 'managed') {
    counter.variant();
    counter.add(pairOverhead);
    counter.machineInteger();
    counter.text(meta.param);
    countManager(meta.manager);
  } else if (meta.kind === 'auto-managed') counter.variant();
}
