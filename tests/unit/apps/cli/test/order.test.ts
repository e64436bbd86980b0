// Which files of a test run start first, and the durations remembered for that.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { CacheFile } from '../../../../../src/apps/cli/cache/cache-file.ts';
import { Durations, longestFirst } from '../../../../../src/apps/cli/test/order.ts';

const order = (jobs: number, durations: Readonly<Record<string, number>>): string => {
  const known = new Map(Object.entries(durations));
  return longestFirst(['a', 'b', 'c', 'd', 'e', 'f'], jobs, (file) => known.get(file)).join('');
};

test('long files start first, the longest of all before the others', () => {
  expect(order(2, { c: 5000, f: 30_000 })).toBe('fcabde');
});

test('a few long files among many keep their places', () => {
  expect(order(2, { b: 1000, d: 1001, e: 100_000 })).toBe('eabcdf');
});

test('nothing known, or a single thread: the order of the list', () => {
  expect(order(2, {})).toBe('abcdef');
  expect(order(1, { f: 30_000 })).toBe('abcdef');
});

let folder: string;
beforeEach(() => (folder = mkdtempSync(join(tmpdir(), 'pact-durations-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const opened = (): Durations => new Durations(new CacheFile(folder, 'tests'));
const report = (file: string, durationMs: number) => ({
  file,
  durationMs,
  blocks: [],
  reads: [],
  notices: [],
  problem: undefined,
  milliGas: 0n,
});

test('the next run knows the durations, including those of files that this one did not run', () => {
  opened().keep([report('a.repl', 20_000.4), report('b.repl', 999), report('c.repl', 3000)]);
  expect(opened().of('a.repl')).toBe(20_000);
  expect(opened().of('b.repl')).toBeUndefined();
  opened().keep([report('a.repl', 5)]);
  expect(['a.repl', 'c.repl'].map((file) => opened().of(file))).toEqual([undefined, 3000]);
});

test('short files alone write nothing, and a missing folder is not an error', () => {
  opened().keep([report('a.repl', 5)]);
  expect(new CacheFile(folder, 'tests').read()).toBeUndefined();
  const nowhere = new Durations(undefined);
  nowhere.keep([report('a.repl', 2000)]);
  expect(nowhere.of('a.repl')).toBe(2000);
});
