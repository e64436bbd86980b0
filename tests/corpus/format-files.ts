// The checks that tests/corpus/format.mjs runs on each file: formatting changes only blanks, a second pass changes nothing,
// and the program stays the same.
import { Source } from '../../src/base/span.ts';
import type { TopLevel } from '../../src/lang/syntax/ast.ts';
import { formatSource } from '../../src/lang/syntax/format/format.ts';
import type { FormatOptions } from '../../src/lang/syntax/format/form-rules.ts';
import { lex } from '../../src/lang/syntax/lex.ts';
import { parseProgram } from '../../src/lang/syntax/parse.ts';

export type Checked =
  | { readonly kind: 'sound'; readonly isChanged: boolean }
  | { readonly kind: 'refused' }
  | { readonly kind: 'broken'; readonly why: string };

export function checkFormat(text: string, options?: FormatOptions): Checked {
  const once = formatSource(new Source('once', text), options);
  if (once.kind === 'refused') {
    // The language reads some characters as white space, which formatting would drop.
    const isStray = once.diagnostics.every(({ span }) => /[^\x00-\x7f]/.test(span.text));
    return isStray || isFaulty(text) ? once : broken('refused without a fault');
  }
  const before = wordsOf(text);
  const after = wordsOf(once.text);
  if (before.tokens !== after.tokens) return broken('the tokens differ');
  if (before.comments !== after.comments) return broken('the comments differ');
  if (treeOf(text) !== treeOf(once.text)) return broken('the trees differ');
  const twice = formatSource(new Source('twice', once.text), options);
  if (twice.kind === 'refused') return broken('the result is refused');
  if (twice.text !== once.text)
    return broken(`a second pass changes ${difference(once.text, twice.text)}`);
  return { kind: 'sound', isChanged: once.text !== text };
}

const broken = (why: string): Checked => ({ kind: 'broken', why });

function isFaulty(text: string): boolean {
  return parseProgram(new Source('text', text), { dialect: 'repl' }).diagnostics.length > 0;
}

function wordsOf(text: string): { readonly tokens: string; readonly comments: string } {
  const { tokens, comments } = lex(new Source('words', text));
  return {
    tokens: JSON.stringify(
      tokens.map(({ startOffset, image }) => text.slice(startOffset, startOffset + image.length)),
    ),
    comments: JSON.stringify(comments.map(({ image }) => image.trimEnd())),
  };
}

/** Returns the tree without positions, which is what module hashes are computed from. */
function treeOf(text: string): string {
  const { value } = parseProgram(new Source('tree', text), { dialect: 'repl' });
  return JSON.stringify(value satisfies readonly TopLevel[], (key, part: unknown) => {
    if (key === 'span' || key === 'bracesSpan') return undefined;
    return typeof part === 'bigint' ? String(part) : part;
  });
}

function difference(one: string, other: string): string {
  const left = one.split('\n');
  const right = other.split('\n');
  const at = left.findIndex((line, i) => line !== right[i]);
  return `line ${at + 1}: ${JSON.stringify(left[at])} to ${JSON.stringify(right[at])}`;
}
