import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createHash } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { KeyedRecords } from '../../../../src/storage/file/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-keyed-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `records-${count++}`);

const keyOf = (name: string): Uint8Array =>
  new Uint8Array(createHash('sha256').update(name).digest());
const record = (name: string, content = `content of ${name}`) => ({
  key: keyOf(name),
  content: new TextEncoder().encode(content),
});
const names = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from }, (_, i) => `name ${from + i}`);

function found(records: KeyedRecords, name: string): string | undefined {
  const content = records.find(keyOf(name));
  return content === undefined ? undefined : new TextDecoder().decode(content);
}

test('added records are found again, whatever was added before and after', () => {
  const path = newPath();
  let records = KeyedRecords.open(path);
  expect(found(records, 'name 0')).toBeUndefined();
  for (const [from, to] of [
    [0, 1],
    [1, 40],
    [40, 200],
  ] as const) {
    records.add(names(from, to).map((name) => record(name)));
    records.close();
    records = KeyedRecords.open(path);
    for (const name of names(0, to)) expect(found(records, name)).toBe(`content of ${name}`);
    for (const name of names(to, 220)) expect(found(records, name)).toBeUndefined();
  }
  records.add([]);
  records.close();
});

test('of two with one key the last counts', () => {
  const records = KeyedRecords.open(newPath());
  records.add([record('a', 'first'), record('b'), record('a', 'second')]);
  expect(found(records, 'a')).toBe('second');
  records.add([record('a', ''), record('c')]);
  expect(['a', 'b', 'c'].map((name) => found(records, name))).toEqual([
    '',
    'content of b',
    'content of c',
  ]);
  records.close();
});

test('an interrupted addition leaves nothing', () => {
  const path = newPath();
  const records = KeyedRecords.open(path);
  records.add([record('a')]);
  records.close();
  const whole = readFileSync(path);
  appendFileSync(path, 'half a record');
  writeFileSync(`${path}.index.new`, 'half an index');
  const again = KeyedRecords.open(path);
  expect(readFileSync(path)).toEqual(whole);
  again.add([record('b')]);
  expect(['a', 'b'].map((name) => found(again, name))).toEqual(['content of a', 'content of b']);
  again.close();
});

test('damage is reported', () => {
  const path = newPath();
  const records = KeyedRecords.open(path);
  records.add([record('a')]);
  records.close();
  const whole = readFileSync(path);
  writeFileSync(
    path,
    Uint8Array.from(whole, (byte, i) => (i === 70 ? byte ^ 1 : byte)),
  );
  const harmed = KeyedRecords.open(path);
  expect(() => harmed.find(keyOf('a'))).toThrow('it is damaged');
  expect(harmed.find(keyOf('b'))).toBeUndefined();
  harmed.close();
  writeFileSync(path, whole.subarray(0, 20));
  expect(() => KeyedRecords.open(path)).toThrow('it is damaged');
  writeFileSync(path, whole);
  appendFileSync(`${path}.index`, 'x');
  expect(() => KeyedRecords.open(path)).toThrow('index: it is damaged');
});
