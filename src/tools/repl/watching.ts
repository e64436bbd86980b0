// Watchers and the observer of a session: they receive the events of the machine (lang/eval/watching.ts), and top-level
// forms.

import type { Span } from '../../base/span.ts';
import {
  type EvalError,
  GasMeter,
  type GasSchedule,
  ReportingMeter,
  type Watcher,
  freeModel,
  isChargeWatcher,
} from '../../lang/session/run.ts';
import type { ResolvedTopLevel, TopLevel } from '../../lang/session/analyse.ts';
import type { ReplHost, ReplOptions } from './options.ts';
import { type FormResult, resultTextOf } from './read-forms.ts';

type Module = Extract<ResolvedTopLevel, { kind: 'module' }>['module'];

export type SessionWatcher = Watcher & {
  readonly beforeForm?: (span: Span) => void;
  /** `result`: `undefined` if the form failed. */
  readonly afterForm?: (span: Span, result: FormResult | undefined) => void;
  /** Called when a module was resolved but is not installed yet. */
  readonly moduleResolved?: (module: Module) => void;
};

export function watchersOf(options: ReplOptions): readonly SessionWatcher[] {
  const { host, coverage, gasProfile, gasTotal, watchers = [] } = options;
  const ours: readonly (SessionWatcher | undefined)[] = [coverage, gasProfile, gasTotal];
  return [...ours, ...watchers, traceOf(host)].filter((watcher) => watcher !== undefined);
}

export function meterFor(watchers: readonly SessionWatcher[], schedule?: GasSchedule): GasMeter {
  const ofCharges = watchers.filter((watcher) => isChargeWatcher(watcher));
  return ofCharges.length === 0
    ? new GasMeter(freeModel, undefined, schedule)
    : new ReportingMeter(ofCharges, schedule);
}

/** Returns a watcher that shows the value of every form; `undefined` if the host shows none. */
function traceOf({ trace }: ReplHost): SessionWatcher | undefined {
  if (trace === undefined) return undefined;
  return {
    afterForm: (span, result) => {
      const text = result === undefined ? undefined : resultTextOf(result);
      if (text !== undefined) trace(span, text);
    },
  };
}

/** Runs a form and notifies the watchers, also if it fails. */
export function watchedForm(
  watchers: readonly SessionWatcher[],
  span: Span,
  run: () => FormResult,
): FormResult {
  if (watchers.length === 0) return run();
  let result: FormResult | undefined;
  for (const watcher of watchers) watcher.beforeForm?.(span);
  try {
    return (result = run());
  } finally {
    for (const watcher of watchers) watcher.afterForm?.(span, result);
  }
}

/**
 * The observer of a run, for test runners: it receives events, and can make a run continue after an error. Without one,
 * nothing is reported and the first error ends the run.
 */
export type RunObserver = {
  readonly formBegan: (form: TopLevel) => void;
  /** Also called if the form ended with an error. */
  readonly formEnded: (form: TopLevel) => void;
  /** `usesChains`: the script uses several chains, and so loads its modules on each. */
  readonly fileBegan: (path: string, identity: string, span: Span, usesChains: boolean) => void;
  readonly fileEnded: () => void;
  readonly transactionBegan: (label: string | undefined, span: Span) => void;
  readonly transactionEnded: () => void;
  /**
   * Called with an error that ended a form; the forms of the same source up to the next `begin-tx` are skipped, and the
   * open transaction is rolled back. Absent if an error ends the run. An error in a file that is loaded within a transaction
   * or an expression, such as `(expect-failure "..." (load "file"))`, is one of the form that loads the file.
   */
  readonly recovered?: ((error: EvalError, left: LeftOut) => void) | undefined;
};

export type LeftOut = {
  readonly forms: readonly TopLevel[];
  /** The place where the run continues, if that is in this source. */
  readonly resumesAt: Span | undefined;
};
