import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { cacheFolder, shrinkFolder } from '../../../../../src/apps/cli/cache/cache-folder.ts';

test("the folder is the requested one, else the platform's usual one", () => {
  const home = { HOME: '/u' };
  expect(cacheFolder({ ...home, PACT_CACHE_DIR: 'here', XDG_CACHE_HOME: '/x' }, 'linux')).toBe(
    'here',
  );
  expect(cacheFolder({ ...home, XDG_CACHE_HOME: '/x' }, 'linux')).toBe('/x/pact');
  expect(cacheFolder({ ...home, XDG_CACHE_HOME: 'not/absolute' }, 'linux')).toBe('/u/.cache/pact');
  expect(cacheFolder(home, 'linux')).toBe('/u/.cache/pact');
  expect(cacheFolder(home, 'darwin')).toBe('/u/Library/Caches/pact');
  expect(cacheFolder({ LOCALAPPDATA: '/local' }, 'win32')).toBe('/local/pact/cache');
  expect(cacheFolder({}, 'linux')).toBeUndefined();
});

test('the least recently used files are deleted first, other files stay', () => {
  const folder = mkdtempSync(join(tmpdir(), 'pact-cache-'));
  try {
    const write = (name: string, bytes: number, usedSeconds: number) => {
      writeFileSync(join(folder, name), Buffer.alloc(bytes));
      utimesSync(join(folder, name), usedSeconds, usedSeconds);
    };
    write('old.states', 400, 1000);
    write('middle.states', 400, 2000);
    write('new.states', 400, 3000);
    write('left.states.1-0.part', 10, 1000);
    write('fresh.states.2-0.part', 10, 6000);
    write('notes.txt', 5000, 1);
    shrinkFolder(folder, { largest: 900, now: 6_000_000 });
    expect(readdirSync(folder).sort()).toEqual([
      'fresh.states.2-0.part',
      'middle.states',
      'new.states',
      'notes.txt',
    ]);
    shrinkFolder(folder, { largest: 0, now: 6_000_000 });
    expect(readdirSync(folder).sort()).toEqual(['fresh.states.2-0.part', 'notes.txt']);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
