// The journal of deployments to one network: a log beside the project file, used by one process at a time.

import { join } from 'node:path';
import { decodeUtf8, utf8 } from '../../../base/bytes.ts';
import { Journal } from '../../../tools/deploy/index.ts';
import { makeFolder } from '../../../base/platform/disk/files.ts';
import { RecordLog } from '../../../storage/file/index.ts';
import { writeSourceFile } from '../files.ts';

export type OpenJournal = { readonly journal: Journal; readonly close: () => void };

/** Opens the journal. Throws a `StoreFault` if another process uses it or it cannot be written. */
export function openJournal(folder: string, network: string): OpenJournal {
  const place = join(folder, '.pact', 'deploy');
  makeFolder(place, 0o700);
  // Git ignores the folder in projects without a line for it in .gitignore, too.
  writeSourceFile(join(folder, '.pact', '.gitignore'), '*\n');
  const records: string[] = [];
  const log = RecordLog.open(join(place, `${fileName(network)}.log`), (content) => {
    records.push(decodeUtf8(content) ?? '');
  });
  const file = {
    append: async (record: string): Promise<void> => {
      log.append([utf8(record)]);
      await log.sync();
    },
  };
  return { journal: new Journal(file, records), close: () => log.close() };
}

/** Turns a name that users chose into a file name. */
export const fileName = (name: string): string =>
  encodeURIComponent(name).replaceAll('.', '%2E').replaceAll('*', '%2A').slice(0, 100);
