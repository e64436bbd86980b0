// The formatter: returns the source in the standard style. It works on tokens, so it changes only white space, and it
// verifies that before it returns. docs/formatting.md describes the style.

import type { IToken } from 'chevrotain';
import { assert } from '../../../base/assert.ts';
import { Source, Span } from '../../../base/span.ts';
import type { SyntaxDiagnostic } from '../diagnostic.ts';
import { lex, type LexedSource } from '../lex.ts';
import { parseProgram, type ParsedProgram } from '../parse.ts';
import { layOut } from './layout.ts';
import { defaultFormat, type FormatOptions } from './form-rules.ts';
import { readNodes } from './read-nodes.ts';
import { readGaps } from './trivia.ts';

export type Formatted =
  | { readonly kind: 'formatted'; readonly text: string }
  /** Faulty source is left unchanged. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly SyntaxDiagnostic[] };

export function formatSource(source: Source, options: FormatOptions = defaultFormat): Formatted {
  const outcome = layOutSource(source, options);
  if (outcome.kind === 'refused') return outcome;
  return { kind: 'formatted', text: outcome.after.source.text };
}

export type LaidOut =
  | { readonly kind: 'laid-out'; readonly before: LexedSource; readonly after: LexedSource }
  | Extract<Formatted, { kind: 'refused' }>;

/** Both texts with their words, which are the same in both. */
export function layOutSource(source: Source, options: FormatOptions): LaidOut {
  // Scripts may contain everything that contracts may. The usual nesting limit also limits the stack here,
  // and the indentation.
  const parsed = parseProgram(source, { dialect: 'repl' });
  const faults = [...parsed.diagnostics, ...findStrayCharacters(source, parsed)];
  if (faults.length > 0) return { kind: 'refused', diagnostics: faults };
  const { lexed } = parsed;
  const after = lex(new Source(source.name, layOutWords(lexed, options)));
  assert(hasSameWords(lexed, after), 'formatting changes only white space');
  return { kind: 'laid-out', before: lexed, after };
}

/** Formats any text with balanced brackets, whether it parses or not. */
export function layOutWords(lexed: LexedSource, options: FormatOptions): string {
  const { source, tokens } = lexed;
  const texts = textsOf(tokens, source.text);
  const gaps = readGaps(lexed);
  const lineEnd = lineEndOf(source.text);
  const words = { tokens, texts, gaps, text: source.text, lineEnd };
  return layOut(words, readNodes(words), options);
}

function textsOf(tokens: readonly IToken[], text: string): readonly string[] {
  return tokens.map(({ startOffset, image }) =>
    text.slice(startOffset, startOffset + image.length),
  );
}

/** Non-ASCII characters that the language reads as white space: they would be lost silently. */
function findStrayCharacters(source: Source, parsed: ParsedProgram): readonly SyntaxDiagnostic[] {
  if (!/[^\x00-\x7f]/.test(source.text)) return [];
  const { tokens, comments } = parsed.lexed;
  const words = [...tokens, ...comments].sort((a, b) => a.startOffset - b.startOffset);
  let end = 0;
  for (const { startOffset, image } of [...words, { startOffset: source.text.length, image: '' }]) {
    const stray = /[^ \t\n\f\v\r]/u.exec(source.text.slice(end, startOffset));
    if (stray !== null) {
      const at = end + stray.index;
      const last = source.text.slice(Math.max(at - 1, 0), at);
      const message = `Lexical Error: Encountered unexpected character "${stray[0]}", Last seen "${last}"`;
      const span = new Span(source, at, at + stray[0].length);
      return [{ kind: 'lexer', message, span, unclosed: undefined }];
    }
    end = startOffset + image.length;
  }
  return [];
}

/** The line end of most lines. Multi-line strings keep their own. */
function lineEndOf(text: string): '\n' | '\r\n' {
  const windows = text.split('\r\n').length - 1;
  const all = text.split('\n').length - 1;
  return windows * 2 > all ? '\r\n' : '\n';
}

function hasSameWords(before: LexedSource, after: LexedSource): boolean {
  const same = (old: readonly IToken[], renewed: readonly IToken[]): boolean =>
    old.length === renewed.length &&
    old.every(({ image }, i) => image.trimEnd() === renewed[i]?.image.trimEnd());
  return (
    after.faults.length === 0 &&
    same(before.tokens, after.tokens) &&
    same(before.comments, after.comments)
  );
}
