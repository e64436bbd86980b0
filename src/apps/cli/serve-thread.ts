// The threads of `pact serve`, in the program of the commands.

import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../../base/platform/system.ts';
import { checkSealed, SealedState, type Recipient } from '../../chain/sealed/index.ts';
import { serveInThread } from '../serve/serve-thread.ts';
import type { ServeThreadWork } from '../serve/index.ts';
import { isMemoryShort } from './memory.ts';
import { depthLimit, nestingLimit } from './stack-size.ts';

export function serveAsThread(port: MessagePort, work: ServeThreadWork): void {
  serveInThread(port, work, {
    depthLimit,
    nestingLimit,
    isMemoryShort,
    clock: systemClock,
    checkSealed,
    // The entity is the recipient that the main thread has read from the configuration.
    openSealed: ({ entity, ...own }) => new SealedState({ ...own, entity: entity as Recipient }),
  });
}
