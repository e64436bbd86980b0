// Writes files with secrets: only their owner can read them, and existing files are never overwritten.

import { closeSync, fsyncSync, openSync, unlinkSync, writeFileSync } from 'node:fs';
import { reasonOf } from '../files.ts';

export const ownerOnly = 0o600;

/** Returns the reason if it could not be written; then there is no file. */
export function writeSecretFile(path: string, text: string): string | undefined {
  try {
    const file = openSync(path, 'wx', ownerOnly);
    try {
      writeFileSync(file, text);
      fsyncSync(file);
    } catch (error) {
      unlinkSync(path);
      throw error;
    } finally {
      closeSync(file);
    }
    return undefined;
  } catch (error) {
    return reasonOf(error);
  }
}
