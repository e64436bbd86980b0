// Builds the nodes of names, types and expressions. See build.ts.

import type { IToken } from 'chevrotain';
import { decodeString } from '../../../grammar/string-literal.ts';
import { LetStar } from '../../../grammar/tokens.ts';
import { noSpan, Span, type Source } from '../../base/span.ts';
import type * as ast from './ast.ts';
import type { Literal, PrimitiveTypeName, Type } from './ast.ts';
import { refuse } from './diagnostic.ts';

/** The pairs of a binding form, until the application around them is complete. */
type BindingPairs = {
  readonly kind: 'binding-pairs';
  readonly pairs: readonly ast.BindingPair[];
  readonly span: Span;
};

/** The parts of an application after its head. */
export type CallItem = ast.Expression | BindingPairs;

const none: readonly never[] = [];

export class ExpressionBuilder {
  private source: Source = noSpan.source;

  /** All nodes until the next call belong to `source`. */
  startSource(source: Source): void {
    this.source = source;
  }

  protected span(token: IToken): Span {
    return new Span(this.source, token.startOffset, endOf(token));
  }

  protected between(first: IToken, last: IToken): Span {
    return new Span(this.source, first.startOffset, endOf(last));
  }

  /** Gives a node the span of its parentheses. */
  enclosed<Node extends { readonly span: Span }>(open: IToken, node: Node, close: IToken): Node {
    // The node is not shared yet.
    (node as { span: Span }).span = this.between(open, close);
    return node;
  }

  /**
   * A list that a production has collected, without the spare capacity of a growing array: trees are
   * kept for long.
   */
  sequence<Item>(gathered: readonly Item[]): readonly Item[] {
    return gathered.length === 0 ? none : gathered.slice();
  }

  // ---- names ----

  name(token: IToken): ast.Name {
    return { text: token.image, span: this.span(token) };
  }

  bare(token: IToken): ast.BareName {
    return { kind: 'bare', name: token.image, span: this.span(token) };
  }

  qualified(first: IToken, second: IToken, third: IToken | undefined): ast.QualifiedName {
    const last = third ?? second;
    const module = this.moduleName(first, third === undefined ? undefined : second);
    return { kind: 'qualified', name: last.image, module, span: this.between(first, last) };
  }

  dynamic(reference: IToken, call: IToken): ast.DynamicName {
    const span = this.between(reference, call);
    return { kind: 'dynamic', name: reference.image, call: call.image, span };
  }

  moduleName(first: IToken, second: IToken | undefined): ast.ModuleName {
    if (second === undefined) {
      return { name: first.image, namespace: undefined, span: this.span(first) };
    }
    return { name: second.image, namespace: first.image, span: this.between(first, second) };
  }

  // ---- types ----

  namedType(token: IToken): ast.Type {
    const make = namedTypes.get(token.image);
    return make === undefined ? this.noSuchType(token) : make(this.span(token));
  }

  schemaType(token: IToken, schema: ast.ParsedTypeName, close: IToken): ast.Type {
    const span = this.between(token, close);
    if (token.image === 'object') return { kind: 'object-of', schema, span };
    if (token.image === 'table') return { kind: 'table-of', schema, span };
    return this.noSuchType(token);
  }

  private noSuchType(token: IToken): never {
    return refuse(`No such type: ${token.image}`, this.span(token));
  }

  listType(open: IToken, element: ast.Type, close: IToken): ast.Type {
    return { kind: 'list-of', element, span: this.between(open, close) };
  }

  moduleType(keyword: IToken, interfaces: readonly ast.ModuleName[], close: IToken): ast.Type {
    return { kind: 'module-reference', interfaces, span: this.between(keyword, close) };
  }

  argument(token: IToken, type: ast.Type | undefined): ast.Argument {
    return { name: token.image, type, span: this.span(token) };
  }

  // ---- expressions ----

  variable(name: ast.ParsedName): ast.VariableExpression {
    return { kind: 'variable', name, span: name.span };
  }

  private constant(literal: ast.Literal, span: Span): ast.ConstantExpression {
    return { kind: 'constant', literal, span };
  }

  integer(token: IToken): ast.ConstantExpression {
    const span = this.span(token);
    const value = readInteger(token.image, span);
    return this.constant({ kind: 'integer', value }, span);
  }

  decimal(whole: IToken, fraction: IToken): ast.ConstantExpression {
    const span = this.between(whole, fraction);
    return this.constant(readDecimal(whole.image, fraction.image, span), span);
  }

  string(token: IToken): ast.ConstantExpression {
    const value = decodeString(token.image);
    return this.constant({ kind: 'string', value }, this.span(token));
  }

  symbol(token: IToken): ast.ConstantExpression {
    return this.constant({ kind: 'string', value: textOf(token) }, this.span(token));
  }

  bool(token: IToken, value: boolean): ast.ConstantExpression {
    return this.constant({ kind: 'bool', value }, this.span(token));
  }

  unit(open: IToken, close: IToken): ast.ConstantExpression {
    return this.constant({ kind: 'unit' }, this.between(open, close));
  }

  list(open: IToken, items: readonly ast.Expression[], close: IToken): ast.ListExpression {
    return { kind: 'list', items: this.sequence(items), span: this.between(open, close) };
  }

  objectField(field: IToken, value: ast.Expression): ast.ObjectField {
    return { field: textOf(field), value, span: this.span(field) };
  }

  object(open: IToken, fields: readonly ast.ObjectField[], close: IToken): ast.ObjectExpression {
    return { kind: 'object', fields: this.sequence(fields), span: this.between(open, close) };
  }

  bindingPair(field: IToken, argument: ast.Argument): ast.BindingPair {
    return { field: textOf(field), argument, span: this.span(field) };
  }

  bindingPairs(open: IToken, pairs: readonly ast.BindingPair[], close: IToken): BindingPairs {
    return { kind: 'binding-pairs', pairs: this.sequence(pairs), span: this.between(open, close) };
  }

  application(
    open: IToken,
    head: ast.Expression,
    items: readonly CallItem[],
    close: IToken,
  ): ast.ApplicationExpression {
    const span = this.between(open, close);
    return { kind: 'application', head, args: this.arguments(items, span), span };
  }

  /**
   * A binding form takes everything after it as its body (`toAppExprList`), so its span is that of the
   * application.
   */
  private arguments(items: readonly CallItem[], span: Span): readonly ast.Expression[] {
    if (hasBindings(items)) return foldBindings(items, span);
    // The cast is safe: none of them is a binding form.
    return this.sequence(items as readonly ast.Expression[]);
  }

  lambda(
    parameters: readonly ast.Argument[],
    body: readonly ast.Expression[],
  ): ast.LambdaExpression {
    return { kind: 'lambda', parameters, body, span: noSpan };
  }

  let(
    keyword: IToken,
    binders: readonly ast.Binder[],
    body: readonly ast.Expression[],
  ): ast.LetExpression {
    const form = keyword.tokenType === LetStar ? 'let*' : 'let';
    return { kind: 'let', form, binders: this.sequence(binders), body, span: noSpan };
  }

  binder(open: IToken, argument: ast.Argument, value: ast.Expression, close: IToken): ast.Binder {
    return { argument, value, span: this.between(open, close) };
  }
}

function hasBindings(items: readonly CallItem[]): boolean {
  for (let i = 0; i < items.length; i++) {
    if ((items[i] as CallItem).kind === 'binding-pairs') return true;
  }
  return false;
}

function foldBindings(items: readonly CallItem[], span: Span): readonly ast.Expression[] {
  let args: ast.Expression[] = [];
  for (let i = items.length - 1; i >= 0; i--) {
    const item = items[i] as CallItem;
    if (item.kind !== 'binding-pairs') args.push(item);
    else {
      const body = args.reverse();
      args = [{ kind: 'binding', pairs: item.pairs, body, span, bracesSpan: item.span }];
    }
  }
  return args.reverse();
}

const endOf = (token: IToken): number => token.startOffset + token.image.length;

/** The value of a string or symbol token. */
export function textOf(token: IToken): string {
  const { image } = token;
  return image.startsWith('"') ? decodeString(image) : image.slice(1);
}

// The values of numbers. A decimal is written as two numbers around a dot, so there may be spaces between
// them.

/** The reference stores the number of decimal places in a byte. */
const placesLimit = 255;

/** Converting more digits would take more than a second; the reference has no limit. */
const digitsLimit = 2_000_000;

/** A number with this many characters is exact as a float, which is faster to read. */
const exactDigits = 15;

const digits = /^[0-9]+$/;
const signedDigits = /^-?[0-9]+$/;

function readInteger(image: string, span: Span): bigint {
  return toBigInt(image, span);
}

function readDecimal(whole: string, fraction: string, span: Span): Literal {
  const places = fraction.length;
  if (places > placesLimit) {
    // Two spaces: the reference joins a text that ends in one.
    refuse(`Precision overflow (>=255 decimal places):  ${places} decimals`, span);
  }
  // The lexer reads `-5` as a number, so `1.-5` gets here.
  if (!digits.test(fraction)) refuse('Expected: [NUM]', span);
  // The sign belongs to the digits of both parts: `-0.5` is not 0.5.
  const mantissa = toBigInt(whole + fraction, span);
  return { kind: 'decimal', mantissa, places, raw: `${whole}.${fraction}` };
}

function toBigInt(image: string, span: Span): bigint {
  if (image.length > digitsLimit) refuse(`Number too long: ${image.length} digits`, span);
  // Characters outside ASCII that the lexer reads as digits (see lex.ts) are not digits here.
  if (!signedDigits.test(image)) refuse('Expected: [NUM]', span);
  return image.length <= exactDigits ? BigInt(Number(image)) : BigInt(image);
}

const primitive =
  (name: PrimitiveTypeName) =>
  (span: Span): Type => ({ kind: 'primitive', name, span });

export const namedTypes: ReadonlyMap<string, (span: Span) => Type> = new Map([
  ['integer', primitive('integer')],
  ['bool', primitive('bool')],
  ['unit', primitive('unit')],
  ['guard', primitive('guard')],
  ['decimal', primitive('decimal')],
  ['time', primitive('time')],
  ['string', primitive('string')],
  ['list', (span: Span): Type => ({ kind: 'any-list', span })],
  ['object', (span: Span): Type => ({ kind: 'any-object', span })],
  ['keyset', (span: Span): Type => ({ kind: 'keyset', span })],
]);
