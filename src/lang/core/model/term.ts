// Core terms: the reference's intermediate representation, constructor for constructor, because
// module hash, stored size and several gas costs are functions of this shape.
// Source: pact/Pact/Core/IR/Term.hs; encodings in section 4.5.

import type { Span } from '../../../base/span.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import type { ModuleName } from '../../values/names.ts';
import type { Type } from '../../values/type.ts';
import type { PactValue } from '../../values/value.ts';

/** A resolved name. `text` is the name as written (for `x::f` it is `x`). */
export type Name =
  /** De Bruijn index: 0 is the innermost binder; the last parameter of a lambda is 0. */
  | { readonly kind: 'local'; readonly text: string; readonly index: number }
  | {
      readonly kind: 'top';
      readonly text: string;
      readonly module: ModuleName;
      readonly hash: Hash;
    }
  /** Interfaces in the order of the module's `implements`. */
  | {
      readonly kind: 'modref';
      readonly text: string;
      readonly module: ModuleName;
      readonly interfaces: readonly ModuleName[];
    }
  /** `x::member`, `index` is that of `x`. */
  | {
      readonly kind: 'dynamic';
      readonly text: string;
      readonly member: string;
      readonly index: number;
    };

/** A name as written, before resolution. */
export type ParsedName =
  | { readonly kind: 'bare'; readonly name: string }
  /** `a.b` or `ns.a.b`: the module part as written. */
  | { readonly kind: 'qualified'; readonly module: ModuleName; readonly name: string }
  | { readonly kind: 'dynamic-call'; readonly variable: string; readonly member: string };

export type Literal =
  | { readonly kind: 'string'; readonly value: string }
  | { readonly kind: 'integer'; readonly value: bigint }
  | { readonly kind: 'decimal'; readonly mantissa: bigint; readonly places: number }
  | { readonly kind: 'unit' }
  | { readonly kind: 'bool'; readonly value: boolean };

/**
 * `N` is `ParsedName` after desugaring and `Name` after resolution; `T` the type of annotations.
 */
export type Term<N = Name, T = Type> =
  | { readonly kind: 'var'; readonly name: N; readonly span: Span }
  /** At least one parameter. */
  | {
      readonly kind: 'lambda';
      readonly params: readonly Arg<T>[];
      readonly body: Term<N, T>;
      readonly span: Span;
    }
  | {
      readonly kind: 'let';
      readonly arg: Arg<T>;
      readonly value: Term<N, T>;
      readonly body: Term<N, T>;
      readonly span: Span;
    }
  | {
      readonly kind: 'app';
      readonly fun: Term<N, T>;
      readonly args: readonly Term<N, T>[];
      readonly span: Span;
    }
  | {
      readonly kind: 'form';
      readonly form: Form;
      /** Their number is given by `formArity`; the second argument of `enforce-one` is a list term. */
      readonly terms: readonly Term<N, T>[];
      readonly span: Span;
    }
  /**
   * `name` is the internal name after arity overloading (`enumerate-step`), see builtin-index.ts.
   */
  | { readonly kind: 'builtin'; readonly name: string; readonly span: Span }
  | { readonly kind: 'literal'; readonly literal: Literal; readonly span: Span }
  | {
      readonly kind: 'sequence';
      readonly first: Term<N, T>;
      readonly second: Term<N, T>;
      readonly span: Span;
    }
  /** A function without parameters. */
  | { readonly kind: 'nullary'; readonly body: Term<N, T>; readonly span: Span }
  | { readonly kind: 'list'; readonly items: readonly Term<N, T>[]; readonly span: Span }
  /** Fields in written order, duplicates kept. */
  | {
      readonly kind: 'object';
      readonly fields: readonly (readonly [string, Term<N, T>])[];
      readonly span: Span;
    }
  /** Only in modules imported from Pact 4. */
  | { readonly kind: 'inline'; readonly value: PactValue; readonly span: Span };

/** In the order of their CBOR tags. */
export const forms = [
  'and',
  'or',
  'if',
  'enforce-one',
  'enforce',
  'with-capability',
  'try',
  'create-user-guard',
  'error',
  'pure',
] as const;
export type Form = (typeof forms)[number];

export const formArity = {
  and: 2,
  or: 2,
  if: 3,
  'enforce-one': 2,
  enforce: 2,
  'with-capability': 2,
  try: 2,
  'create-user-guard': 1,
  error: 1,
  pure: 1,
} as const satisfies Record<Form, number>;

/** A parameter, a let binder, or the name and result type of a definition ("spec"). */
export type Arg<T = Type> = {
  readonly name: string;
  readonly type: T | undefined;
  readonly span: Span;
};
