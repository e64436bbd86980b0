// Randomly mutated programs throw nothing but Pact errors. tests/fuzz does the same for any length of time, in threads that
// may crash.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Source } from '../../src/base/span.ts';
import { smallRoom } from '../../src/apps/cli/stack-size.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { renderError } from '../../src/lang/diagnostics/render.ts';
import { boundedText } from '../../src/lang/diagnostics/text.ts';
import { Interrupted } from '../../src/lang/state/limits.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { resultTextOf } from '../../src/tools/repl/read-forms.ts';
import { silentHost } from '../../src/tools/repl/options.ts';
import { ownPrograms } from '../support/corpus.ts';
import { mutate, piecesOf } from '../support/mutate.ts';
import { Random } from '../support/random.ts';

const corpus = ownPrograms().map(piecesOf);
const patienceMs = 1000;

test('mutated programs have results or errors', () => {
  fc.assert(
    fc.property(fc.nat(0xffff_ffff), (seed) => {
      const random = new Random(seed);
      const program = mutate(random, random.pick(corpus), corpus);
      expect(surprise(program), program).toBeUndefined();
    }),
    { numRuns: 300 },
  );
});

/** Returns what was thrown, if it is not a Pact error. */
function surprise(program: string): unknown {
  const end = performance.now() + patienceMs;
  const engine = new ReplEngine({
    host: silentHost,
    ...smallRoom,
    isInterrupted: () => performance.now() > end,
  });
  try {
    engine.run(new Source('mutated.repl', program), resultTextOf);
  } catch (error) {
    if (error instanceof Interrupted) return undefined;
    if (!isEvalError(error)) return error;
    renderError(error, { hints: true });
    boundedText(error);
  }
  return undefined;
}
