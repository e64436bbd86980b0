// Parses a faulty text form by form, and its modules item by item: each error costs one diagnostic and
// its own form.

import { createTokenInstance, type IToken } from 'chevrotain';
import { expectedText } from '../../../grammar/token-reader.ts';
import { Interface, LeftParen, RightParen } from '../../../grammar/tokens.ts';
import { Span } from '../../base/span.ts';
import type { TopLevel } from './ast.ts';
import { diagnosticsLimit, type SyntaxDiagnostic } from './diagnostic.ts';
import { isItemStart, readForms, type FormRange, type TokenRange, type Unclosed } from './forms.ts';
import type { LexedSource } from './lex.ts';
import {
  parseTopLevels,
  runParser,
  type Dialect,
  type Outcome,
  type Refused,
} from './run-parser.ts';

export type RecoveredProgram = {
  readonly value: readonly TopLevel[];
  /** In order; none for a form with a lexical error, which is reported already. */
  readonly diagnostics: readonly SyntaxDiagnostic[];
  /** The diagnostic of the first faulty form. */
  readonly unclosed: Unclosed | undefined;
  readonly surplus: IToken | undefined;
};

export function recoverForms(lexed: LexedSource, dialect: Dialect): RecoveredProgram {
  const value: TopLevel[] = [];
  const diagnostics: SyntaxDiagnostic[] = [];
  let unclosed: Unclosed | undefined;
  let surplus: IToken | undefined;
  for (const form of readForms(lexed)) {
    const outcome = parseTopLevels(lexed.source, slice(lexed, form), dialect);
    if (outcome.kind === 'parsed') for (const topLevel of outcome.value) value.push(topLevel);
    else {
      if (diagnostics.length === 0) ({ unclosed, surplus } = form);
      const faulty = form.items.length === 0 ? undefined : recoverModule(lexed, form, dialect);
      if (faulty?.value !== undefined) value.push(faulty.value);
      const found = faulty?.diagnostics ?? [describe(lexed, form, outcome)];
      const isTold =
        hasLexicalFault(lexed, form) || (diagnostics.length > 0 && isLost(lexed, form));
      if (!isTold) diagnostics.push(...found);
    }
    if (diagnostics.length >= diagnosticsLimit) break;
  }
  return { value, diagnostics, unclosed, surplus };
}

/** An indented item of a module whose head is faulty, or the parenthesis at its end: no error of its own. */
function isLost({ tokens, source: { text } }: LexedSource, { start }: FormRange): boolean {
  const first = tokens[start];
  if (first?.tokenType === RightParen) return true;
  if (first === undefined || !isItemStart(tokens[start + 1])) return false;
  const lineStart = text.lastIndexOf('\n', first.startOffset - 1) + 1;
  return lineStart < first.startOffset && text.slice(lineStart, first.startOffset).trim() === '';
}

type RecoveredModule = {
  readonly value: TopLevel | undefined;
  readonly diagnostics: readonly SyntaxDiagnostic[];
};

/** Parses each item on its own, then the module with the valid ones. */
function recoverModule(lexed: LexedSource, form: FormRange, dialect: Dialect): RecoveredModule {
  const isInterface = lexed.tokens[form.start + 1]?.tokenType === Interface;
  const { soundTokens, diagnostics } = recoverItems(lexed, form, isInterface);
  const headerEnd = form.items[0]?.start ?? form.end;
  const parseWith = (end: number): Outcome<readonly TopLevel[]> => {
    const header = slice(lexed, { start: form.start, end });
    const tokens = [...header, ...soundTokens, closingParen(lexed, form)];
    return parseTopLevels(lexed.source, tokens, dialect);
  };
  const rest = parseWith(headerEnd);
  if (rest.kind === 'parsed') return { value: rest.value[0], diagnostics };
  const isHeaderFault = rest.span !== undefined && rest.span.start < offsetAt(lexed, headerEnd);
  // Without a valid item the module fails again, which is not a separate error.
  const first = isHeaderFault || diagnostics.length === 0 ? [describe(lexed, form, rest)] : [];
  // Name and governance are enough to show the contents of the module.
  const named = parseWith(Math.min(headerEnd, form.start + (isInterface ? 3 : 4)));
  const value = named.kind === 'parsed' ? named.value[0] : undefined;
  return { value, diagnostics: [...first, ...diagnostics] };
}

type RecoveredItems = {
  readonly soundTokens: readonly IToken[];
  readonly diagnostics: readonly SyntaxDiagnostic[];
};

function recoverItems(lexed: LexedSource, form: FormRange, isInterface: boolean): RecoveredItems {
  const soundTokens: IToken[] = [];
  const diagnostics: SyntaxDiagnostic[] = [];
  let end = form.items[0]?.start ?? form.end;
  // A form after a faulty definition that is not a definition itself is a part of it.
  let isFallout = false;
  const report = (diagnostic: SyntaxDiagnostic): void => {
    if (!isFallout) diagnostics.push(diagnostic);
    isFallout = true;
  };
  for (const item of form.items) {
    if (item.start > end) report(strayToken(lexed, end, isInterface));
    end = item.end;
    if (isItemStart(lexed.tokens[item.start + 1])) isFallout = false;
    const tokens = slice(lexed, item);
    const outcome = runParser<unknown>(lexed.source, tokens, (parser) =>
      isInterface ? parser.interfaceItem() : parser.moduleItem(),
    );
    if (outcome.kind === 'refused') report(describe(lexed, item, outcome));
    else for (const token of tokens) soundTokens.push(token);
    if (diagnostics.length >= diagnosticsLimit) return { soundTokens, diagnostics };
  }
  const isClosed = lexed.tokens[form.end - 1]?.tokenType === RightParen;
  if (end < form.end - (isClosed ? 1 : 0)) report(strayToken(lexed, end, isInterface));
  return { soundTokens, diagnostics };
}

/** The tokens between the items of a module. */
function strayToken(lexed: LexedSource, at: number, isInterface: boolean): SyntaxDiagnostic {
  const message = expectedText(isInterface ? [LeftParen, RightParen] : [RightParen]);
  const span = spanOf(lexed, { start: at, end: at + 1 });
  return { kind: 'parse', message, span, unclosed: undefined };
}

/** The end of a form is the empty span after its last token. */
function describe(
  lexed: LexedSource,
  range: TokenRange,
  { message, span }: Refused,
): SyntaxDiagnostic {
  const { source, end } = spanOf(lexed, range);
  return { kind: 'parse', message, span: span ?? new Span(source, end, end), unclosed: undefined };
}

/** The existing token, or one without text. */
function closingParen(lexed: LexedSource, form: FormRange): IToken {
  const last = lexed.tokens[form.end - 1];
  if (last?.tokenType === RightParen && form.items.at(-1)?.end !== form.end) return last;
  const { end } = spanOf(lexed, form);
  return createTokenInstance(RightParen, '', end, end, NaN, NaN, NaN, NaN);
}

function hasLexicalFault(lexed: LexedSource, range: TokenRange): boolean {
  const { start } = spanOf(lexed, range);
  const next = offsetAt(lexed, range.end);
  return lexed.faults.some(({ startOffset }) => startOffset >= start && startOffset < next);
}

function slice(lexed: LexedSource, { start, end }: TokenRange): IToken[] {
  return lexed.tokens.slice(start, end);
}

function spanOf(lexed: LexedSource, { start, end }: TokenRange): Span {
  const last = lexed.tokens[end - 1];
  const lastEnd = last === undefined ? 0 : last.startOffset + last.image.length;
  return new Span(lexed.source, offsetAt(lexed, start), lastEnd);
}

/** Where a token begins; the end of the text after the last one. */
function offsetAt({ tokens, source }: LexedSource, at: number): number {
  return tokens[at]?.startOffset ?? source.text.length;
}
