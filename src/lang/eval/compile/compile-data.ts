// Compiles list and object literals whose parts are terms, also in tried code (tried.ts).
// Source: IR/Eval/CEK/Evaluator.hs (ListC, ObjC).
import type { Span } from '../../../base/span.ts';
import type { Literal, Term } from '../../core/model/term.ts';
import {
  Decimal,
  ListValue,
  ObjectValue,
  type PactValue,
  sortedFields,
  unit,
} from '../../values/value.ts';
import { chargeListLiteral, chargeObjectLiteral } from '../calls/charges.ts';
import { type CodeTo, type CompiledTo, deepest } from '../../state/code.ts';
import type { Context } from '../../state/context.ts';
import { type failed, hasFailed } from '../../state/builtin.ts';
import type { Local } from '../../state/value.ts';

type ListTerm = Extract<Term, { kind: 'list' }>;
type ObjectTerm = Extract<Term, { kind: 'object' }>;

export function compileList<Failed extends typeof failed>(
  { items, span }: ListTerm,
  compile: (term: Term) => CompiledTo<Failed>,
): CompiledTo<Failed> {
  const compiled = items.map(compile);
  const codes = compiled.map((each) => each.code);
  return {
    code: (local, context) => {
      payForList(context, codes.length, span);
      const values = valuesOf(codes, local, context, span);
      return Array.isArray(values) ? new ListValue(values) : values;
    },
    depth: 1 + deepest(compiled),
  };
}

export function compileObject<Failed extends typeof failed>(
  { fields, span }: ObjectTerm,
  compile: (term: Term) => CompiledTo<Failed>,
): CompiledTo<Failed> {
  const compiled = fields.map(([, term]) => compile(term));
  const codes = compiled.map((each) => each.code);
  const order = ascending(fields.map(([name]) => name));
  return {
    code: (local, context) => {
      payForObject(context, codes.length, span);
      const values = valuesOf(codes, local, context, span);
      return Array.isArray(values) ? objectOf(order, values) : values;
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

function valuesOf<Failed extends typeof failed>(
  codes: readonly CodeTo<Failed>[],
  local: Local | undefined,
  context: Context,
  span: Span,
): PactValue[] | Failed {
  const { machine } = context;
  const values: PactValue[] = [];
  for (let i = 0; i < codes.length; i++) {
    const value = (codes[i] as CodeTo<Failed>)(local, context);
    if (hasFailed(value)) return value;
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

/** A field of an object, and the position of its value in the source. */
type Field = { readonly name: string; readonly at: number };

/** Fields are evaluated as written and stored in code-point order; the last of equal fields wins. */
function ascending(names: readonly string[]): readonly Field[] {
  const last = new Map(names.map((name, at) => [name, at]));
  return [...sortedFields(last)].map(([name, at]) => ({ name, at }));
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
