// Defines the entries of the error table, and small helpers to write them. An entry has two texts: one for the REPL
// (`expect-failure` compares it) and a bounded one (at most 256 code points, part of a transaction's output and so of
// consensus). This file defines no particular error.

import {
  type Doc,
  type Part,
  concat,
  hsep,
  quoted,
  text,
  braces,
  commaBraces,
  list,
} from '../../base/doc.ts';
import type { Span } from '../../base/span.ts';
import { hasSurrogate } from '../../base/text.ts';

/** The phase that failed. `try` and `enforce-one` catch only `recoverable` errors. */
export type ErrorClass =
  | 'lexer'
  | 'parse'
  | 'desugar'
  | 'execution'
  | 'recoverable'
  | 'verifier'
  /** Found by the typechecker, which runs only on request. */
  | 'types';

/**
 * Something that is expensive to show (a value, type, guard, capability token); called only when the
 * text is read.
 */
export type Shown = () => Doc;

/** A call with the wrong number of arguments. For advice only: messages do not name it. */
export type DescribedCall = {
  /** As programs write it; `undefined` for a lambda. */
  readonly callee: string | undefined;
  readonly parameters: readonly string[];
  readonly given: number;
};

/** The argument, result or variable with the wrong type. For advice only: messages do not name it. */
export type TypedPlace =
  | {
      readonly kind: 'argument';
      readonly name: string;
      /** With its values. */ readonly call: Shown;
    }
  | { readonly kind: 'result'; /** Of the function. */ readonly name: string }
  | { readonly kind: 'variable'; readonly name: string };

/** The field names of a schema and of a row. For advice only: messages do not list them. */
export type FieldNames = {
  readonly declared: readonly string[];
  readonly given: readonly string[];
};

/** What was false, with the values that it saw. For advice only. */
export type SeenCondition =
  | {
      readonly form: 'enforce';
      readonly condition: string;
      /** The operand of `and` that was false; `undefined` if there is none or it is not known. */
      readonly part: string | undefined;
    }
  | { readonly form: 'enforce-one'; readonly conditions: readonly string[] };

type ErrorField =
  | string
  | bigint
  | number
  | boolean
  | readonly string[]
  | Shown
  | DescribedCall
  | TypedPlace
  | (() => FieldNames)
  | (() => SeenCondition)
  | undefined;
export type ErrorFields = { readonly [field: string]: ErrorField };

/** Errors without data take `{}`. */
export type NoData = Readonly<Record<string, never>>;

/**
 * The kind of an argument, as messages name it (`ArgTypeError` in Pact.Core.Errors).
 */
export type ArgumentKind =
  | 'integer'
  | 'decimal'
  | 'time'
  | 'bool'
  | 'string'
  | 'guard'
  | 'unit'
  | 'list'
  | 'object'
  | 'table'
  /** Also used for a capability token VALUE. */
  | 'closure'
  | 'modref'
  /** The capability token TYPE. */
  | 'cap-token';

export type DefinitionKind = 'defun' | 'defconst' | 'defcap' | 'defpact' | 'defschema' | 'deftable';

/** The reference's constructors that only wrap another kind of error. */
type ErrorFamily =
  | 'InvariantFailure'
  | 'DbOpFailure'
  | 'HyperlaneError'
  | 'HyperlaneDecodeError'
  | 'Keccak256Error';

/** The innermost open function, as programs write it; `undefined` at top level. */
export type Caller = () => string | undefined;

export type ErrorEntry<Data extends ErrorFields> = {
  /** Stable: never reused, never renumbered. */
  readonly code: string;
  readonly class: ErrorClass;
  readonly family?: ErrorFamily;
  readonly text: (data: Data) => Doc;
  /** Not yet cut to the bound: `boundedText` does that for all entries. */
  readonly bounded: (data: Data) => string;
  /** What the error means and what to do, independent of the data. */
  readonly explanation: string;
  /** A more specific explanation for this data at this place, if there is one. */
  readonly advice?: (data: Data, span: Span, caller: Caller) => string | undefined;
  readonly sample: Data;
};

/** Returns a function that defines entries of one class and family. */
export function errorsOf(kind: ErrorClass, family?: ErrorFamily) {
  const common = family === undefined ? { class: kind } : { class: kind, family };
  return <Data extends ErrorFields = NoData>(
    definition: NoInfer<Omit<ErrorEntry<Data>, 'class' | 'family'>>,
  ): ErrorEntry<Data> => ({ ...common, ...definition });
}

type Word = Part | number | bigint | boolean;

/** Joins words with spaces. */
export function say(...words: readonly Word[]): Doc {
  return hsep(words.map(shown));
}

/** Joins words without spaces. */
export function glue(...words: readonly Word[]): Doc {
  return concat(...words.map(shown));
}

function shown(word: Word): Part {
  if (typeof word === 'boolean') return haskellBool(word);
  if (typeof word === 'number' || typeof word === 'bigint') return String(word);
  return word;
}

/** Formats a rollback flag as Haskell, the reference's language, does. */
const haskellBool = (flag: boolean): string => (flag ? 'True' : 'False');

export const inQuotes = (content: string): Doc => quoted(text(content));

/** Returns the kind as messages write it: the reference misspells `defschema` in both texts. */
export const kindText = (kind: DefinitionKind): string =>
  kind === 'defschema' ? 'defscema' : kind;

/** `ns.mod.fn.{hash}` */
export const hashedName = (name: string, moduleHash: string): string => `${name}.{${moduleHash}}`;

export const boundedLength = 256;

/**
 * Joins the words of a bounded text with spaces. `boundedText` cuts the result afterwards.
 */
export function plain(...words: readonly (string | number | bigint | boolean)[]): string {
  return words
    .map((word) => (typeof word === 'boolean' ? haskellBool(word) : String(word)))
    .join(' ');
}

/** Joins items with commas into one word; no word for an empty list, so that no extra space is printed. */
export const commaWords = (items: readonly string[]): readonly string[] =>
  items.length === 0 ? [] : [items.join(', ')];

/** Returns at most `limit` code points, followed by three dots if the content was longer. */
export function abbreviate(limit: number, content: string): string {
  const start = firstCodePoints(limit, content);
  return start.length === content.length ? content : `${start}...`;
}

export function firstCodePoints(limit: number, content: string): string {
  if (content.length <= limit) return content;
  // A code point has at most two UTF-16 units, so the rest of a long string is not needed.
  const start = content.slice(0, 2 * limit);
  if (!hasSurrogate(start)) return content.slice(0, limit);
  return Array.from(start).slice(0, limit).join('');
}

export const pactId = (id: string): string => abbreviate(20, id);

// Placeholders for values in the samples of entries, because values belong to a higher layer.

export const sampleText =
  (content: string): Shown =>
  () =>
    text(content);

export const sampleObject: Shown = () => braces('"a": 1,"b": 2');

export const sampleToken: Shown = () => text('(m.TRANSFER "alice" "bob" 1.0)');

export const sampleKey = '368820f80c324bbc7c2b0610688a7da43e39f91d118732671cd9c7500ff43cca';

export const sampleHash = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

export const sampleKeyset: Shown = () =>
  concat('KeySet ', commaBraces([concat('keys: ', list([sampleKey])), 'pred: keys-all']));
