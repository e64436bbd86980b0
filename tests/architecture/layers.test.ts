// The imports obey layers.json, in which no room imports a room above it, and which covers all code.
import { expect, test } from 'vitest';
import { rooms } from '../generate/rooms.ts';
import { areasOf, type Area } from './areas.mjs';
import { importsOf, sourceFiles, type Import } from './import-graph.ts';

const areas = areasOf(rooms);

test('no import goes where layers.json does not allow it', () => {
  const faults = sourceFiles.flatMap((file) =>
    importsOf(file)
      .filter((each) => !isAllowed(areaOf(file), each))
      .map(({ to }) => `${file}: ${to}`),
  );
  expect(faults).toEqual([]);
});

test.each<readonly [string, string, Partial<Import>, boolean]>([
  ['src/lang/eval', 'src/lang/values/value.ts', {}, true],
  ['src/lang/eval', 'src/lang/eval/machine.ts', {}, true],
  ['src/lang/eval', 'src/lang/builtins/index.ts', {}, false],
  ['grammar', 'src/lang/syntax/token.ts', { isType: true }, true],
  ['grammar', 'src/lang/syntax/token.ts', {}, false],
  ['src/lang/eval', 'tests/support/bank.ts', {}, false],
  ['src/tools/repl', 'src/lang/session/run.ts', {}, true],
  ['src/tools/repl', 'src/lang/session/session.ts', {}, false],
  ['src/base/config', 'yaml', { isOfProject: false }, true],
  ['src/base/crypto', '@noble/curves/ed25519.js', { isOfProject: false }, true],
  ['src/lang/eval', 'yaml', { isOfProject: false }, false],
  ['src/base/platform', 'node:fs', { isOfProject: false }, true],
  ['src/lang/eval', 'node:fs', { isOfProject: false }, false],
  ['src/lang/eval', 'fs', { isOfProject: false }, false],
])('from %s to %s %j: %s', (path, to, kind, allowed) => {
  const area = areas.find((each) => each.path === path);
  const imported = { to, isOfProject: true, isType: false, isDynamic: false, ...kind };
  expect(isAllowed(area, imported)).toBe(allowed);
});

function isAllowed(from: Area | undefined, { to, isOfProject, isType }: Import): boolean {
  if (from === undefined) return false;
  const { path, mayImport, mayImportTypes = [], throughDoors = [], packages = [], node } = from;
  if (to.startsWith('node:')) return node === true;
  // The editor itself: it is there only where the extension runs.
  if (to === 'vscode') return path === 'lsp/vscode/src';
  if (!isOfProject) return packages.some((name) => to === name || to.startsWith(`${name}/`));
  // Data beside the code, such as the first blocks of a network.
  if (!/^(src|grammar|lsp|tests)\//.test(to)) return true;
  const other = areaOf(to);
  if (other === undefined) return false;
  if (other.path === path) return true;
  const isListed =
    mayImport.includes(other.path) || (isType && mayImportTypes.includes(other.path));
  const isOpen =
    other.doors === undefined || throughDoors.some((door) => to === `${other.path}/${door}.ts`);
  return isListed && isOpen;
}

/** The innermost room or part that a file is in. */
function areaOf(file: string): Area | undefined {
  const around = areas.filter(({ path }) => file === path || file.startsWith(`${path}/`));
  return around.sort((one, other) => other.path.length - one.path.length)[0];
}

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
  expect(sourceFiles.filter((file) => !inRoom(file))).toEqual([]);
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
