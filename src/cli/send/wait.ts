// Waiting for the result of a command that was sent. Servers answer `listen` when the result is there,
// or say after some minutes that one should ask again.

import { systemClock, systemTimer } from '../../platform/system-time.ts';
import { post, type ServerAnswer } from './post.ts';

export const usualTimeoutSeconds = 300;

/** Milliseconds between two questions, where the server did not wait itself. */
const pauseMs = 500;

/** The answer with the result; the last one that was none, where the time is over. */
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
    // It was taken: whatever else is said, and also a connection that breaks, may pass.
    if (systemClock.nowMs() + pauseMs >= deadline) return answer;
    await new Promise<void>((resolve) => {
      systemTimer.after(pauseMs, resolve);
    });
  }
}
