// Every Pact file available: the project's own, those of the reference's checkout if `PACT_REFERENCE` names one, and those
// of the folders that `PACT_CORPUS` lists, separated by colons.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
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

/** Files with the same text count once: archives have a copy of a contract for each chain. */
export const foreignPactFiles: readonly string[] = distinct(
  folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((path) => endings.test(path))
      .map((path) => join(folder, path))
      .filter((path) => statSync(path).isFile())
      .sort(),
  ),
);

function distinct(paths: readonly string[]): readonly string[] {
  const byText = new Map<string, string>();
  for (const path of paths) {
    const key = `${extname(path)} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`;
    if (!byText.has(key)) byText.set(key, path);
  }
  return [...byText.values()];
}

export function textOf(path: string): string {
  return readFileSync(path, 'utf8');
}
