// Reports the property tests of a script's modules as a block, with every target as an expectation.

import type { TargetResult } from '../fuzz/counterexample.ts';
import {
  testPlaceOf,
  type BlockReport,
  type ExpectationReport,
  type FailureReport,
  type Notice,
} from './test-report.ts';

/** The beginning of the names of such expectations. */
export const fuzzTitle = 'fuzz ';

/** `strict`: targets that were not tested count as failures. */
export function fuzzReport(
  file: string,
  results: readonly TargetResult[],
  { strict }: { readonly strict: boolean },
): { readonly block: BlockReport; readonly notices: readonly Notice[] } {
  return {
    block: {
      // Not a transaction of the script, so there is no gas to compare.
      name: undefined,
      place: { file, line: 1, column: 1 },
      expectations: results.map((result) => expectationOf(result, strict)),
      prints: results.flatMap(({ span, table }) =>
        table.length === 0 ? [] : [{ place: testPlaceOf(span), text: table.join('\n') }],
      ),
      error: undefined,
      durationMs: 0,
      milliGas: 0n,
    },
    notices: results.flatMap((result) => noticesOf(result, strict)),
  };
}

function noticesOf({ name, span, left, notes }: TargetResult, strict: boolean): readonly Notice[] {
  // If strict, the failure itself has the reason.
  const untried = left === undefined || strict ? [] : [`not tried: ${name}: ${left}`];
  return [...untried, ...notes].map((text) => ({ place: testPlaceOf(span), text }));
}

function expectationOf(result: TargetResult, strict: boolean): ExpectationReport {
  const { name, span, left, counterexample } = result;
  const place = testPlaceOf(span);
  const durationMs = 0;
  if (left !== undefined) {
    const title = `${fuzzTitle}${name}`;
    return strict
      ? { name: title, place, failure: failureOf([`not tried: ${left}`]), durationMs }
      : { name: title, place, failure: undefined, skipped: left, durationMs };
  }
  const title = `${fuzzTitle}${name} (${countsOf(result)})`;
  if (counterexample === undefined) return { name: title, place, failure: undefined, durationMs };
  const { message, steps, seed, run } = counterexample;
  const failure = failureOf([message, ...steps, `seed ${seed}, run ${run}`]);
  return { name: title, place, failure, durationMs };
}

function countsOf({ runs, calls = 0, discarded }: TargetResult): string {
  const counted = [
    `${runs} ${runs === 1 ? 'run' : 'runs'}`,
    ...(calls === 0 ? [] : [`${calls} ${calls === 1 ? 'call' : 'calls'}`]),
    ...(discarded === 0 ? [] : [`${discarded} rejected`]),
  ];
  return counted.join(', ');
}

const failureOf = (lines: readonly string[]): FailureReport => ({
  message: lines.join('\n'),
  expected: undefined,
  received: undefined,
  source: undefined,
  error: undefined,
});
