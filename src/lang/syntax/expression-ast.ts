// The parse tree's names, types and expressions. See ast.ts.

import type { Span } from '../../base/span.ts';

// ---- names ----

/** A name that is declared or listed: the text of one token and its place. */
export type Name = { readonly text: string; readonly span: Span };

/** `ModuleName`: `module` or `namespace.module`. */
export type ModuleName = {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly span: Span;
};

/** `ParsedName` BN: `name`. */
export type BareName = { readonly kind: 'bare'; readonly name: string; readonly span: Span };

/** `ParsedName` QN: `module.name` or `namespace.module.name`. */
export type QualifiedName = {
  readonly kind: 'qualified';
  readonly name: string;
  readonly module: ModuleName;
  readonly span: Span;
};

/** `ParsedName` DN: `reference::call`. */
export type DynamicName = {
  readonly kind: 'dynamic';
  readonly name: string;
  readonly call: string;
  readonly span: Span;
};

export type ParsedName = BareName | QualifiedName | DynamicName;

/** `ParsedTyName` (TBN, TQN): the name of a schema. */
export type ParsedTypeName = BareName | QualifiedName;

// ---- types ----

export type PrimitiveTypeName =
  | 'integer'
  | 'decimal'
  | 'bool'
  | 'string'
  | 'time'
  | 'unit'
  | 'guard';

export type Type =
  /** `TyPrim` */
  | { readonly kind: 'primitive'; readonly name: PrimitiveTypeName; readonly span: Span }
  /** `TyList`: `[type]` */
  | { readonly kind: 'list-of'; readonly element: Type; readonly span: Span }
  /** `TyPolyList`: `list` */
  | { readonly kind: 'any-list'; readonly span: Span }
  /** `TyModRef`: `module{interface, ...}` */
  | {
      readonly kind: 'module-reference';
      readonly interfaces: readonly ModuleName[];
      readonly span: Span;
    }
  /** `TyKeyset`: `keyset` */
  | { readonly kind: 'keyset'; readonly span: Span }
  /** `TyObject`: `object{schema}` */
  | { readonly kind: 'object-of'; readonly schema: ParsedTypeName; readonly span: Span }
  /** `TyTable`: `table{schema}` */
  | { readonly kind: 'table-of'; readonly schema: ParsedTypeName; readonly span: Span }
  /** `TyPolyObject`: `object` */
  | { readonly kind: 'any-object'; readonly span: Span }
  /** `TyAny`: a schema field without a type; never written */
  | { readonly kind: 'any'; readonly span: Span };

// ---- expressions ----

/** `Literal` */
export type Literal =
  /** `LInteger` */
  | { readonly kind: 'integer'; readonly value: bigint }
  /** `LDecimal`: mantissa * 10^-places; `raw` is what was written, without blanks around the dot */
  | {
      readonly kind: 'decimal';
      readonly mantissa: bigint;
      readonly places: number;
      readonly raw: string;
    }
  /** `LString`, also from a `'symbol` */
  | { readonly kind: 'string'; readonly value: string }
  /** `LBool` */
  | { readonly kind: 'bool'; readonly value: boolean }
  /** `LUnit`: `()` */
  | { readonly kind: 'unit' };

/** `MArg`: a name with an optional type. `span` is that of the name. */
export type Argument = {
  readonly name: string;
  readonly type: Type | undefined;
  readonly span: Span;
};

/**
 * `Arg`: a schema field; one without a written type has the type `any`. `span` is that of the name.
 */
export type SchemaField = {
  readonly name: string;
  readonly type: Type;
  readonly span: Span;
};

/** `Binder`: `(name:type value)` in a let. `span` is that of the parentheses. */
export type Binder = {
  readonly argument: Argument;
  readonly value: Expression;
  readonly span: Span;
};

/** `(Field, Expr)`: `"field": value`. `span` is that of the field's token. */
export type ObjectField = {
  readonly field: string;
  readonly value: Expression;
  readonly span: Span;
};

/** `(Field, MArg)`: `"field" := name:type`. `span` is that of the field's token. */
export type BindingPair = {
  readonly field: string;
  readonly argument: Argument;
  readonly span: Span;
};

/** `Var` */
export type VariableExpression = {
  readonly kind: 'variable';
  readonly name: ParsedName;
  readonly span: Span;
};

/** `Let`; `form` is `LetForm`, kept for printing only: both mean the same. */
export type LetExpression = {
  readonly kind: 'let';
  readonly form: 'let' | 'let*';
  /** At least one. */
  readonly binders: readonly Binder[];
  /** At least one. */
  readonly body: readonly Expression[];
  readonly span: Span;
};

/** `Lam` */
export type LambdaExpression = {
  readonly kind: 'lambda';
  readonly parameters: readonly Argument[];
  /** At least one. */
  readonly body: readonly Expression[];
  readonly span: Span;
};

/** `App`; a binding form swallows the arguments after it, so it is the last of `args`. */
export type ApplicationExpression = {
  readonly kind: 'application';
  readonly head: Expression;
  readonly args: readonly Expression[];
  readonly span: Span;
};

/** `List` */
export type ListExpression = {
  readonly kind: 'list';
  readonly items: readonly Expression[];
  readonly span: Span;
};

/** `Constant` */
export type ConstantExpression = {
  readonly kind: 'constant';
  readonly literal: Literal;
  readonly span: Span;
};

/** `Object`; fields in written order, duplicates kept. */
export type ObjectExpression = {
  readonly kind: 'object';
  readonly fields: readonly ObjectField[];
  readonly span: Span;
};

/**
 * `Binding`: `{ "field" := name, ... } body...`, only ever the last argument of an application.
 * `pairs` are in written order. The reference's list is REVERSED: its first element is the last pair
 * written. `span` is the span of the application (as in the reference), `bracesSpan` the span of `{
 * ... }` (for editors).
 */
export type BindingExpression = {
  readonly kind: 'binding';
  /** At least one. */
  readonly pairs: readonly BindingPair[];
  readonly body: readonly Expression[];
  readonly span: Span;
  readonly bracesSpan: Span;
};

/** `Expr` */
export type Expression =
  | VariableExpression
  | LetExpression
  | LambdaExpression
  | ApplicationExpression
  | ListExpression
  | ConstantExpression
  | ObjectExpression
  | BindingExpression;

/**
 * Visits every expression of a tree, outer ones first. The nesting of source is limited by the parser, so plain recursion is
 * safe.
 */
export function walkExpressions(
  expressions: readonly Expression[],
  visit: (expression: Expression) => void,
): void {
  for (const expression of expressions) {
    visit(expression);
    walkExpressions(partsOf(expression), visit);
  }
}

/** The expressions directly inside. */
export function partsOf(expression: Expression): readonly Expression[] {
  switch (expression.kind) {
    case 'let':
      return [...expression.binders.map(({ value }) => value), ...expression.body];
    case 'lambda':
    case 'binding':
      return expression.body;
    case 'application':
      return [expression.head, ...expression.args];
    case 'list':
      return expression.items;
    case 'object':
      return expression.fields.map(({ value }) => value);
    case 'variable':
    case 'constant':
      return [];
  }
}
