// The threads of `pact serve`, in the program of the commands.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import { systemClock } from '../../base/platform/system.ts';
import { checkSealed, SealedState, type Recipient } from '../sealed/index.ts';
import { serveInThread } from '../serve/serve-thread.ts';
import type { ServeThreadWork } from '../serve/index.ts';
import { openSqlJs, type SqlJs } from '../../storage/entries/index.ts';
import { isMemoryShort } from './memory.ts';
import { depthLimit, nestingLimit } from './stack-size.ts';

export function serveAsThread(port: MessagePort, work: ServeThreadWork): Promise<void> {
  return serveInThread(port, work, {
    depthLimit,
    nestingLimit,
    isMemoryShort,
    openSql,
    clock: systemClock,
    checkSealed,
    // The entity is the recipient that the main thread has read from the configuration.
    openSealed: ({ entity, ...own }) => SealedState.open({ ...own, entity: entity as Recipient }),
  });
}

async function openSql(): Promise<SqlJs> {
  const { default: init } = await import('sql.js');
  const [, program = ''] = process.argv;
  const wasm = join(program, '..', 'sql-wasm.wasm');
  return openSqlJs({ init, wasm: new Uint8Array(readFileSync(wasm)) });
}
