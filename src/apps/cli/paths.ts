// Paths as users write them: shown from the current folder, patterns, similar names for typos, and completion.

import { existsSync, readdirSync, realpathSync } from 'node:fs';
import { basename, dirname, extname, isAbsolute, join, relative, resolve } from 'node:path';
import { onDisk, pathOf } from '../../base/platform/disk/path-bytes.ts';
import { similarNames } from '../../base/prose.ts';

/** Returns the path unchanged if a plain one would lead elsewhere: `..` after a link is not the parent folder. */
export function plainPath(path: string): string {
  const plain = shortened(path);
  return plain === path || leadsToSame(plain, path) ? plain : path;
}

/** Returns `undefined` for a path outside the current folder. */
export function pathBelow(absolute: string): string | undefined {
  const path = relative(process.cwd(), absolute);
  const isBelow = path !== '' && path.split(/[\\/]/, 1)[0] !== '..' && !isAbsolute(path);
  return isBelow ? withSlashes(path) : undefined;
}

function shortened(path: string): string {
  const absolute = resolve(path);
  const below = pathBelow(absolute);
  if (below !== undefined) return below;
  return isAbsolute(path) ? absolute : withSlashes(relative(process.cwd(), absolute));
}

const withSlashes = (path: string): string => path.replaceAll('\\', '/');

/** The file itself may be missing. A trailing slash means a folder. */
function leadsToSame(plain: string, path: string): boolean {
  if (plain === '' || /[\\/]$/.test(path) || basename(plain) !== basename(path)) return false;
  const folder = realFolder(plain);
  return folder !== undefined && folder === realFolder(path);
}

function realFolder(path: string): string | undefined {
  try {
    // Not the plain `realpathSync`, which removes `..` before it resolves links.
    return pathOf(realpathSync.native(onDisk(dirname(path)), 'buffer'));
  } catch {
    return undefined;
  }
}

// Path patterns: `**/` matches any folders, `*` and `?` match characters of one name.

export const hasWildcards = (path: string): boolean => /[*?]/.test(path);

/** For paths with forward slashes. */
export function pathExpression(pattern: string): RegExp {
  const parts = pattern.split(/(\*\*\/|\*|\?)/).map((part) => {
    if (part === '**/') return '(?:.*/)?';
    if (part === '*') return '[^/]*';
    return part === '?' ? '[^/]' : part.replaceAll(/[\\^$.+()[\]{}|]/g, '\\$&');
  });
  return new RegExp(`^${parts.join('')}$`, 'u');
}

// Suggests a path for one that does not exist: a file with a similar name, with the same name and an extension, or with
// the same name in a subfolder.

/** Larger folders are not searched. */
const maxEntries = 1000;

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
    const entries = readdirSync(folder, { withFileTypes: true }).slice(0, maxEntries);
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

// Completes file names for Tab inside a string, as in `load`.

/** The text after the open quote, if the cursor is in a string. */
export function openString(line: string): string | undefined {
  const parts = line.replace(/\\./g, '  ').split('"');
  if (parts.length % 2 === 1) return undefined;
  return line.slice(line.length - (parts.at(-1) ?? '').length);
}

/** Complete paths that begin with this one; folders end in a slash. */
export function completePath(begun: string): readonly string[] {
  const slash = begun.lastIndexOf('/') + 1;
  const folder = begun.slice(0, slash);
  const name = begun.slice(slash);
  try {
    return readdirSync(folder === '' ? '.' : folder, { withFileTypes: true })
      .filter((entry) => entry.name.startsWith(name) && (name !== '' || !isHidden(entry.name)))
      .map((entry) => `${folder}${entry.name}${entry.isDirectory() ? '/' : ''}`)
      .sort();
  } catch {
    return [];
  }
}

const isHidden = (name: string): boolean => name.startsWith('.');
