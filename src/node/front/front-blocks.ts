// Blocks on demand, asked of the engine in another thread. It is asked only if there may be something to make.

import type { Clock, Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlocksOnDemand } from '../devnet/blocks-on-demand.ts';
import { oldestMicros } from '../engine/mining/on-demand.ts';
import { frontLimits } from '../limits.ts';
import type { FrontNode } from './front-node.ts';
import type { BlocksQuestion, Noticed } from './messages.ts';

type FrontBlocksParts = {
  readonly node: FrontNode;
  readonly clock: Pick<Clock, 'nowMs'>;
  readonly timer: Timer;
};

export function frontBlocks({ node, clock, timer }: FrontBlocksParts): BlocksOnDemand {
  const { line } = node;
  const ask = (asked: BlocksQuestion): Promise<void> => line.ask('blocks', asked).answer;
  /** Of each chain, the request for a younger block. */
  const freshening = new Map<ChainId, Promise<void>>();
  const lastMs = new Map<Noticed, number>();
  const notice = (what: Noticed): void => {
    const nowMs = clock.nowMs();
    if (nowMs - (lastMs.get(what) ?? -Infinity) < frontLimits.noticeMs) return;
    lastMs.set(what, nowMs);
    line.notice(what);
  };
  /** An engine that is busy with an expensive block holds nobody up. */
  const waited = (): Promise<void> =>
    new Promise((resolve) => void timer.after(frontLimits.freshenMs, resolve));
  return {
    freshen(chain) {
      const age = node.ageOf(chain);
      if (age <= oldestMicros) return undefined;
      let made = freshening.get(chain);
      if (made === undefined) {
        made = ask({ kind: 'freshen', chain });
        freshening.set(chain, made);
        const end = (): void => void freshening.delete(chain);
        made.then(end, end);
      }
      // New transactions are invalid on a block that is very old.
      return age > frontLimits.freshEnoughMicros ? made : Promise.race([made, waited()]);
    },
    settle(chain, requestKeys) {
      if (node.chain(chain)?.pending() === 0) return undefined;
      return ask({ kind: 'settle', chain, requestKeys });
    },
    confirm: (chain, { requestKeys, depth }) => ask({ kind: 'confirm', chain, requestKeys, depth }),
    deepen: (chain, blocks) => ask({ kind: 'deepen', chain, blocks }),
    round: () => ask({ kind: 'round' }),
    // The engine knows what it admits.
    admitted: () => undefined,
    asked: () => notice('asked'),
    watched() {
      line.notice('watched');
      let isOpen = true;
      return () => {
        if (isOpen) line.notice('unwatched');
        isOpen = false;
      };
    },
    mining: () => notice('mining'),
  };
}
