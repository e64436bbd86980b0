// Entries in environments of LMDB that end with the tests of a file.

import { join } from 'node:path';
import { afterAll } from 'vitest';
import { DiskEntries, entryTables, Environment } from '../../src/storage/disk/index.ts';
import type { Change } from '../../src/storage/entries/index.ts';
import { folderWith } from './command.ts';

let environment: Environment | undefined;
let chains = 0;
let removeFolder: (() => void) | undefined;

afterAll(async () => {
  await environment?.close();
  removeFolder?.();
  environment = undefined;
});

/** An environment for entries, which is deleted after the tests of the file. */
export function entryEnvironment(): Environment {
  if (environment !== undefined) return environment;
  const { path, remove } = folderWith({});
  removeFolder = remove;
  environment = new Environment({
    path: join(path, 'entries.mdb'),
    tables: entryTables,
    isPassing: true,
  });
  return environment;
}

/** Empty entries. `endsSteps`: each change is handed to the disk at once, otherwise none is. */
export function diskEntries({ endsSteps = false } = {}): DiskEntries {
  const of = entryEnvironment();
  const entries = new DiskEntries(of, chains++);
  if (!endsSteps) return entries;
  const apply = entries.apply.bind(entries);
  return Object.assign(entries, {
    apply(change: Change) {
      apply(change);
      of.endStep();
    },
  });
}
