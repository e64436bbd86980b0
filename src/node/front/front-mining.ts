// Work for miners, asked of the engine in another thread.

import { EventQueue } from '../../base/event-queue.ts';
import { miningLimits } from '../limits.ts';
import type { MiningEvent, MiningPort } from '../port.ts';
import type { EngineLine } from './engine-line.ts';

export function frontMining(line: EngineLine): MiningPort {
  return {
    work({ miner, chain, client, left }) {
      const { id, answer } = line.ask('work', { miner, chain, client });
      const leave = (): void => line.leave(id);
      if (left?.aborted === true) leave();
      else left?.addEventListener('abort', leave, { once: true });
      return answer.finally(() => left?.removeEventListener('abort', leave));
    },
    solved: (work) => line.ask('solved', { work }).answer,
    async updates(chain, { client, signal }) {
      const end = (): void => queue.end();
      const queue = new EventQueue<MiningEvent>({
        max: miningLimits.eventsBehind,
        onEnd: () => {
          line.leave(id);
          signal.removeEventListener('abort', end);
        },
      });
      const { id, answer } = line.ask('updates', { chain, client }, (event) => {
        if (event === undefined) queue.end();
        else queue.push(event);
      });
      const isOpen = await answer;
      if (!isOpen) return undefined;
      if (signal.aborted) end();
      else signal.addEventListener('abort', end, { once: true });
      return queue;
    },
  };
}
