import {
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { hostname, tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { isRefusal, type Row } from '../../../../src/lang/db/database.ts';
import { StoredState } from '../../../../src/storage/file/index.ts';
import { changeBytes, readChange } from '../../../../src/storage/entries/index.ts';
import { moduleWith, table } from '../../../support/core-samples.ts';
import { sqlJs } from '../../../support/sql-js.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-state-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
const newPath = (): string => join(folder, `${++files}.db`);

const people = table('people', 'm');
const row = (x: bigint): Row => new Map([['x', x]]);
const open = (path: string): StoredState => StoredState.open(path, { sql: sqlJs });

/** Commits one transaction for each number. */
function put(stored: StoredState, ...numbers: readonly number[]): void {
  const { database } = stored.state;
  for (const number of numbers) {
    database.begin();
    database.createTable(people);
    database.writeRow('insert', people, `${number}`, row(BigInt(number)));
    database.commit();
  }
}

function keysIn(path: string): readonly string[] {
  const stored = open(path);
  const keys = stored.state.database.rowKeys(people);
  stored.close();
  return isRefusal(keys) ? [] : keys;
}

function fileWith(...numbers: readonly number[]): string {
  const path = newPath();
  const stored = open(path);
  put(stored, ...numbers);
  stored.close();
  return path;
}

it('keeps what was committed, and nothing else', () => {
  const path = newPath();
  const first = open(path);
  const module = moduleWith('m', [], { code: '(module m G)' });
  first.state.database.writeModule({ module, dependencies: new Map() });
  put(first, 1);
  first.state.database.begin();
  first.state.database.writeRow('insert', people, '2', row(2n));
  first.close();
  const second = open(path);
  const { database } = second.state;
  expect(database.rowKeys(people)).toEqual(['1']);
  expect(database.readModule(module.name)?.module.code).toBe('(module m G)');
  expect(database.begin()).toBe(1n);
  second.close();
  expect(readdirSync(folder).filter((name) => name.endsWith('.lock'))).toEqual([]);
});

it('keeps what was committed if it is never closed', () => {
  const path = newPath();
  put(open(path), 1, 2);
  rmSync(`${path}.lock`);
  expect(keysIn(path)).toEqual(['1', '2']);
});

it('keeps marks, and rolled back transactions stay rolled back', () => {
  const path = newPath();
  const options = { sql: sqlJs, keepsVersions: true };
  const first = StoredState.open(path, options);
  put(first, 1);
  first.state.endBlock(1);
  put(first, 2, 3);
  first.state.endBlock(2);
  first.state.rewindToHeight(1);
  put(first, 4);
  first.close();
  const second = StoredState.open(path, options);
  expect(second.state.database.rowKeys(people)).toEqual(['1', '4']);
  expect(second.state.atHeight(1).rowKeys(people)).toEqual(['1']);
  expect(() => second.state.atHeight(2)).toThrow('is not kept');
  second.close();
});

it('opens with whole transactions wherever the file is cut', () => {
  const path = fileWith();
  const start = statSync(path).size;
  const stored = open(path);
  const ends = [1, 2, 3].map((number) => {
    put(stored, number);
    return statSync(path).size;
  });
  stored.close();
  const whole = readFileSync(path);
  for (let length = start; length <= whole.length; length += 7) {
    const cut = newPath();
    writeFileSync(cut, whole.subarray(0, length));
    const kept = ends.filter((end) => end <= length).length;
    expect([length, keysIn(cut)]).toEqual([length, ['1', '2', '3'].slice(0, kept)]);
    // Some file systems extend the file before they write: the rest is zeros.
    writeFileSync(cut, whole.subarray(0, length));
    truncateSync(cut, length + 5000);
    expect(keysIn(cut)).toHaveLength(kept);
  }
});

it('continues after an unfinished write', () => {
  const path = fileWith(1, 2);
  truncateSync(path, statSync(path).size - 1);
  const stored = open(path);
  put(stored, 3);
  stored.close();
  expect(keysIn(path)).toEqual(['1', '3']);
});

it('never opens with anything else than what was written', () => {
  const path = fileWith(1, 2, 3);
  const whole = readFileSync(path);
  const log = whole.length - 400;
  fc.assert(
    fc.property(
      fc.integer({ min: log, max: whole.length - 1 }),
      fc.integer({ min: 1, max: 255 }),
      (at, bits) => {
        const changed = newPath();
        const bytes = Uint8Array.from(whole);
        bytes[at] = (bytes[at] ?? 0) ^ bits;
        writeFileSync(changed, bytes);
        let keys: readonly string[] | undefined;
        try {
          keys = keysIn(changed);
        } catch (error) {
          expect(String(error)).toMatch(/is damaged at byte \d+/);
        }
        // For the last record it cannot be decided whether it was ever complete.
        if (keys !== undefined) expect(keys).toEqual(['1', '2']);
      },
    ),
    { numRuns: 60 },
  );
});

it.each([
  ['text', Buffer.from('(module m G)\n'.repeat(9)), 'it is not a Pact state file'],
  ['a few bytes', Buffer.from('pact'), 'it is not a Pact state file'],
  ['another version', Buffer.from('pact state\n\0\0\0\0\x09'), 'another version of pact'],
  ['a head alone', Buffer.from('pact state\n\0\0\0\0\x01'), 'it is damaged at byte 16'],
])('refuses %s', (_, content, message) => {
  const path = newPath();
  writeFileSync(path, content);
  expect(() => open(path)).toThrow(message);
  expect(readFileSync(path)).toEqual(content);
  expect(existsSync(`${path}.lock`)).toBe(false);
});

it('refuses a snapshot that has changed', () => {
  const path = fileWith(1);
  const bytes = readFileSync(path);
  bytes[5000] = 1 + (bytes[5000] ?? 0);
  writeFileSync(path, bytes);
  expect(() => open(path)).toThrow('it is damaged at byte 16');
});

it('reports paths at which a file cannot be', () => {
  expect(() => open(join(folder, 'none', 'x'))).toThrow('there is no such folder');
  expect(() => open(folder)).toThrow('it is a folder');
});

it('treats an empty file as a new one', () => {
  const path = newPath();
  writeFileSync(path, '');
  expect(keysIn(path)).toEqual([]);
});

it('can be opened only once at a time', () => {
  const path = newPath();
  const stored = open(path);
  expect(() => open(path)).toThrow(`${path} is in use by process ${process.pid}`);
  const link = newPath();
  symlinkSync(path, link);
  expect(() => open(link)).toThrow('is in use by process');
  // Left by a thread that was ended.
  const next = StoredState.open(path, { sql: sqlJs, takesOver: true });
  next.close();
  expect(existsSync(`${path}.lock`)).toBe(false);
  stored.close();
});

const lockOf = (process: number, more: object = {}): string =>
  JSON.stringify({ process, host: hostname(), ...more });
const noProcess = 2 ** 22 + 1;

it.each([
  ['a process that has ended', lockOf(noProcess)],
  ['a number that another process has now', lockOf(process.pid, { began: '1' })],
])('takes over the lock of %s', (_, text) => {
  const path = fileWith(1);
  writeFileSync(`${path}.lock`, text);
  expect(keysIn(path)).toEqual(['1']);
});

it.each([
  ['of another machine', JSON.stringify({ process: noProcess, host: 'elsewhere' })],
  ['that says nothing', 'x'],
])('leaves a lock %s alone', (_, text) => {
  const path = fileWith(1);
  writeFileSync(`${path}.lock`, text);
  expect(() => open(path)).toThrow(`process has ended, remove ${path}.lock`);
  expect(readFileSync(`${path}.lock`, 'utf8')).toBe(text);
});

it('makes a snapshot of a growing log, also through a link', () => {
  const path = newPath();
  const link = newPath();
  symlinkSync(path, link);
  const stored = open(path);
  const text = 'x'.repeat(100_000);
  const { database } = stored.state;
  database.createTable(people);
  for (let i = 0; i < 60; i++) {
    database.begin();
    database.writeRow('write', people, 'k', new Map([['x', `${text}${i}`]]));
    database.commit();
    expect(statSync(path).size).toBeLessThan(1_500_000);
  }
  stored.close();
  const again = open(link);
  expect(again.state.database.readRow(people, 'k')).toEqual(new Map([['x', `${text}59`]]));
  expect(again.state.nextTransaction).toBe(60n);
  again.close();
  expect(existsSync(`${path}.new`)).toBe(false);
});

it('stops if another process has written', () => {
  const path = fileWith(1);
  const stored = open(path);
  writeFileSync(path, 'more', { flag: 'a' });
  expect(() => put(stored, 2)).toThrow(`${path} was changed by another process`);
  expect(stored.state.database.rowKeys(people)).toEqual(['1']);
  expect(() => put(stored, 3)).toThrow('was changed by another process');
});

it('reads changes as they were, and nothing else', () => {
  const entry = fc.record({
    space: fc.nat(1000),
    key: fc.string({ unit: 'grapheme' }),
    document: fc.uint8Array(),
  });
  const number = fc.bigInt(0n, 2n ** 60n);
  const change = fc.oneof(
    fc.record({
      kind: fc.constant('write' as const),
      entries: fc.array(entry),
      nextTransaction: number,
    }),
    fc.record({ kind: fc.constant('mark' as const), height: fc.nat() }),
    fc.record({
      kind: fc.constant('rewind' as const),
      transaction: number,
      height: fc.option(fc.nat(), { nil: undefined }),
    }),
    fc.record({ kind: fc.constant('forget' as const), transaction: number }),
  );
  fc.assert(
    fc.property(change, fc.nat(), (each, choice) => {
      const bytes = changeBytes(each);
      expect(readChange(bytes)).toEqual(each);
      expect(readChange(bytes.subarray(0, choice % bytes.length))).toBeUndefined();
      expect(readChange(Uint8Array.of(...bytes, 0))).toBeUndefined();
    }),
  );
});
