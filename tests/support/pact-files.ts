// Every Pact file at hand: the project's own, those of a checkout of the reference if `PACT_REFERENCE` names one, and those
// of folders that `PACT_CORPUS` lists, separated by colons.
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, root } from './project-files.ts';

const endings = /\.(pact|repl)$/;

export const ownPactFiles: readonly string[] = filesUnder(
  ['tests', 'repl-scripts', 'stdlib', 'docs'],
  endings,
).map((path) => join(root, path));

const folders = [
  process.env['PACT_REFERENCE'] ?? '',
  ...(process.env['PACT_CORPUS'] ?? '').split(':'),
].filter((folder) => folder !== '' && existsSync(folder));

export const foreignPactFiles: readonly string[] = folders.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => endings.test(path))
    .map((path) => join(folder, path))
    .filter((path) => statSync(path).isFile())
    .sort(),
);

export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
