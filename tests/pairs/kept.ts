// A run from kept states against one run: states are written to bytes after every form and read by a new session.

import { runStepwise, runWhole, type Files } from '../support/replayed.ts';
import type { Difference } from './compare.ts';
import type { Observed } from './observe.ts';

/** Forms that failed would end a run of a file: those are expected to fail here, or left out. */
export function keptPair(
  script: readonly string[],
  { forms, isCut }: Observed,
): Difference | undefined {
  if (isCut) return undefined;
  const lines = script.flatMap((form, i) => {
    if (!/^(!|CRASH)/.test(forms[i] ?? '')) return [form];
    return /^\((module|interface|use|begin-tx|commit-tx|rollback-tx|namespace)\b/.test(form) ||
      !form.startsWith('(')
      ? []
      : [`(expect-failure "it fails" ${form})`];
  });
  const text = lines.join('\n');
  const files: Files = (path) =>
    path === 'main.repl' ? { kind: 'text', text } : { kind: 'failure', reason: 'no such file' };
  const whole = JSON.stringify(runWhole('main.repl', files));
  const stepwise = JSON.stringify(runStepwise('main.repl', files).seen);
  return whole === stepwise ? undefined : { script: lines, one: whole, other: stepwise };
}
