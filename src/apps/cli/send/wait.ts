// Waits for the result of a command that was sent. Servers answer `listen` once the result is available, or after some
// minutes with an error that asks the client to retry.

import { systemClock, systemTimer } from '../../../base/platform/system.ts';
import { post, type ServerAnswer } from './post.ts';

export const usualTimeoutSeconds = 300;

/** Milliseconds between two requests if the server did not wait itself. */
const pauseMs = 500;

/** Returns the answer with the result, or the last answer without one when the time is over. */
export async function waitForResult(
  address: string,
  key: string,
  deadline: number,
): Promise<ServerAnswer> {
  const body = `{"listen":"${key}"}`;
  for (;;) {
    const leftMs = Math.max(1, Math.ceil(deadline - systemClock.nowMs()));
    const answer = await post(`${address}/api/v1/listen`, body, leftMs);
    if (answer.kind === 'answer' && answer.status === 200) return answer;
    // The command was accepted, so other answers and broken connections may be temporary.
    if (systemClock.nowMs() + pauseMs >= deadline) return answer;
    await new Promise<void>((resolve) => {
      systemTimer.after(pauseMs, resolve);
    });
  }
}
