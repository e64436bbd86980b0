// Formatting of programs with random blanks and comments, and of randomly mutated programs: it changes only blanks, and a
// second pass changes nothing.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Source } from '../../src/base/span.ts';
import { createSession } from '../../src/index.ts';
import { formatSource } from '../../src/lang/syntax/format/format.ts';
import { checkFormat } from '../corpus/format-files.ts';
import { ownPrograms } from '../support/corpus.ts';
import { mutate, piecesOf } from '../support/mutate.ts';
import { read } from '../support/project-files.ts';
import { Random } from '../support/random.ts';
import { scatter } from '../support/scatter.ts';

const corpus = ownPrograms()
  .filter((text) => checkFormat(text).kind === 'sound')
  .map(piecesOf)
  .filter(({ length }) => length < 3000);

test.each([
  ['usual', undefined],
  ['narrow', { width: 20, indent: 4, closers: 'own-line' }],
  ['wide', { width: 200, indent: 2, closers: 'stacked' }],
] as const)('any layout of a program, %s', (_, options) => {
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), (seed) => {
      const random = new Random(seed);
      const program = scatter(random, random.pick(corpus));
      const checked = checkFormat(program, options);
      expect({ ...checked, program }).toMatchObject({ kind: 'sound' });
    }),
    { numRuns: 60 },
  );
});

test('mutated programs', () => {
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), (seed) => {
      const random = new Random(seed);
      const program = mutate(random, random.pick(corpus), corpus);
      const checked = checkFormat(program);
      expect({ ...checked, program }).not.toMatchObject({ kind: 'broken' });
    }),
    { numRuns: 150 },
  );
});

test('a contract keeps its hash, and its tests pass', () => {
  const folder = 'stdlib/fungible-token/';
  const load = (change: (text: string) => string) => {
    const session = createSession({ readFile: (path) => change(read(folder + path)) });
    const { expectations } = session.run(change(read(`${folder}token.repl`)));
    const hash = session.evaluate('(at "hash" (describe-module "token"))');
    return { expectations: expectations.map(({ kind, name }) => [kind, name]), hash };
  };
  const original = load((text) => text);
  expect(original.hash).toMatchObject({ kind: 'value' });
  expect(load(format)).toEqual(original);
});

function format(text: string): string {
  const outcome = formatSource(new Source('contract', text));
  return outcome.kind === 'formatted' ? outcome.text : '';
}
