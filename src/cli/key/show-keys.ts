// `pact key show`: the public keys of key files, whose secrets are checked against them.

import { readKeyFile } from '../../request/key-file.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeLine } from '../output.ts';
import { readAllWith } from '../request/read-files.ts';

export function showKeys(files: readonly string[]): ExitStatus {
  const pairs = readAllWith(files, readKeyFile);
  for (const { publicKey } of pairs ?? []) writeLine(publicKey);
  return pairs === undefined ? exitStatus.failure : exitStatus.success;
}
