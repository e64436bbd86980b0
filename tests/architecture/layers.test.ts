// The imports obey layers.json, in which no room imports a room above it, and which covers all code.
import { expect, test } from 'vitest';
import { filesUnder, stands } from '../support/project-files.ts';
import { rooms } from '../generate/rooms.ts';
import { areasOf } from './areas.mjs';
import { runTool } from './run-tool.ts';

test('no import goes where layers.json does not allow it', async () => {
  const cruise = 'dependency-cruiser/bin/dependency-cruise.mjs';
  const { status, output } = await runTool(cruise, [
    ...['src', 'grammar', 'lsp'].filter(stands),
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
  ]);
  expect(status, output).toBe(0);
});

const areas = areasOf(rooms);

test('every room and part imports only what is listed before it', () => {
  const below = new Set<string>();
  for (const { path, mayImport } of areas) {
    expect(
      mayImport.filter((other) => !below.has(other)),
      path,
    ).toEqual([]);
    below.add(path);
  }
});

test('every source file belongs to a room', () => {
  const inRoom = (file: string): boolean =>
    rooms.some(({ path }) => file === path || file.startsWith(`${path}/`));
  expect(filesUnder(['src', 'grammar', 'lsp'], /\.ts$/).filter((file) => !inRoom(file))).toEqual(
    [],
  );
});

test('rooms outside the language import it through their declared doors', () => {
  const language = rooms.find(({ path }) => path === 'src/lang/session');
  const doors = language?.doors ?? [];
  expect(doors).toEqual(['run', 'analyse', 'store', 'extend']);
  for (const { path, mayImport, mayImportTypes = [], throughDoors = [] } of areas) {
    expect(
      throughDoors.filter((door) => !doors.includes(door)),
      path,
    ).toEqual([]);
    const ofSession = [...mayImport, ...mayImportTypes].includes('src/lang/session');
    expect(throughDoors.length === 0 || ofSession, path).toBe(true);
  }
});

test.each([
  ['src/lang/eval', 'src/lang/builtins'],
  ['src/tools/analysis', 'src/tools/repl'],
  ['src/lang/session', 'src/script'],
  ['src/tools/repl', 'src/tools/testing'],
  ['src/apps/cli', 'src/lang/values'],
])('%s never imports %s', (from, to) => {
  const area = areas.find(({ path }) => path === from);
  expect(area).toBeDefined();
  expect(area?.mayImport).not.toContain(to);
});
