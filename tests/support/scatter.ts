// Replaces the blanks and comments between a program's tokens at random.

import type { Pieces } from './mutate.ts';
import type { Random } from './random.ts';

/** Returns the program with different blanks and comments between its tokens. */
export function scatter(random: Random, pieces: Pieces): string {
  const isDense = random.oneIn(3);
  let text = '';
  for (const piece of pieces) {
    const token = piece.trim();
    const blanks = isDense && !random.oneIn(20) ? piece.slice(0, -token.length) : blank(random);
    const needsBlank = blanks === '' && piece !== token && !/[()[\]{}]$/.test(text);
    text += (needsBlank ? ' ' : blanks) + token;
  }
  return random.oneIn(5) ? text.replaceAll('\n', '\r\n') : text;
}

function blank(random: Random): string {
  if (random.oneIn(30)) return ` ; ${random.pick(comments)}\n${' '.repeat(random.below(6))}`;
  if (random.oneIn(30)) return `\n${' '.repeat(random.below(6))}; ${random.pick(comments)}\n`;
  if (random.oneIn(12)) return '\n'.repeat(1 + random.below(4));
  return random.pick(['', ' ', ' ', ' ', '  ', '\t', '\n', '\n   ']);
}

const comments = [
  'why',
  'a "quote',
  '( open',
  '----',
  'pact-fmt: off',
  'pact-fmt: on',
  'é \u{1F60B}',
  '',
];
