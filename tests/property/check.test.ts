// Checking any program gives results without a crash, and finds no errors in our own programs.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { didYouMean } from '../../src/lang/diagnostics/render.ts';
import { checkFiles } from '../support/check-files.ts';
import { ownPrograms } from '../support/corpus.ts';
import { mutate, piecesOf } from '../support/mutate.ts';
import { Random } from '../support/random.ts';

const corpus = ownPrograms().map(piecesOf);

test('mutated programs are checked without an internal error', () => {
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), (seed) => {
      const random = new Random(seed);
      const program = mutate(random, random.pick(corpus), corpus);
      const { diagnostics } = checkFiles({ 'changed.repl': program });
      for (const { error } of diagnostics) {
        expect(error.message, program).not.toBe('');
        didYouMean(error);
      }
    }),
    { numRuns: 200 },
  );
});
