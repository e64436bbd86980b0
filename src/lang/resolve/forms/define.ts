// The definition of a special form: a name or syntax with its own meaning, which desugaring turns into Core. Each form has
// its own file; the documentation, the REPL's help and the tests read the same objects.

import type { Span } from '../../../base/span.ts';
import type { Form } from '../../core/model/term.ts';
import { fail } from '../../diagnostics/error.ts';
import type { Expression } from '../../syntax/ast.ts';
import type { ParsedTerm } from '../parsed.ts';

export type FormExample = {
  readonly code: string;
  /** The result as the REPL prints it, or the text of the error. */
  readonly gives: string | { readonly fails: string };
};

/** The parts shown in the documentation. */
export type FormDescription = {
  readonly name: string;
  /** The first Pact release that has it. */
  readonly since: string;
  /** The syntax: `(if condition then else)`. */
  readonly usage: string;
  readonly doc: string;
  readonly examples: readonly [FormExample, ...FormExample[]];
};

/** `(name arg ...)`: recognised in head position, whatever other meaning the name has. */
export type CallForm = FormDescription & {
  readonly shape: 'call';
  /** The flag that makes the name an ordinary one. */
  readonly disabledBy: string | undefined;
  readonly desugar: (call: FormCall, desugarer: Desugarer) => ParsedTerm;
};

/** A bare name with a fixed meaning, unless a builtin has that name. */
export type NameForm = FormDescription & {
  readonly shape: 'name';
  readonly desugar: (span: Span) => ParsedTerm;
};

/** Syntax known to the parser: `E` is the parsed expression. */
export type SyntaxForm<E extends Expression> = FormDescription & {
  readonly shape: 'syntax';
  readonly desugar: (expression: E, desugarer: Desugarer) => ParsedTerm;
};

export type FormCall = {
  readonly args: readonly Expression[];
  /** The span of the name in head position. */
  readonly headSpan: Span;
  /** The span of the whole call. */
  readonly span: Span;
};

/** The parts of the desugarer that forms use. */
export interface Desugarer {
  readonly flags: ReadonlySet<string>;
  term(expression: Expression): ParsedTerm;
  /** In written order. */
  terms(expressions: readonly Expression[]): readonly ParsedTerm[];
  /** A call whose head has its ordinary meaning. */
  call(head: Expression, args: readonly Expression[], span: Span): ParsedTerm;
}

export function callForm(
  definition: Omit<CallForm, 'shape' | 'disabledBy'> & { readonly disabledBy?: string },
): CallForm {
  return { shape: 'call', ...definition, disabledBy: definition.disabledBy };
}

export function nameForm(definition: Omit<NameForm, 'shape'>): NameForm {
  return { shape: 'name', ...definition };
}

export function syntaxForm<E extends Expression>(
  definition: Omit<SyntaxForm<E>, 'shape'>,
): SyntaxForm<E> {
  return { shape: 'syntax', ...definition };
}

export function formTerm(form: Form, terms: readonly ParsedTerm[], span: Span): ParsedTerm {
  return { kind: 'form', form, terms, span };
}

export function failSyntax(cause: string, span: Span, given?: number): never {
  return fail('InvalidSyntax', given === undefined ? { cause } : { cause, given }, span);
}
