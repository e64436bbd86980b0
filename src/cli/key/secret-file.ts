// Files that hold secrets: only their owner can read them, and none is written over.

import { closeSync, fsyncSync, openSync, unlinkSync, writeSync } from 'node:fs';
import { reasonOf } from '../files.ts';

export const ownerOnly = 0o600;

/** What kept it from being written; then there is no file. */
export function writeSecretFile(path: string, text: string): string | undefined {
  try {
    const file = openSync(path, 'wx', ownerOnly);
    try {
      writeAll(file, Buffer.from(text, 'utf8'));
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

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
}
