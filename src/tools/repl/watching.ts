// Watchers of a session: they receive the events of the machine (lang/eval/watching.ts), and top-level forms.

import type { Span } from '../../base/span.ts';
import {
  freeModel,
  GasMeter,
  isChargeWatcher,
  ReportingMeter,
  type GasSchedule,
  type Watcher,
} from '../../lang/session/run.ts';
import { type ResolvedTopLevel } from '../../lang/session/analyse.ts';
import type { ReplHost } from './host.ts';
import type { ReplOptions } from './options.ts';
import { resultTextOf, type FormResult } from './result-text.ts';

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
