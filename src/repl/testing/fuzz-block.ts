// What came of trying the modules of a script, as a block of its report: every target is an expectation.

import type { TargetResult } from '../fuzz/counterexample.ts';
import {
  testPlaceOf,
  type BlockReport,
  type ExpectationReport,
  type Notice,
} from './test-report.ts';

/** With which the names of such expectations begin. */
export const fuzzTitle = 'fuzz ';

export function fuzzReport(
  file: string,
  results: readonly TargetResult[],
): { readonly block: BlockReport; readonly notices: readonly Notice[] } {
  const tried = results.filter(({ left }) => left === undefined);
  return {
    block: {
      // No transaction of the script: there is no gas of it to compare.
      name: undefined,
      place: { file, line: 1, column: 1 },
      expectations: tried.map(expectationOf),
      prints: results.flatMap(({ span, table }) =>
        table.length === 0 ? [] : [{ place: testPlaceOf(span), text: table.join('\n') }],
      ),
      error: undefined,
      durationMs: 0,
      milliGas: 0n,
    },
    notices: results.flatMap(noticesOf),
  };
}

function noticesOf({ name, span, left, notes }: TargetResult): readonly Notice[] {
  const texts = left === undefined ? notes : [`not tried: ${name}: ${left}`];
  return texts.map((text) => ({ place: testPlaceOf(span), text }));
}

function expectationOf(result: TargetResult): ExpectationReport {
  const { name, span, runs, discarded, counterexample } = result;
  const place = testPlaceOf(span);
  const left = discarded === 0 ? '' : `, ${discarded} rejected`;
  const title = `${fuzzTitle}${name} (${runs} ${runs === 1 ? 'run' : 'runs'}${left})`;
  const durationMs = 0;
  if (counterexample === undefined) return { name: title, place, failure: undefined, durationMs };
  const { message, steps, seed, run } = counterexample;
  const lines = [message, ...steps, `seed ${seed}, run ${run}`];
  return {
    name: title,
    place,
    durationMs,
    failure: {
      message: lines.join('\n'),
      expected: undefined,
      received: undefined,
      source: undefined,
      error: undefined,
    },
  };
}
