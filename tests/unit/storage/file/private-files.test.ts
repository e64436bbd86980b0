// Only the owner may read a server's files, even if a file existed before.
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { RecordLog, StoredState } from '../../../../src/storage/file/index.ts';
import { sqlJs } from '../../../support/sql-js.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-private-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `file-${count++}`);
const modeOf = (path: string): number => statSync(path).mode & 0o777;

const openers: Readonly<Record<string, (path: string) => { close(): void }>> = {
  state: (path) => StoredState.open(path, { sql: sqlJs, isPrivate: true }),
  log: (path) => RecordLog.open(path, () => undefined),
};

test.each(Object.entries(openers))('%s', (_name, open) => {
  const path = newPath();
  open(path).close();
  expect(modeOf(path)).toBe(0o600);
  chmodSync(path, 0o644);
  open(path).close();
  expect(modeOf(path)).toBe(0o600);
});

test('a snapshot that replaces a state file stays private', () => {
  const path = newPath();
  writeFileSync(path, '', { mode: 0o644 });
  const stored = StoredState.open(path, { sql: sqlJs, isPrivate: true });
  expect(modeOf(path)).toBe(0o600);
  stored.close();
});

test('a state at a path given by the user keeps its permissions', () => {
  const path = newPath();
  StoredState.open(path, { sql: sqlJs }).close();
  chmodSync(path, 0o640);
  StoredState.open(path, { sql: sqlJs }).close();
  expect(modeOf(path)).toBe(0o640);
});
