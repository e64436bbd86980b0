// Sessions with their state in a file: `pact --db FILE`. All sessions of one call share it.

import { readFileSync } from 'node:fs';
import type { MessagePort } from 'node:worker_threads';
import { isStoreFault, openSqlJs } from '../../storage/entries/index.ts';
import { StoredState } from '../../storage/file/index.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { serveInteractive } from './interactive-worker.ts';
import { writeErrorLine } from './output.ts';
import { runFiles } from './run-files.ts';
import { withProject } from './project/open-project.ts';
import { runInput } from './run-input.ts';
import { inThread, type Stage } from './stage.ts';
import type { StoredWork } from './work.ts';

/** Returns `undefined` if a session takes over and will answer. */
export async function runStoredWork(
  { file, wasm, work, takesOver }: StoredWork,
  port: MessagePort,
): Promise<ExitStatus | undefined> {
  const { default: init } = await import('sql.js');
  const sql = await openSqlJs({ init, wasm: new Uint8Array(readFileSync(wasm)) });
  try {
    const options = { sql, writeOver: 'merge', keepsHistory: true, takesOver } as const;
    const stored = StoredState.open(file, options);
    const { database } = stored.state;
    const makeDatabase = (): typeof database => {
      // A session starts without an open transaction of the previous one.
      database.rollback();
      return database;
    };
    const settings = withProject(work.settings);
    const stage: Stage = { ...inThread, settings, makeDatabase };
    if (work.kind === 'interactive') {
      serveInteractive(port, { interrupt: work.interrupt, stage, end: () => stored.close() });
      return undefined;
    }
    try {
      return work.kind === 'run' ? runFiles({ ...work, settings }, stage) : runInput(stage);
    } finally {
      stored.close();
    }
  } catch (error) {
    if (!isStoreFault(error)) throw error;
    writeErrorLine(`pact: ${error.message}\nLoad failed`);
    return exitStatus.failure;
  }
}
