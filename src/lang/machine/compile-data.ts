// Literals of lists and objects whose parts are terms, also as parts of what is tried (tried.ts).
// Source: IR/Eval/CEK/Evaluator.hs (ListC, ObjC).

import type { Span } from '../../base/span.ts';
import type { Term } from '../core/term.ts';
import { ListValue, ObjectValue, sortedFields, type PactValue } from '../values/value.ts';
import { chargeListLiteral, chargeObjectLiteral } from './charges.ts';
import { deepest, type Code, type Compiled } from './compiled.ts';
import type { Context } from './context.ts';
import { failed } from './native.ts';
import type { Attempt, Tried } from './tried.ts';
import type { Local } from './value.ts';

type ListTerm = Extract<Term, { kind: 'list' }>;
type ObjectTerm = Extract<Term, { kind: 'object' }>;

export function compileList(
  { items, span }: ListTerm,
  compile: (term: Term) => Compiled,
): Compiled {
  const compiled = items.map(compile);
  const codes = compiled.map((each) => each.code);
  return {
    code: (local, context) => {
      payForList(context, codes.length, span);
      return new ListValue(pactValues(codes, local, context, span));
    },
    depth: 1 + deepest(compiled),
  };
}

export function compileTriedList({ items, span }: ListTerm, compile: (term: Term) => Tried): Tried {
  const compiled = items.map(compile);
  const codes = compiled.map((each) => each.code);
  return {
    code: (local, context) => {
      payForList(context, codes.length, span);
      const values = triedValues(codes, local, context, span);
      return values === failed ? failed : new ListValue(values);
    },
    depth: 1 + deepest(compiled),
  };
}

export function compileObject(
  { fields, span }: ObjectTerm,
  compile: (term: Term) => Compiled,
): Compiled {
  const compiled = fields.map(([, term]) => compile(term));
  const codes = compiled.map((each) => each.code);
  const order = ascending(fields.map(([name]) => name));
  return {
    code: (local, context) => {
      payForObject(context, codes.length, span);
      return objectOf(order, pactValues(codes, local, context, span));
    },
    depth: 1 + deepest(compiled),
  };
}

export function compileTriedObject(
  { fields, span }: ObjectTerm,
  compile: (term: Term) => Tried,
): Tried {
  const compiled = fields.map(([, term]) => compile(term));
  const codes = compiled.map((each) => each.code);
  const order = ascending(fields.map(([name]) => name));
  return {
    code: (local, context) => {
      payForObject(context, codes.length, span);
      const values = triedValues(codes, local, context, span);
      return values === failed ? failed : objectOf(order, values);
    },
    depth: 1 + deepest(compiled),
  };
}

/** A field takes several times the memory of an item of a list. */
const itemsOfField = 8;

function payForList({ machine }: Context, items: number, span: Span): void {
  chargeListLiteral(machine, items, span);
  machine.countItems(items);
}

function payForObject({ machine }: Context, fields: number, span: Span): void {
  chargeObjectLiteral(machine, fields, span);
  machine.countItems(fields * itemsOfField);
}

function pactValues(
  codes: readonly Code[],
  local: Local | undefined,
  context: Context,
  span: Span,
): PactValue[] {
  const { machine } = context;
  const values: PactValue[] = [];
  for (let i = 0; i < codes.length; i++) {
    values.push(machine.pactValue((codes[i] as Code)(local, context), span));
  }
  return values;
}

function triedValues(
  codes: readonly Attempt[],
  local: Local | undefined,
  context: Context,
  span: Span,
): PactValue[] | typeof failed {
  const { machine } = context;
  const values: PactValue[] = [];
  for (let i = 0; i < codes.length; i++) {
    const value = (codes[i] as Attempt)(local, context);
    if (value === failed) return failed;
    values.push(machine.pactValue(value, span));
  }
  return values;
}

function objectOf(order: readonly Field[], values: readonly PactValue[]): ObjectValue {
  const all = new Map<string, PactValue>();
  for (let i = 0; i < order.length; i++) {
    const { name, at } = order[i] as Field;
    all.set(name, values[at] as PactValue);
  }
  return new ObjectValue(all);
}

/** A field of an object, and where its value stands in the source. */
type Field = { readonly name: string; readonly at: number };

/** Evaluated as written, kept in code-point order; the last of equal fields wins. */
function ascending(names: readonly string[]): readonly Field[] {
  const last = new Map(names.map((name, at) => [name, at]));
  return [...sortedFields(last)].map(([name, at]) => ({ name, at }));
}
