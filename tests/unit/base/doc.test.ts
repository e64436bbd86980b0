// The layout algorithm: the shapes of the reference's messages, and agreement with the definition of the algorithm.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  align,
  cat,
  commaBraces,
  concat,
  flatAlt,
  group,
  hang,
  hardline,
  hsep,
  line,
  list,
  nest,
  parens,
  punctuate,
  render,
  text,
  vsep,
  type Doc,
} from '../../../src/base/doc.ts';
import { layoutByDefinition } from '../../support/layout-by-definition.ts';

const longTail = `a\nb${'c'.repeat(78)}`;
const key = 'a'.repeat(64);
const keyset = (...keys: string[]): Doc =>
  concat('KeySet ', commaBraces([concat('keys: ', list(keys)), 'pred: keys-all']));

describe('shapes of messages', () => {
  const elided = (count: number): Doc =>
    concat('Keyset failure (keys-all): ', list(Array<string>(count).fill('abcdefgh...')));
  const below = ' '.repeat(27);

  test.each<[string, Doc, string]>([
    ['a keyset that fits', keyset('k1', 'k2'), 'KeySet {keys: [k1, k2],pred: keys-all}'],
    ['no keys', keyset(), 'KeySet {keys: [],pred: keys-all}'],
    ['one long key', keyset(key), `KeySet {keys: [${key}]\n,pred: keys-all}`],
    [
      'one long key after words',
      concat('Invalid keyset format: ', keyset(key)),
      `Invalid keyset format: KeySet {keys: [ ${key} ]\n,pred: keys-all}`,
    ],
    [
      'two long keys',
      keyset(key, key),
      `KeySet {keys: [ ${key}\n${' '.repeat(14)}, ${key} ]\n,pred: keys-all}`,
    ],
    [
      'four keys',
      elided(4),
      `Keyset failure (keys-all): [${'abcdefgh..., '.repeat(3)}abcdefgh...]`,
    ],
    [
      'five keys',
      elided(5),
      `Keyset failure (keys-all): [ abcdefgh...${`\n${below}, abcdefgh...`.repeat(4)} ]`,
    ],
    [
      'a capability guard',
      concat(
        'Capability not acquired: CapabilityGuard ',
        commaBraces(['name: m.CAP', 'args: ["alice", "bob", 1.0]', 'pactId: ']),
      ),
      'Capability not acquired: CapabilityGuard {name: m.CAP\n,args: ["alice", "bob", 1.0]\n,pactId: }',
    ],
  ])('%s', (_, doc, expected) => {
    expect(render(doc)).toBe(expected);
  });
});

describe('building blocks', () => {
  test.each<[string, Doc, string]>([
    ['words', hsep(['a', '', 'b']), 'a  b'],
    ['commas', hsep(punctuate(',', ['a', 'b', 'c'])), 'a, b, c'],
    ['a break outside of any group stays', concat('a', line, 'b'), 'a\nb'],
    ['a group that fits is flat', group(vsep(['a', 'b'])), 'a b'],
    ['a hard break is never flat', group(concat('a', line, 'b', hardline, 'c')), 'a\nb\nc'],
    ['a line feed in a text is a break', text('a\nb'), 'a\nb'],
    ['which a group takes away', group(text('a\nb')), 'a b'],
    ['nest', nest(2, vsep(['a', 'b'])), 'a\n  b'],
    ['align', concat('ab', align(vsep(['c', 'd']))), 'abc\n  d'],
    ['hang', concat('ab', hang(1, vsep(['c', 'd']))), 'abc\n   d'],
    ['cat', cat(['a', 'b']), 'ab'],
    ['alternatives', concat(flatAlt('x', 'y'), group(flatAlt('x', 'y'))), 'xy'],
    ['blank lines carry no blanks', nest(4, vsep(['a', '', 'b'])), 'a\n\n    b'],
    ['the text after the group counts', concat(group(vsep(['a', 'b'])), 'c'.repeat(78)), longTail],
    ['code points count once', group(vsep(['😀'.repeat(40), '😀'.repeat(39)])), smileys(' ')],
    ['and one too many breaks', group(vsep(['😀'.repeat(40), '😀'.repeat(40)])), smileys('\n', 40)],
  ])('%s', (_, doc, expected) => {
    expect(render(doc)).toBe(expected);
  });

  test('depth and length are not limited by the stack', () => {
    let deep: Doc = text('x');
    for (let i = 0; i < 100_000; i++) deep = group(nest(1, align(parens(deep))));
    expect(render(deep)).toHaveLength(200_001);
    const keys = Array<string>(100_000).fill('k');
    expect(render(list(keys)).split('\n')).toHaveLength(100_000);
  });
});

describe('a text that is too long', () => {
  const below = ' '.repeat(40);
  const indented = concat(below, list(['k1', 'k2'.repeat(20), 'k3']));

  test.each<[string, Doc, number, string]>([
    ['is cut within a word', text('abcdef'), 4, 'abcd...'],
    ['is whole at the limit', text('abcdef'), 6, 'abcdef'],
    ['is cut between characters', text('a😀'), 2, 'a...'],
    ['counts the line feeds', vsep(['ab', 'cd']), 3, 'ab\n...'],
    ['is cut before a line', vsep(['ab', 'cd']), 2, 'ab...'],
    ['counts what indents a line', indented, 80, `${below}[ k1\n...`],
    ['and shows what fits', indented, 90, `${below}[ k1\n${below}, k2k...`],
  ])('%s', (_, doc, limit, expected) => {
    expect(render(doc, { limit })).toBe(expected);
  });
});

describe('agrees with the definition', () => {
  const word = fc.constantFrom('', 'a', 'bcd', 'efghijk', 'l\nm');
  const { doc } = fc.letrec<{ doc: Doc }>((tie) => {
    const inner = tie('doc');
    return {
      doc: fc.oneof(
        { depthSize: 'small', withCrossShrink: true },
        word.map(text),
        fc.constantFrom(line, hardline),
        fc.array(inner, { maxLength: 4 }).map((parts) => concat(...parts)),
        fc.array(inner, { maxLength: 4 }).map(list),
        fc.array(inner, { maxLength: 4 }).map(cat),
        fc.tuple(inner, inner).map(([broken, flat]) => flatAlt(broken, flat)),
        inner.map(group),
        inner.map(align),
        fc.tuple(fc.nat(3), inner).map(([by, nested]) => nest(by, nested)),
      ),
    };
  });

  test('on any document, in any width', () => {
    fc.assert(
      fc.property(doc, fc.integer({ min: 0, max: 20 }), (any, width) => {
        expect(render(any, { width })).toBe(layoutByDefinition(any, width));
      }),
      { numRuns: 1000 },
    );
  });
});

function smileys(between: string, second = 39): string {
  return `${'😀'.repeat(40)}${between}${'😀'.repeat(second)}`;
}
