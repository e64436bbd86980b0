// Random mutations of programs: tokens are deleted, doubled, swapped or replaced by odd ones, and forms of other programs are
// inserted. Most results still parse, so the phases after the parser are tested, too.

import { Source } from '../../src/base/span.ts';
import { lex } from '../../src/lang/syntax/lex.ts';
import type { Random } from './random.ts';

/** A program as its tokens, each with the whitespace before it. */
export type Pieces = readonly string[];

export function piecesOf(text: string): Pieces {
  const { tokens } = lex(new Source('corpus', text));
  const pieces: string[] = [];
  let end = 0;
  for (const { startOffset, image } of tokens) {
    pieces.push(text.slice(end, startOffset + image.length));
    end = startOffset + image.length;
  }
  return pieces;
}

/** Makes one or more changes. */
export function mutate(random: Random, program: Pieces, corpus: readonly Pieces[]): string {
  let pieces = program;
  const changes = random.oneIn(3) ? 2 + random.below(3) : 1;
  for (let i = 0; i < changes && pieces.length > 0; i++) {
    pieces = random.pick(mutations)(random, pieces, corpus);
  }
  const text = pieces.join('');
  return random.oneIn(40) ? damage(random, text) : text;
}

type Mutation = (random: Random, pieces: Pieces, corpus: readonly Pieces[]) => Pieces;

const mutations: readonly Mutation[] = [
  function deleteToken(random, pieces) {
    const at = wordOf(random, pieces);
    return replaced(pieces, at, at + 1, []);
  },
  function doubleToken(random, pieces) {
    const at = wordOf(random, pieces);
    return replaced(pieces, at, at, pieces.slice(at, at + 1));
  },
  function exchangeTokens(random, pieces) {
    const [a, b] = [wordOf(random, pieces), wordOf(random, pieces)];
    const result = [...pieces];
    [result[a], result[b]] = [pieces[b] as string, pieces[a] as string];
    return result;
  },
  function replaceToken(random, pieces) {
    const at = wordOf(random, pieces);
    return replaced(pieces, at, at + 1, [` ${random.pick(oddTokens)}`]);
  },
  function replaceByOtherToken(random, pieces, corpus) {
    const at = wordOf(random, pieces);
    const other = random.pick(corpus);
    const by = other[wordOf(random, other)] ?? '';
    return replaced(pieces, at, at + 1, [` ${by.trim()}`]);
  },
  function deleteForm(random, pieces) {
    const form = formOf(random, pieces);
    return replaced(pieces, form.start, form.end, []);
  },
  function doubleForm(random, pieces) {
    const { start, end } = formOf(random, pieces);
    return replaced(pieces, start, start, pieces.slice(start, end));
  },
  function replaceForm(random, pieces, corpus) {
    const { start, end } = formOf(random, pieces);
    return replaced(pieces, start, end, otherForm(random, corpus));
  },
  function insertForm(random, pieces, corpus) {
    const { start } = formOf(random, pieces);
    return replaced(pieces, start, start, otherForm(random, corpus));
  },
  function replaceFormByToken(random, pieces) {
    const { start, end } = formOf(random, pieces);
    return replaced(pieces, start, end, [` ${random.pick(oddTokens)}`]);
  },
  function exchangeForms(random, pieces) {
    const [one, other] = [formOf(random, pieces), formOf(random, pieces)];
    const [first, second] = one.start < other.start ? [one, other] : [other, one];
    if (first.end > second.start) return pieces;
    return [
      ...pieces.slice(0, first.start),
      ...pieces.slice(second.start, second.end),
      ...pieces.slice(first.end, second.start),
      ...pieces.slice(first.start, first.end),
      ...pieces.slice(second.end),
    ];
  },
  function wrapForm(random, pieces) {
    const { start, end } = formOf(random, pieces);
    const [before, after] = random.pick(wrappers);
    return replaced(pieces, start, end, [before, ...pieces.slice(start, end), after]);
  },
  function renameToken(random, pieces) {
    const name = random.pick(pieces).trim();
    const odd = random.pick(oddNames);
    return pieces.map((piece) => (piece.trim() === name ? piece.replace(name, () => odd) : piece));
  },
  function wrapProgram(random, pieces) {
    return random.oneIn(4) ? [random.pick(preludes), ...pieces] : pieces;
  },
];

const opens = (piece: string): boolean => /[([{]$/.test(piece);
const closes = (piece: string): boolean => /[)\]}]$/.test(piece);

/** Rarely a bracket: an unmatched one only tests the parser. */
function wordOf(random: Random, pieces: Pieces): number {
  const anything = random.oneIn(30);
  for (let tries = 0; tries < 20; tries++) {
    const at = random.below(pieces.length);
    const piece = pieces[at] as string;
    if (anything || !(opens(piece) || closes(piece))) return at;
  }
  return 0;
}

type Range = { readonly start: number; readonly end: number };

/** Returns a form in brackets, or a single token if there is none. */
function formOf(random: Random, pieces: Pieces): Range {
  const from = random.below(pieces.length);
  for (let start = from; start < pieces.length && start < from + 50; start++) {
    if (!opens(pieces[start] as string)) continue;
    return { start, end: endOfForm(pieces, start) };
  }
  const start = wordOf(random, pieces);
  return { start, end: start + 1 };
}

function endOfForm(pieces: Pieces, start: number): number {
  let depth = 0;
  for (let at = start; at < pieces.length; at++) {
    const piece = pieces[at] as string;
    if (opens(piece)) depth++;
    else if (closes(piece) && --depth === 0) return at + 1;
  }
  return pieces.length;
}

function otherForm(random: Random, corpus: readonly Pieces[]): Pieces {
  const other = random.pick(corpus);
  const { start, end } = formOf(random, other);
  return end - start > 400 ? [' 1'] : [' ', ...other.slice(start, end)];
}

function replaced(pieces: Pieces, start: number, end: number, by: Pieces): Pieces {
  return [...pieces.slice(0, start), ...by, ...pieces.slice(end)];
}

/** Changes characters instead of tokens. */
function damage(random: Random, text: string): string {
  const at = random.below(text.length + 1);
  const length = random.below(4);
  return text.slice(0, at) + random.pick(oddCharacters) + text.slice(at + length);
}

const oddNames = ['__proto__', 'constructor', 'then', 'toString', 'hasOwnProperty', 'f', 'x', 'G'];

const oddTokens = [
  ...oddNames,
  '0',
  '1',
  '-1',
  '2147483648',
  '9007199254740993',
  '9223372036854775808',
  '-9223372036854775809',
  '18446744073709551617',
  `1${'0'.repeat(80)}`,
  '9'.repeat(2000),
  '0.0',
  '-0.0',
  '1.5',
  `0.${'0'.repeat(254)}1`,
  `${'9'.repeat(300)}.${'9'.repeat(255)}`,
  '""',
  '"a"',
  '"\u{1F600}"',
  '"__proto__"',
  '"2020-02-30T25:61:61Z"',
  '"%Y-%m-%dT%H:%M:%S"',
  `"${'a'.repeat(5000)}"`,
  "'keys",
  'true',
  'false',
  '()',
  '[]',
  '{}',
  '[1 "a" 2.0]',
  '{"a": 1, "10": 2, "9": 3}',
  '(lambda (x) x)',
  '(+)',
  '(time "2020-01-01T00:00:00Z")',
  '(make-list 100000 0)',
  '(enumerate 0 10 -1)',
  '(sig-keyset)',
  '(create-capability-guard (G))',
  '(fold (lambda (a x) [a a]) 1 (enumerate 1 60))',
  '(shift 1 1000000)',
  ':integer',
  ':[object{s}]',
  '@managed',
  '@event',
  '@model [(property true)]',
  ':=',
  '::',
  '.',
  ',',
];

const wrappers: readonly (readonly [string, string])[] = [
  [' (let ((x ', ')) x)'],
  [' (if true ', ' 1)'],
  [' (try 1 ', ')'],
  [' (pure ', ')'],
  [' (expect "e" ', ' 1)'],
  [' (expect-failure "e" ', ')'],
  [' (map (lambda (y) ', ') [1 2])'],
  [' (with-capability ', ' 1)'],
  [' (create-user-guard ', ')'],
  [' (enforce ', ' "m")'],
  [' (hash ', ')'],
  [' (show [', '])'],
  [' (format "{}" [', '])'],
  [' (sort [', ' 1])'],
  [' (env-data {"a": ', '})'],
  [' (continue-pact ', ')'],
  [' (module m G (defcap G () true) (defun f () ', ')) (m.f)'],
  [' (module m G (defcap G () true) (defconst C ', '))'],
  [' (defconst C ', ') C'],
];

const preludes = [
  '(env-gasmodel "table") (env-gaslimit 100000)\n',
  '(env-gasmodel "table") (env-gaslimit 10000000) (env-gaslog)\n',
  '(env-gasmodel "fixed" 1) (env-gaslimit 1000)\n',
  '(env-exec-config ["DisablePact51" "DisablePact52" "DisablePact53"])\n',
  '(env-exec-config ["DisableRuntimeRTC" "DisablePactEvents" "EnforceKeyFormats"])\n',
  '(env-simulate-onchain true)\n',
  '(env-enable-repl-natives true)\n',
  '(begin-tx)\n',
];

const oddCharacters = [
  '\0',
  '\ud800',
  '\u{1F600}',
  '\uFEFF',
  '\r',
  '"',
  "'",
  '\\',
  ';',
  '(',
  ')',
  '`',
  'é',
];
