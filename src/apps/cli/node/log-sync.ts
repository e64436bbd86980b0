// Logs how far a node is behind its peers.

import type { Logger } from '../../../base/ports/logger.ts';
import type { Cancel, Clock, Timer } from '../../../base/ports/time.ts';
import type { OperatorView } from '../../../p2p/sessions/operator.ts';
import type { SyncMode } from '../../../p2p/sync/port.ts';

/** How often a node that lacks blocks says how far it is. */
const progressMs = 10_000;

/**
 * Logs a line when the mode changes, and lines again and again while the node is behind. Call the returned function to
 * stop.
 */
export function logSync(
  view: Pick<OperatorView, 'progress'>,
  { log, clock, timer }: { readonly log: Logger; readonly clock: Clock; readonly timer: Timer },
): Cancel {
  let told: SyncMode | undefined;
  let problem: string | undefined;
  let toldMs = 0;
  return timer.every(
    checkMs,
    () => {
      const progress = view.progress();
      if (progress.problem !== undefined && progress.problem !== problem) {
        log.log('error', 'problem', { sentence: progress.problem });
      }
      problem = progress.problem;
      const { mode, height, goal } = progress;
      const isBehind = mode === 'behind' || mode === 'far-behind';
      const isNews = mode !== told || (isBehind && clock.nowMs() - toldMs >= progressMs);
      if (!isNews) return;
      told = mode;
      toldMs = clock.nowMs();
      log.log(mode === 'near' || isBehind ? 'info' : 'warn', textOfMode[mode], {
        height,
        goal,
        ...(isBehind && {
          blocksPerSecond: Math.round(progress.blocksPerSecond),
          secondsLeft: progress.secondsLeft,
        }),
      });
    },
    { isBackground: true },
  );
}

const checkMs = 1000;

const textOfMode = {
  alone: 'no peer answers',
  near: 'in step with peers',
  behind: 'syncing',
  'far-behind': 'syncing',
  diverged: 'diverged',
} satisfies Record<SyncMode, string>;
