// Reports the property tests of a script's modules as a block, with every target as an expectation.

import type { TargetResult } from '../fuzz/counterexample.ts';
import {
  type BlockReport,
  type ExpectationReport,
  type FailureReport,
  type Notice,
  testPlaceOf,
} from './test-report.ts';
import { type SyntaxModule, installedName } from '../../../lang/session/analyse.ts';
import type { ReplEngine } from '../../repl/engine.ts';
import type { RunObserver } from '../../repl/watching.ts';

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

/** Keeps the syntax of the modules that a run loads, by full name, since only the syntax has their models. */
export class LoadedModules {
  readonly written = new Map<string, SyntaxModule>();
  private engine: ReplEngine | undefined = undefined;

  watch(engine: ReplEngine): void {
    this.engine = engine;
  }

  /** Returns the observer with recording of modules; `isWatching`: whether the run is still in progress. */
  observer(observer: RunObserver, isWatching: () => boolean): RunObserver {
    return {
      ...observer,
      formEnded: (form) => {
        observer.formEnded(form);
        if (form.kind === 'module') this.note(form);
      },
      // Property tests after the run have errors of their own.
      get recovered() {
        return isWatching() ? observer.recovered : undefined;
      },
    };
  }

  private note(module: SyntaxModule): void {
    const loaded = this.engine?.machine.loaded;
    if (loaded === undefined) return;
    const { text: name } = installedName(module.name.text, loaded);
    if (loaded.module(name) !== undefined) this.written.set(name, module);
  }
}
