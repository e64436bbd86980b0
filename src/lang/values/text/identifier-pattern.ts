// Regular expressions for identifiers in strings that are parsed at run time: letters of any script and special characters,
// digits not first. The set of letters must not depend on the version of Node: the reference uses GHC 9.10, which supports
// Unicode 15.1.
// Source: pact/Pact/Core/Names.hs, RuntimeParsers.hs; General_Category L of Unicode 15.1.0.

import { lazily } from '../../../base/deferred.ts';

/** Ranges of letters in base 36: the number of non-letters before each range, then how many follow its first, if any. */
const ranges = `
  1t.p 6.p 1b a 4 5.m 1.u 1.cp 4.b e.4 7 1 3l.4 1.1 2.3 1 6 1.2 1 1.j 1.2a 1.3u 8.4l 1.11 2 6.14
  1z.q 4.3 19.16 z.1 1.2q 1 f.1 7.1 a.2 2 g 1.t t.2g b o.w 9.1 4 5.l 4 9 3 n.o 7.a 5.n 1.5 h.15
  1m.1h 3 i 7.9 f.f 4.7 2.1 2.l 1.6 1 3.3 3 g d.1 1.2 e.1 a 8.5 4.1 2.l 1.6 1.1 1.1 1.1 v.3 1 j.2
  g.8 1.2 1.l 1.6 1.1 1.4 3 i f.1 n b.7 2.1 2.l 1.6 1.1 1.4 3 u.1 1.2 f h 1.5 3.2 1.3 3.1 1 1.1 3.1
  3.2 3.b m 1g.7 1.2 1.m 1.f 3 q.2 2 2.1 u 4.7 1.2 1.m 1.9 1.4 3 v.1 1.1 f.1 h.8 1.2 1.14 2 g 5.2
  8.2 o.5 5.h 3.n 1.8 1 2.6 1m.1b 1.1 c.6 1m.1 1 1.4 1.n 1 1.9 1.1 9 2.4 1 l.3 w 1r.7 1.z r.4 37.16
  k g.5 4.3 3 3.1 7.2 4.c c h.11 1 5 2.16 1.98 1.3 2.6 1 1.3 2.14 1.3 2.w 1.3 2.6 1 1.3 2.e 1.1k
  1.3 2.1u 11.f g.2d 2.5 3.h7 2.g 1.p 5.22 6.7 7.h d.i e.h e.c 1.2 f.1f z 4 1v.2g 7.4 2.x 1 5.1x
  a.u 1d.t 2.4 b.17 4.p 1i.m 9.1g 2a 2l.1a h.7 1i.t d.1 a.17 q.z 15.2 a.z 2.8 7.16 2.2 15.3 1.5 1.1
  3 5.5b 1s.7p 2.5 2.11 2.5 2.7 1 1 1 1.u 2.1g 1.6 1 3.2 1.6 3.3 2.5 4.c 5.2 1.6 38 d g.c 2t 4 2.9
  1 3.4 6 1 1 1.3 1.a 2.3 5.4 4 1g.1 22j.6c 6.3 3.1 c.11 1 5 2.1j 7 g.m 9.6 1.6 1.6 1.6 1.6 1.6 1.6
  1.6 28 d1.1 16.4 5.1 4.2d 6.2 1.2h 1.3 5.16 1.2l h.v 1c.f e8.533 1s.h3g 1v.19 2.7g 3.f a.1 k.1a
  g.u 2.1x 1d.8 2.2u 2.1r 5.1 1 1.4 o.f 1.2 1.3 1.m t.1f e.1d 1q.5 3 1.1 b.r a.m p.s 7.1a s g.4 1.9
  a.4 1.14 n.2 1.7 k.m 3 3.1d 1 3.1 2.4 2 1 o.2 2.a 7.2 c.5 2.5 2.5 9.6 1.6 1.16 1.d 6.36 t.8mb c.m
  4.1c 6is.a5 2.2x 12.6 c.4 5 1.9 1.c 1.4 1 1.1 1.1 1.2z x.a2 i.1r 2.1h 14.b 38.4 1.3q 10.p 6.p
  b.2g 3.5 2.5 2.5 2.2 z.b 1.p 1.i 1.1 1.e 2.d y.3e at.s 3.1c 1b.v d.j 1.7 6.11 a.t 2.z 4.7 1c.4d
  i.z 4.z 4.13 8.1f c.a 1.e 1.6 1.1 1.a 1.e 1.6 1.1 1v.8m 9.l a.7 o.5 1.15 1.8 1x.5 2 1.17 1.1 3
  2.m a.m 9.u 1t.i 1.1 a.l a.p 1y.1j 6.1 1s f.3 1.2 1.s 16.s 3.s z.7 1.r r.1h a.l a.i d.h 32.20
  1j.1e d.1e d.z 9o.15 6.1 26.s a 8.l 16.h 1a.k r.m c.1g 1l.1 2 d.18 w.o q.z t 2 8.y 3 c.1b e.3 l 1
  z.h 1.o j.1 1r.6 1 1.3 1.e 1.9 7.1a 12.7 2.1 2.l 1.6 1.1 1.4 3 i c.4 4e.1g i.3 k.2 u.1b k.1 1
  54.1a 15.3 10.1b k 1n.16 d 1z.q 11.6 55.17 38.1r v.7 2 2.7 1.1 1.n f 1 2m.7 2.12 g 1 s a.13 7 l
  b.19 j i.20 7b.8 1.10 h 1d.t 34.6 1.1 1.11 l p.5 1.1 1.v e 93.i f 1.c 1.x 3g 27.pl 6e.5f 218.2o
  f.tr h.5 33t.g6 6nt.fs 7.u h.26 h.t i.1b g.3 v.k 5.i j4.1r 3k.22 5 1u.c 1s.1 1 s.4qf 8.yd 16.8
  6w7.3 1.6 1.1 1.82 f t.2 2 e.3 8.az 1s4.2y 5.c 3.8 7.9 4me.2c 1.1y 1.1 2 2.1 2.3 1.b 1 1.6 1.1s
  1.3 2.7 1.6 1.r 1.3 1.4 1 3.6 1.9f 2.o 1.o 1.u 1.o 1.u 1.o 1.u 1.o 1.u 1.o 1.7 1f8.u 6.5 79.1p
  42.18 a.6 g 8x.t i.17 dg.r l0.6 1.3 1.1 1.e 1.5g 1n.1v 7 xg.3 1.q 1.1 1 2 1.9 1.3 1 1 6 4 1 1 1.2
  1.1 1 2 1 1 1 1 1.1 1 2.3 1.6 1.3 1.3 1 1.9 1.g 5.2 1.4 1.g 3es.wyn w.37d 6.65 2.4g1 e.5rk f.h9
  1wi.f1 15u.3t6 5.38f
`;

export type IdentifierPattern = {
  /** Matches one character that an identifier may contain. */
  readonly character: string;
  readonly identifier: string;
};

/** Returns the expression for a string, created on first use. */
export function expressionWithIdentifiers(
  source: (pattern: IdentifierPattern) => string,
): (text: string) => RegExp {
  const plain = lazily(() => new RegExp(source(patternOf('A-Za-z')), 'u'));
  const whole = lazily(() => new RegExp(source(patternOf(letters())), 'u'));
  // The expression with the letters of all scripts takes milliseconds to create, and few strings need it.
  return (text) => (isPlain.test(text) ? plain() : whole());
}

const isPlain = /^[\0-\x7f]*$/;

function patternOf(letter: string): IdentifierPattern {
  const first = `${letter}%#+\\-_&$@<>=^?*!|/~`;
  const character = `[${first}0-9]`;
  return { character, identifier: `[${first}]${character}*` };
}

/** White space as in GHC. */
export const blanks = '[\\t-\\r\\p{Zs}]*';

/** For use inside a character class, with the flag `u`. */
function letters(): string {
  let next = 0;
  const parts = ranges
    .trim()
    .split(/\s+/)
    .map((range) => {
      const [gap = '', length = '0'] = range.split('.');
      const from = next + parseInt(gap, 36);
      const to = from + parseInt(length, 36);
      next = to + 1;
      return from === to ? escaped(from) : `${escaped(from)}-${escaped(to)}`;
    });
  return parts.join('');
}

const escaped = (codePoint: number): string => `\\u{${codePoint.toString(16)}}`;
