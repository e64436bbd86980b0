// `pact --genkey`: writes a new key pair to standard output, which is usually redirected to a file.

import { systemRandom } from '../../../base/platform/system.ts';
import { fchmodSync, fstatSync } from 'node:fs';
import { assert } from '../../../base/assert.ts';
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

/** Makes the file private: the shell has created it readable for all users. */
function closeToOthers(): void {
  if (!fstatSync(1).isFile()) return;
  try {
    fchmodSync(1, ownerOnly);
  } catch {
    // Some file systems have no permissions, and the file may belong to another user.
  }
}
