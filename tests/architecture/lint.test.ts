// Types, lint rules and formatting: decision 0041.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { read } from '../support/project-files.ts';
import { runTool } from './run-tool.ts';

const linter = 'oxlint/bin/oxlint';

test('the whole project typechecks and follows the lint rules, tests included', async () => {
  const { status, output } = await runTool(linter, ['src', 'grammar', 'lsp', 'tests']);
  expect(status, output).toBe(0);
});

test('the formatter would change nothing', async () => {
  const { status, output } = await runTool('oxfmt/bin/oxfmt', ['--check', '.']);
  expect(status, output).toBe(0);
});

const faults: readonly (readonly [fault: string, text: string, rule: string])[] = [
  ['a default export', 'export default 1;', 'bans(everywhere)'],
  ['an enum', 'export enum A { b }', 'bans(everywhere)'],
  ['for-in', 'for (const a in {}) String(a);', 'bans(everywhere)'],
  ['in', "export const a = (b: object) => 'c' in b;", 'bans(everywhere)'],
  ['the locale', "export const a = 'b'.localeCompare('c');", 'bans(deterministic)'],
  ['tables of Unicode', "export const a = 'b'.toUpperCase();", 'bans(deterministic)'],
  ['letters in a pattern', 'export const a = /\\p{L}/u;', 'bans(deterministic)'],
  ['letters in a string', "export const a = '\\\\p{L}';", 'bans(deterministic)'],
  ['letters in a template', 'export const a = `\\\\p{L}`;', 'bans(deterministic)'],
  ['chance', 'export const a = Math.random();', 'bans(deterministic)'],
  ['floats', "export const a = parseFloat('1');", 'bans(deterministic)'],
  ['an error of JavaScript', "throw new Error('a');", 'bans(deterministic)'],
  ['a clock', 'export const a = Date.now();', 'eslint(no-restricted-globals)'],
  ['any', 'export const a = (b: any) => String(b);', 'typescript(no-explicit-any)'],
  ['an assertion', 'export const a = (b?: number) => b!;', 'typescript(no-non-null-assertion)'],
  ['an unused name', 'const a = 1;\nexport {};', 'eslint(no-unused-vars)'],
  [
    'a promise that nothing awaits',
    'export const a = (b: Promise<void>) => { b; };',
    'typescript(no-floating-promises)',
  ],
  [
    'a kind that is left out',
    "export function a(b: 'c' | 'd') { switch (b) { case 'c': break; } }",
    'typescript(switch-exhaustiveness-check)',
  ],
  ['a wrong type', "export const a: number = 'b';", 'typescript(TS2322)'],
];

test('the linter reports what the project forbids, in the rooms where it does', async () => {
  const inRooms = await rulesFound('src/lang');
  const inSimulated = await rulesFound('src/p2p/sync');
  const elsewhere = await rulesFound('src/apps/cli');
  for (const [at, [fault, , rule]] of faults.entries()) {
    const isOfRooms = rule === 'bans(deterministic)' || rule.includes('globals');
    expect(inRooms(at), fault).toContain(rule);
    if (rule.includes('globals')) expect(inSimulated(at), fault).toContain(rule);
    if (isOfRooms) expect(elsewhere(at), fault).not.toContain(rule);
    else expect(elsewhere(at), fault).toContain(rule);
  }
});

/** Writes one file for each fault, in a project of its own with the rules of this one, and returns the rules that it breaks. */
async function rulesFound(room: string): Promise<(fault: number) => readonly string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'pact-lint-'));
  const compilerOptions = { strict: true, target: 'ES2022', module: 'NodeNext', types: [] };
  const files: Record<string, string> = {
    '.oxlintrc.json': read('.oxlintrc.json'),
    'tests/architecture/bans.mjs': read('tests/architecture/bans.mjs'),
    'package.json': '{ "type": "module" }',
    'tsconfig.json': JSON.stringify({ compilerOptions }),
  };
  for (const [at, [, text]] of faults.entries()) files[`${room}/${at}.ts`] = `${text}\n`;
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text);
  }
  const { stdout } = await runTool(linter, ['--format', 'json', 'src'], folder);
  rmSync(folder, { recursive: true });
  const { diagnostics } = JSON.parse(stdout) as {
    readonly diagnostics: readonly { readonly code: string; readonly filename: string }[];
  };
  return (fault) =>
    diagnostics
      .filter(({ filename }) => filename.endsWith(`${room}/${fault}.ts`))
      .map(({ code }) => code);
}
