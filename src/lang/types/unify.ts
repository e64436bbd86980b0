// Makes two types equal by linking variables, or fails.
// Source: pact-repl/Pact/Core/Typed/Infer.hs (unify, occurs).
import { unreachable } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import { type EvalError, evalError } from '../diagnostics/error.ts';
import { sameInterfaces } from './interfaces.ts';
import {
  type AnyVariable,
  type Reference,
  type Row,
  type Type,
  Variable,
  resolved,
} from './type.ts';
import { TypeTexts } from './type-text.ts';
import type { Work } from './work.ts';
import type { PrimitiveType } from '../values/type.ts';

type Known = Exclude<Type, { readonly kind: 'variable' | 'dynamic' }>;

/** One requirement that two types are equal. */
type Demand = {
  readonly expected: Type;
  readonly actual: Type;
  readonly origin: Origin;
  readonly span: Span;
};

export function unify(
  expected: Type,
  actual: Type,
  { origin, span, work }: { readonly origin: Origin; readonly span: Span; readonly work: Work },
): void {
  new Unification({ expected, actual, origin, span }, work).types(expected, actual);
}

export function unifyRows(
  left: Row,
  right: Row,
  { origin, span, work }: { readonly origin: Origin; readonly span: Span; readonly work: Work },
): void {
  const whole = { expected: { kind: 'object', row: left }, actual: { kind: 'object', row: right } };
  new Unification({ ...(whole as { expected: Type; actual: Type }), origin, span }, work).rows(
    left,
    right,
  );
}

class Unification {
  private readonly demand: Demand;
  private readonly work: Work;

  constructor(demand: Demand, work: Work) {
    this.demand = demand;
    this.work = work;
  }

  types(expected: Type, actual: Type): void {
    const left = resolved<Type>(expected);
    const right = resolved<Type>(actual);
    if (left === right) return;
    this.work.enter();
    this.unequal(left, right);
    this.work.leave();
  }

  private unequal(left: Type, right: Type): void {
    if (left.kind === 'dynamic' || right.kind === 'dynamic') return;
    if (left instanceof Variable) return this.link(left, right);
    if (right instanceof Variable) return this.link(right, left);
    if (!this.alike(left, right)) this.refuse(left, right);
  }

  /** Makes the parts equal; false if the two are of different kinds. */
  private alike(left: Known, right: Known): boolean {
    switch (left.kind) {
      case 'primitive':
        return right.kind === 'primitive' && left.name === right.name;
      case 'captoken':
        return right.kind === 'captoken';
      case 'function':
        if (right.kind !== 'function') return false;
        this.types(left.parameter, right.parameter);
        this.types(left.result, right.result);
        return true;
      case 'nullary':
        if (right.kind !== 'nullary') return false;
        this.types(left.result, right.result);
        return true;
      case 'list':
        if (right.kind !== 'list') return false;
        this.types(left.element, right.element);
        return true;
      case 'object':
      case 'table':
        if (right.kind !== left.kind) return false;
        this.rows(left.row, right.row);
        return true;
      case 'module':
        return right.kind === 'module' && this.references(left.reference, right.reference);
      default:
        return unreachable(left);
    }
  }

  private link(variable: Variable<Type>, type: Type): void {
    this.enforceFinite(variable, type);
    variable.link = type;
  }

  rows(expected: Row, actual: Row): void {
    const left = resolved<Row>(expected);
    const right = resolved<Row>(actual);
    if (left === right || left.kind === 'dynamic' || right.kind === 'dynamic') return;
    if (left.kind === 'variable') return this.linkRow(left, right);
    if (right.kind === 'variable') return this.linkRow(right, left);
    const { size } = left.fields;
    if (size !== right.fields.size) this.refuseRows(left, right);
    for (const [name, type] of left.fields) {
      const other = right.fields.get(name);
      if (other === undefined) this.refuseRows(left, right);
      this.types(type, other);
    }
  }

  private linkRow(variable: Variable<Row>, row: Row): void {
    this.enforceFinite(variable, { kind: 'object', row });
    variable.link = row;
  }

  private references(expected: Reference, actual: Reference): boolean {
    const left = resolved<Reference>(expected);
    const right = resolved<Reference>(actual);
    if (left === right) return true;
    if (left.kind === 'variable') left.link = right;
    else if (right.kind === 'variable') right.link = left;
    else return sameInterfaces(left.names, right.names);
    return true;
  }

  private enforceFinite(variable: AnyVariable, type: Type): void {
    if (!contains(type, variable, this.work)) return;
    const texts = new TypeTexts('letters');
    const left = texts.type(
      variable.sort === 'row' ? objectOfVariable(variable) : asType(variable),
    );
    const data = { expected: left, actual: texts.type(type) };
    throw this.located(evalError('InfiniteType', data, this.demand.span), data);
  }

  private refuse(left: Type, right: Type): never {
    const texts = new TypeTexts('blanks');
    const data = { expected: texts.type(left), actual: texts.type(right) };
    const error = evalError('UnificationFailure', data, this.demand.span);
    const sides = sidesText(this.demand.origin.why, data);
    const isWhole = resolved<Type>(this.demand.expected) === resolved<Type>(left);
    if (sides !== undefined && isWhole) error.withExplanation(sides);
    throw this.located(error, data).withHint(mismatchHint(left, right));
  }

  private refuseRows(left: Row, right: Row): never {
    const texts = new TypeTexts('blanks');
    const data = { expected: texts.row(left), actual: texts.row(right) };
    const error = evalError('RowUnificationFailure', data, this.demand.span);
    throw this.located(error, data).withHint(fieldsHint(left, right));
  }

  /** The error with both places, and with the whole types if only a part of them differs. */
  private located(
    error: EvalError,
    { expected, actual }: { readonly expected: string; readonly actual: string },
  ): EvalError {
    const { origin, span } = this.demand;
    const texts = new TypeTexts('blanks');
    const whole = {
      expected: texts.type(this.demand.expected),
      actual: texts.type(this.demand.actual),
    };
    const because = origin.why === undefined ? '' : `, ${origin.why}`;
    error.withRelated([
      { label: `Expected: ${expected}`, note: because, span: origin.span },
      { label: `Actual: ${actual}`, note: '', span },
    ]);
    if (whole.expected === expected || whole.expected === `object{${expected}}`) return error;
    return error.withHint(`The whole types are ${whole.expected} and ${whole.actual}.`);
  }
}

/** For a comparison or a sum, whose first side decides the type of both. */
function sidesText(
  why: string | undefined,
  { expected, actual }: { readonly expected: string; readonly actual: string },
): string | undefined {
  const builtin = /^the type of argument 1 of ([^a-z]+)$/.exec(why ?? '')?.[1];
  if (builtin === undefined) return undefined;
  return `The two sides of \`${builtin}\` must have the same type: ${expected} here, but ${actual} there.`;
}

/** The cast is safe: a variable is shown as a type only inside an error text. */
const asType = (variable: AnyVariable): Type => variable as unknown as Type;
const objectOfVariable = (variable: AnyVariable): Type => ({
  kind: 'object',
  row: variable as unknown as Row,
});

function contains(type: Type, variable: AnyVariable, work: Work): boolean {
  const seen = new Set<Type | Row>();
  const inType = (written: Type): boolean => {
    const at = resolved<Type>(written);
    if (at === variable) return true;
    if (at.kind === 'primitive' || at.kind === 'variable' || seen.has(at)) return false;
    seen.add(at);
    work.enter();
    const found = inParts(at);
    work.leave();
    return found;
  };
  const inParts = (at: Type): boolean => {
    switch (at.kind) {
      case 'function':
        return inType(at.parameter) || inType(at.result);
      case 'nullary':
        return inType(at.result);
      case 'list':
        return inType(at.element);
      case 'object':
      case 'table':
        return inRow(at.row);
      default:
        return false;
    }
  };
  const inRow = (written: Row): boolean => {
    const at = resolved<Row>(written);
    if (at === variable) return true;
    if (at.kind !== 'fields' || seen.has(at)) return false;
    seen.add(at);
    return [...at.fields.values()].some(inType);
  };
  return inType(type);
}

// Hints about the usual cause of a type mismatch.

export function mismatchHint(expected: Type, actual: Type): string | undefined {
  if (expected.kind === 'primitive' && actual.kind === 'primitive') {
    return hints.get(`${expected.name} ${actual.name}`);
  }
  const isFunction = (type: Type): boolean => type.kind === 'function';
  if (isFunction(actual) !== isFunction(expected))
    return 'Are there too few or too many arguments?';
  return undefined;
}

const hints: ReadonlyMap<`${PrimitiveType} ${PrimitiveType}`, string> = new Map([
  ['decimal integer', 'Write the integer as a decimal, such as 1.0, or convert it with dec.'],
  ['integer decimal', 'Convert it to an integer with floor, ceiling or round.'],
  ['guard string', 'To create a guard from the name of a keyset, use keyset-ref-guard.'],
  ['time string', 'To convert a string to a time, use time or parse-time.'],
  ['string integer', 'To convert an integer to a string, use int-to-str or format.'],
  ['integer string', 'To convert a string to an integer, use str-to-int.'],
]);

/** Lists the missing and the extra fields. */
export function fieldsHint(expected: Row, actual: Row): string | undefined {
  if (expected.kind !== 'fields' || actual.kind !== 'fields') return undefined;
  const missing = [...expected.fields.keys()].filter((name) => !actual.fields.has(name));
  const extra = [...actual.fields.keys()].filter((name) => !expected.fields.has(name));
  const parts = [
    ...(missing.length > 0 ? [`missing: ${missing.join(', ')}`] : []),
    ...(extra.length > 0 ? [`not in the schema: ${extra.join(', ')}`] : []),
  ];
  return parts.length === 0 ? undefined : `Fields ${parts.join('; ')}.`;
}

// The origin of a type in an error: both sides of a mismatch are shown with their places.

export type Origin = {
  readonly span: Span;
  /** Such as `parameter amount of transfer`; absent if the place says enough. */
  readonly why?: string;
};
