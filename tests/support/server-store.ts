// The log of a server in a file that ends with the test.

import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { CommandLog } from '../../src/apps/serve/command-log.ts';
import type { ExecutorStore } from '../../src/apps/serve/executor.ts';
import { serverTables } from '../../src/apps/serve/store.ts';
import { Environment } from '../../src/storage/disk/index.ts';
import { folderWith } from './command.ts';

export type TestStore = ExecutorStore & { commandLog: CommandLog; fault: string | undefined };

/** Returns a store, and its environment. */
export function testStore(): { readonly store: TestStore; readonly environment: Environment } {
  const { path, remove } = folderWith({});
  const environment = new Environment({ path: join(path, 'server.mdb'), tables: serverTables });
  onTestFinished(async () => {
    await environment.close();
    remove();
  });
  const commandLog = new CommandLog({ environment, maxWaiting: 99, maxWaitingBytes: Infinity });
  const committed = (): Promise<void> => environment.committed();
  return { store: { commandLog, fault: undefined, pendingBytes: 0, committed }, environment };
}
