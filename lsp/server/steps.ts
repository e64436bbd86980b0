// Long work in steps, so that other requests are handled in between.

import { setImmediate as nextTurn } from 'node:timers/promises';
import { LSPErrorCodes, ResponseError, type CancellationToken } from 'vscode-languageserver/node';
import { limits } from './limits.ts';

/** Lets pending messages be handled after every few milliseconds of work. */
export async function inTurns<Result>(
  steps: Generator<undefined, Result>,
  token: Pick<CancellationToken, 'isCancellationRequested'>,
): Promise<Result | ResponseError> {
  for (;;) {
    if (token.isCancellationRequested) return cancelled();
    const end = stepsFor(steps, limits.turnMs);
    if (end !== undefined) return end.value;
    await nextTurn();
  }
}

/** Returns the result if the steps finish within about this time. */
export function stepsFor<Result>(
  steps: Generator<undefined, Result>,
  milliseconds: number,
): { readonly value: Result } | undefined {
  const end = performance.now() + milliseconds;
  do {
    const step = steps.next();
    if (step.done === true) return { value: step.value };
  } while (performance.now() < end);
  return undefined;
}

export const cancelled = (): ResponseError =>
  new ResponseError(LSPErrorCodes.RequestCancelled, 'the request was cancelled');
