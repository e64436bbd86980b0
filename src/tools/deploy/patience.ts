// Retries requests that get no response, with growing pauses, a limited number of times. Every request of a deployment
// may be repeated: queries change nothing, and a repeated transaction counts once.

import type { Timer } from '../../base/ports/time.ts';
import type { NetworkPort } from '../modules/index.ts';
import { firstPauseMs, longestPauseMs, triesOfQuestion } from './limits.ts';

export function patientPort(port: NetworkPort, timer: Timer): NetworkPort {
  return {
    addressOf: (chain) => port.addressOf(chain),
    async ask(chain, path, body) {
      for (let tries = 1; ; tries++) {
        const answer = await port.ask(chain, path, body);
        const isPassing =
          answer.kind === 'silence' || answer.status === 429 || answer.status >= 500;
        if (!isPassing || tries >= triesOfQuestion) return answer;
        await pause(timer, pauseAfter(tries));
      }
    },
  };
}

/** Milliseconds. */
export const pauseAfter = (tries: number): number =>
  Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(tries - 1, 20));

export const pause = (timer: Timer, milliseconds: number): Promise<void> =>
  new Promise((resolve) => void timer.after(milliseconds, resolve));
