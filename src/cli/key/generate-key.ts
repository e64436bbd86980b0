// `pact --genkey`: a new key pair on the standard output, which most people send to a file.

import { systemRandom } from '../../platform/system-random.ts';
import { fchmodSync, fstatSync } from 'node:fs';
import { assert } from '../../base/assert.ts';
import { keyFileOf } from '../../request/keys/key-file.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { writeText } from '../output.ts';
import { ownerOnly } from './secret-file.ts';

export function generateKey(): ExitStatus {
  const key = keyFileOf(systemRandom.bytes(32));
  assert(key !== undefined, 'a new key has 32 bytes');
  closeToOthers();
  writeText(key.text);
  return exitStatus.success;
}

/** The shell has opened the file for everybody to read. */
function closeToOthers(): void {
  if (!fstatSync(1).isFile()) return;
  try {
    fchmodSync(1, ownerOnly);
  } catch {
    // Not every file system has permissions, and not every file is ours.
  }
}
