// `pact key show`: shows the public keys of key files, after checking that they match the secrets.

import { readKeyFile } from '../../request/key-file.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeLine } from '../output.ts';
import { readAllWith } from '../request/read-files.ts';

export function showKeys(files: readonly string[]): ExitStatus {
  const pairs = readAllWith(files, readKeyFile);
  for (const { publicKey } of pairs ?? []) writeLine(publicKey);
  return pairs === undefined ? exitStatus.failure : exitStatus.success;
}
