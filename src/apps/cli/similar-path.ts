// Suggests a path for one that does not exist: a file with a similar name, with the same name and an extension, or with
// the same name in a subfolder.

import { existsSync, readdirSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { similarNames } from '../../base/prose.ts';

/** Larger folders are not searched. */
const mostEntries = 1000;

/** Returns ` (did you mean tests/token.repl?)`, or an empty string if the path exists or nothing is similar. */
export function pathSuggestion(path: string): string {
  if (path === '' || existsSync(path)) return '';
  const like = similarPath(path);
  return like === undefined ? '' : ` (did you mean ${like}?)`;
}

/** Returns the path that was probably meant. */
export function similarPath(path: string): string | undefined {
  const given = dirname(path);
  const folder = existsSync(given) ? given : similarPath(given);
  if (folder === undefined || folder === path) return undefined;
  const name = basename(path);
  const inFolder = join(folder, name);
  if (existsSync(inFolder)) return inFolder;
  const { names, folders } = entriesOf(folder);
  const near = nearName(name, names);
  if (near !== undefined) return join(folder, near);
  const below = folders.find((each) => existsSync(join(folder, each, name)));
  return below === undefined ? undefined : join(folder, below, name);
}

/** The same name with an extension, or a similar one; a common extension alone does not make names similar. */
function nearName(name: string, names: readonly string[]): string | undefined {
  const whole = names.find((each) => stemOf(each) === name);
  if (whole !== undefined) return whole;
  const [stem] = similarNames(stemOf(name), names.map(stemOf), 1);
  const alike = names.filter((each) => [stem, stemOf(name)].includes(stemOf(each)));
  return alike.find((each) => extname(each) === extname(name)) ?? alike[0];
}

function entriesOf(folder: string): {
  readonly names: readonly string[];
  readonly folders: readonly string[];
} {
  try {
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, mostEntries);
    const shown = entries.filter(({ name }) => !name.startsWith('.') && name !== 'node_modules');
    const folders = shown.filter((entry) => entry.isDirectory());
    return {
      names: shown.map(({ name }) => name).sort(),
      folders: folders.map(({ name }) => name).sort(),
    };
  } catch {
    return { names: [], folders: [] };
  }
}

const stemOf = (name: string): string => name.replace(/\.(repl|pact|ya?ml|json)$/, '');
