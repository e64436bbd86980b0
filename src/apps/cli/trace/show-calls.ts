// `pact -t -t FILE`: shows the tree of calls below the value of each form.

import { CallRecorder } from '../../../tools/debugger/calls/record-calls.ts';
import { callLines } from '../../../tools/testing/reporters/call-lines.ts';
import { paintOf } from '../../../tools/testing/reporters/paint.ts';
import { isTerminal, terminalWidth, useColour, writeLine } from '../output.ts';

/** `failureCount`: returns the number of failed expectations in the session. */
export function callsOnTerminal(failureCount: () => number): CallRecorder {
  const paint = paintOf(useColour(isTerminal(1), process.env));
  const width = isTerminal(1) ? terminalWidth(process.env) : undefined;
  return new CallRecorder({
    failureCount,
    ended(form) {
      if (form.items.length === 0 && form.leftOut === 0) return;
      for (const line of callLines(form, { paint, width })) writeLine(`  ${line}`);
    },
  });
}
