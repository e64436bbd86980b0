// The files that scripts load: paths as strings, access to files, and the standard modules. `(load "pact:coin")` runs the script
// stdlib/coin/load.repl, whose path is `pact:coin/load.repl`; these are part of the program, so that every session has them, also
// in a browser. Source of resolveLoad: pact-repl/Pact/Core/Repl/Compile.hs (mangleFilePath).

import { similarNames } from '../base/prose.ts';
import type { FileAnswer } from '../base/result.ts';
import generated from './standard/standard-modules.json' with { type: 'json' };

export type FileHost = {
  readonly readFile: (path: string) => FileAnswer;
  /** Equal for the same file under different paths; detects cyclic loads. */
  readonly identify: (path: string) => string;
};

/** A file that defines a module, and the line, from 1. */
export type ModuleFile = { readonly path: string; readonly line: number };

export const interactiveName = '(interactive)';

export function resolveLoad(loading: string, path: string): string {
  const standard = resolveStandard(loading, path);
  if (standard !== undefined) return standard;
  if (loading === interactiveName || isAbsolute(path)) return path;
  const slash = lastSlash(loading);
  return slash === -1 ? path : loading.slice(0, slash + 1) + path;
}

/** A `.pact` file contains code for a chain: builtins of the REPL are unknown in it. */
export function isPactFile(path: string): boolean {
  return path.endsWith('.pact');
}

const isAbsolute = (path: string): boolean =>
  path.startsWith('/') || path.startsWith('\\') || /^[A-Za-z]:[\\/]/.test(path);

const lastSlash = (path: string): number => Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\'));

/** Also the scheme of their URIs, which an editor must request from the server. */
export const shippedScheme = 'pact:';

export const isShipped = (path: string): boolean => path.startsWith(shippedScheme);

export type StandardModule = {
  /** The name after `pact:`, and the folder within stdlib. */
  readonly name: string;
  /** The full names of the modules and interfaces that its script installs; not those of modules that it loads. */
  readonly modules: readonly string[];
  /** What it is, without a full stop. */
  readonly doc: string;
};

/** Returns the paths that a standard script loads, also within other forms. */
export const loadsIn = (text: string): readonly string[] =>
  [...text.matchAll(/^[^;\n]*\(load "([^"]+)"\)/gm)].map(([, path = '']) => path);

export const standardModules: readonly StandardModule[] = generated.modules;

/** By path within stdlib. */
const standardTexts = new Map(generated.files.map(({ path, text }) => [path, text]));

const scriptName = 'load.repl';

/** Returns the path that a `load` within a standard file, or of a standard module, means; else `undefined`. */
function resolveStandard(loading: string, path: string): string | undefined {
  if (isShipped(path)) return scriptOf(path.slice(shippedScheme.length)) ?? path;
  if (!isShipped(loading)) return undefined;
  const parts = loading.slice(shippedScheme.length).split('/').slice(0, -1);
  for (const part of path.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return shippedScheme + parts.join('/');
}

/** Returns the module whose script has that path. */
export function standardModuleAt(path: string): StandardModule | undefined {
  return isShipped(path)
    ? standardModules.find(({ name }) => path === pathOfScript(name))
    : undefined;
}

/** Returns the standard module that installs a module, by its full name. */
export function standardModuleWith(module: string): StandardModule | undefined {
  return standardModules.find(({ modules }) => modules.includes(module));
}

/** Returns whether the code of a module is that of a standard file. */
export function isStandardCode(code: string): boolean {
  for (const text of standardTexts.values()) if (text.includes(code)) return true;
  return false;
}

/** Returns the form that loads a standard module. */
export const loadForm = ({ name }: StandardModule): string => `(load "${shippedScheme}${name}")`;

/** Returns the content of a path that begins with `pact:`, or the names that exist. */
export function standardFile(path: string): FileAnswer {
  const name = path.slice(shippedScheme.length);
  const text = standardTexts.get(name);
  return text === undefined
    ? { kind: 'failure', reason: unknownStandard(name) }
    : { kind: 'text', text };
}

/** Says that there is no such standard module, and lists near names and all names. */
export function unknownStandard(path: string): string {
  const name = path.replace(/(\.pact|\.repl|\/.*)$/, '');
  const names = standardModules.map((each) => each.name);
  const near = names.includes(name) ? [name] : similarNames(name, names);
  const advice = near.length === 0 ? '' : ` Did you mean ${quoted(near)}?`;
  return `there is no standard module of this name.${advice} There are ${quoted(names)}`;
}

const quoted = (names: readonly string[]): string =>
  names.map((each) => `"${shippedScheme}${each}"`).join(', ');

/** Returns the files that a standard module consists of, with those of the modules that it needs, by path in stdlib. */
export function standardFilesOf(name: string): ReadonlyMap<string, string> | undefined {
  const script = scriptOf(name);
  if (script === undefined) return undefined;
  const files = new Map<string, string>();
  const pending = [script];
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    const place = path.slice(shippedScheme.length);
    const text = standardTexts.get(place);
    if (text === undefined || files.has(place)) continue;
    files.set(place, text);
    for (const loaded of loadsIn(text)) pending.push(resolveStandard(path, loaded) ?? '');
  }
  return files;
}

/** Returns a host that also has the files of standard modules. */
export function withStandardFiles<Host extends FileHost>(host: Host): Host {
  return {
    ...host,
    readFile: (path) => (isShipped(path) ? standardFile(path) : host.readFile(path)),
    identify: (path) => (isShipped(path) ? path : host.identify(path)),
  };
}

function scriptOf(name: string): string | undefined {
  return standardModules.some((each) => each.name === name) ? pathOfScript(name) : undefined;
}

const pathOfScript = (name: string): string => `${shippedScheme}${name}/${scriptName}`;
