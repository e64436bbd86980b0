// Compares a whole run with a run from kept states: after every form the state is written to bytes and read by a new session.

import { runStepwise, runWhole, type Files } from '../support/replayed.ts';
import type { Difference } from './compare.ts';
import type { Observed } from './observe.ts';

export function keptPair(script: readonly string[], seen: Observed): Difference | undefined {
  if (seen.isCut) return undefined;
  const lines = runnable(script, seen);
  const files = onlyFile('main.repl', lines.join('\n'));
  const whole = JSON.stringify(runWhole('main.repl', files));
  const stepwise = JSON.stringify(runStepwise('main.repl', files).seen);
  return whole === stepwise ? undefined : { script: lines, one: whole, other: stepwise };
}

export const onlyFile =
  (path: string, text: string): Files =>
  (asked) =>
    asked === path ? { kind: 'text', text } : { kind: 'failure', reason: 'no such file' };

/** A failing form would end a run of a file, so it is wrapped in `expect-failure` or left out. */
export const runnable = (script: readonly string[], { ends }: Observed): readonly string[] =>
  script.flatMap((form, i) => {
    if (ends[i] === 'well') return [form];
    return ends[i] !== 'failed' ||
      !/^\((?!(module|interface|use|begin-tx|commit-tx|rollback-tx|namespace)\b)/.test(form)
      ? []
      : [`(expect-failure "it fails" ${form})`];
  });
