// Log files: private to their owner, appended to, and bounded in memory; shown lines end once showing fails.
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import type { LogLine, LogSink } from '../../../../src/base/ports/logger.ts';
import { fileSink, shownSink } from '../../../../src/base/platform/log-file.ts';

const above = mkdtempSync(join(tmpdir(), 'pact-log-file-'));
afterAll(() => rmSync(above, { recursive: true }));

const line = (sentence: string): LogLine => ({
  dateMs: 0,
  level: 'info',
  area: 'test',
  sentence,
  data: {},
});
const textOf = ({ sentence }: LogLine): string => sentence;
const modeOf = (path: string): number => statSync(path).mode & 0o777;

function sinkIn(folder: string, bufferBytes = 1000): LogSink {
  return fileSink({ folder, name: 'a.log', textOf, bufferBytes });
}

test('the folder and the file are readable by their owner only', async () => {
  const folder = join(above, 'new');
  const sink = sinkIn(folder);
  sink.write(line('first'));
  await sink.close?.();
  expect(modeOf(folder)).toBe(0o700);
  expect(modeOf(join(folder, 'a.log'))).toBe(0o600);
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('first\n');
});

test('a file that others could read is made private, and keeps its lines', async () => {
  const folder = mkdtempSync(join(above, 'before-'));
  const path = join(folder, 'a.log');
  writeFileSync(path, 'before\n');
  chmodSync(path, 0o644);
  const sink = sinkIn(folder);
  sink.write(line('after'));
  await sink.close?.();
  expect(modeOf(path)).toBe(0o600);
  expect(readFileSync(path, 'utf8')).toBe('before\nafter\n');
});

test('lines beyond the buffer are dropped', async () => {
  const folder = mkdtempSync(join(above, 'full-'));
  const sink = sinkIn(folder, 10);
  // Nothing is written before the file is open, so all of it is buffered.
  for (let i = 0; i < 10; i++) sink.write(line('12345'));
  await sink.close?.();
  expect(readFileSync(join(folder, 'a.log'), 'utf8')).toBe('12345\n12345\n');
});

test('a file that cannot be opened loses its lines and throws nothing', async () => {
  const folder = mkdtempSync(join(above, 'odd-'));
  const sink = fileSink({ folder, name: join('absent', 'a.log'), textOf, bufferBytes: 10 });
  sink.write(line('lost'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  await sink.close?.();
  expect(() => statSync(join(folder, 'absent'))).toThrow(/ENOENT/);
});

test('lines are shown until showing one fails', () => {
  const shown: string[] = [];
  const sink = shownSink((text) => {
    if (text === 'bad') throw new Error('EPIPE');
    shown.push(text);
  }, textOf);
  for (const each of ['one', 'bad', 'two']) sink.write(line(each));
  expect(shown).toEqual(['one']);
});
