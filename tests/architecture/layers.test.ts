// The imports obey layers.json, in which no room imports a room above it, and which covers all code.
import { expect, test } from 'vitest';
import { filesUnder, stands } from '../support/project-files.ts';
import { rooms } from '../generate/rooms.ts';
import { runTool } from './run-tool.ts';

test('no import goes where layers.json does not allow it', async () => {
  const cruise = 'dependency-cruiser/bin/dependency-cruise.mjs';
  const { status, output } = await runTool(cruise, [
    ...['src', 'grammar', 'lsp'].filter(stands),
    ...['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long'],
  ]);
  expect(status, output).toBe(0);
});

test('every room imports only rooms that are listed before it', () => {
  const below = new Set<string>();
  for (const { path, mayImport } of rooms) {
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
  for (const { path, mayImport, mayImportTypes = [], throughDoors = [] } of rooms) {
    expect(
      throughDoors.filter((door) => !doors.includes(door)),
      path,
    ).toEqual([]);
    expect(throughDoors.length > 0, path).toBe(
      [...mayImport, ...mayImportTypes].includes('src/lang/session'),
    );
  }
});

test.each([
  ['src/lang/machine', 'src/lang/builtins'],
  ['src/ide', 'src/repl'],
  ['src/repl', 'src/lang/machine'],
  ['src/repl', 'src/testing'],
  ['src/cli', 'src/lang/values'],
])('%s never imports %s', (from, to) => {
  expect(rooms.find(({ path }) => path === from)?.mayImport).not.toContain(to);
});
