// Watches the clock of the machine. Blocks carry its time and never go back, so a block that was made while the clock was
// ahead holds up a chain: until the clock has passed it, transactions with the right time count as expired.

import type { Cancel, Clock, Timer } from '../base/ports/time.ts';
import { counted } from '../base/prose.ts';
import type { Cut } from '../chain/choice/cut.ts';

type ClockWatchParts = {
  /** The clock of the machine. */
  readonly clock: Clock;
  /** How far the time of the network was moved ahead of it. */
  readonly offsetMs?: () => number;
  readonly timer: Timer;
  readonly cut: () => Cut;
  /** What to do if blocks have a time in the future: the end of a sentence. */
  readonly wayBack: string;
  readonly onTrouble: (sentence: string) => void;
  /** Called after every check. */
  readonly onCheck?: () => void;
};

/** How often the clock is compared with a clock that never jumps. */
const checkMs = 5000;
/** Milliseconds that the two may differ: corrections of a clock are smaller. */
const toleranceMs = 60_000;

/** Reports blocks ahead of the clock now, and jumps of the clock from now on. Call the returned function to stop. */
export function watchClock(parts: ClockWatchParts): Cancel {
  const { clock, timer, onTrouble } = parts;
  const behind = behindText(parts);
  if (behind !== undefined) onTrouble(behind);
  parts.onCheck?.();
  let last = { dateMs: clock.dateMs(), nowMs: clock.nowMs() };
  return timer.every(
    checkMs,
    () => {
      const now = { dateMs: clock.dateMs(), nowMs: clock.nowMs() };
      const jumpMs = now.dateMs - last.dateMs - (now.nowMs - last.nowMs);
      last = now;
      if (jumpMs > toleranceMs) onTrouble(forwardText(jumpMs, parts));
      if (jumpMs < -toleranceMs) {
        const ended = behindText(parts);
        onTrouble(`the clock of this machine went back by ${spanText(-jumpMs)}${andText(ended)}`);
      }
      parts.onCheck?.();
    },
    { isBackground: true },
  );
}

const andText = (sentence: string | undefined): string =>
  sentence === undefined ? '' : `: ${sentence}`;

/** Returns the time of the newest block in milliseconds since 1970, rounded up. */
export function newestMs({ heads }: Cut): number {
  let newest = 0n;
  for (const { creationTime } of heads.values()) if (creationTime > newest) newest = creationTime;
  return Number((newest + 999n) / 1000n);
}

function behindText(parts: ClockWatchParts): string | undefined {
  const { clock, offsetMs = () => 0, cut, wayBack } = parts;
  const newest = newestMs(cut());
  const aheadMs = newest - clock.dateMs() - offsetMs();
  if (aheadMs <= toleranceMs) return undefined;
  return (
    `the newest block is of ${dateText(newest)}, ${spanText(aheadMs)} ahead of the clock of this machine: ` +
    `if the clock is wrong, set it right; otherwise ${wayBack}`
  );
}

function forwardText(jumpMs: number, { wayBack }: ClockWatchParts): string {
  return (
    `the clock of this machine went forward by ${spanText(jumpMs)}: new blocks carry this time. ` +
    `After a sleep of the machine that is right; if the clock is wrong, set it right at once, and if blocks have its time, ${wayBack}`
  );
}

const greatestMs = 8.64e15;

const dateText = (milliseconds: number): string =>
  new Date(Math.min(milliseconds, greatestMs)).toISOString();

const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1000],
] as const;

/** Returns a span of time in its largest unit, such as `3 hours`. */
function spanText(milliseconds: number): string {
  const [name, size] = units.find(([, each]) => milliseconds >= each) ?? ['second', 1000];
  const count = Math.floor(milliseconds / size);
  return counted(count, name);
}
