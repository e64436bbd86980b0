import {
  appendFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { StoreFault } from '../../../../src/storage/entries/index.ts';
import { RecordLog } from '../../../../src/storage/file/index.ts';

const folder = mkdtempSync(join(tmpdir(), 'pact-log-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;
const newPath = (): string => join(folder, `log-${count++}`);

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const text = (content: Uint8Array): string => new TextDecoder().decode(content);

function open(path: string): { readonly log: RecordLog; readonly seen: readonly string[] } {
  const seen: string[] = [];
  const log = RecordLog.open(path, (content) => seen.push(text(content)));
  return { log, seen };
}

test('records are read back, in order, and can be read by position', async () => {
  const path = newPath();
  const { log, seen } = open(path);
  expect(seen).toEqual([]);
  const positions = log.append(['a', '', 'ccc'].map(bytes));
  await Promise.all([log.sync(), log.sync(), log.sync()]);
  expect(positions.map((position) => text(log.read(position)))).toEqual(['a', '', 'ccc']);
  log.append([bytes('later')]);
  log.close();
  const again = open(path);
  expect(again.seen).toEqual(['a', '', 'ccc', 'later']);
  again.log.close();
});

test('an incomplete record is dropped, at every length', () => {
  const path = newPath();
  const { log } = open(path);
  log.append([bytes('first')]);
  const { length } = readFileSync(path);
  log.append([bytes('second')]);
  log.close();
  const whole = readFileSync(path);
  for (let cut = length; cut < whole.length; cut++) {
    writeFileSync(path, whole.subarray(0, cut));
    const { log: cutLog, seen } = open(path);
    expect(seen).toEqual(['first']);
    expect(readFileSync(path)).toHaveLength(length);
    cutLog.close();
  }
  appendFileSync(path, Buffer.alloc(100));
  const { log: zeros, seen } = open(path);
  expect(seen).toEqual(['first']);
  zeros.append([bytes('third')]);
  zeros.close();
  expect(open(path).seen).toEqual(['first', 'third']);
});

test('another file, and a damaged one, is refused', () => {
  const other = newPath();
  writeFileSync(other, 'a text that is no log at all');
  expect(() => open(other)).toThrow('it is not a Pact log file');
  const path = newPath();
  const { log } = open(path);
  log.append([bytes('first'), bytes('second')]);
  log.close();
  const damaged = readFileSync(path);
  damaged[50] = 1 ^ damaged[50]!;
  writeFileSync(path, damaged);
  expect(() => open(path)).toThrow('damaged at byte 48');
  truncateSync(path, 3);
  expect(open(path).seen).toEqual([]);
});

test('a missing folder is a fault of the store', () => {
  const path = join(folder, 'none', 'log');
  expect(() => open(path)).toThrow(StoreFault);
  expect(() => open(path)).toThrow(`cannot lock ${path}: there is no such folder`);
});

test('one process has it', () => {
  const path = newPath();
  const { log } = open(path);
  expect(() => open(path)).toThrow('is in use by process');
  log.close();
  open(path).log.close();
});

test('its records are replaced, also while the old ones are being synced', async () => {
  const path = newPath();
  const { log } = open(path);
  log.append(['first', 'second'].map(bytes));
  const syncs = [log.sync(), log.sync()];
  const positions = log.replace(['second'].map(bytes));
  expect(positions.map((position) => text(log.read(position)))).toEqual(['second']);
  await Promise.all(syncs);
  log.append([bytes('third')]);
  await log.sync();
  expect(log.size).toBe(readFileSync(path).length);
  log.close();
  // Left by a replacement that was interrupted.
  writeFileSync(`${path}.new`, 'half');
  expect(open(path).seen).toEqual(['second', 'third']);
});
