// Paths of `load`, as strings. A loaded path is relative to the file that loads it.
// Source: pact-repl/Pact/Core/Repl/Compile.hs (mangleFilePath).

import { resolveStandard } from './standard/standard-files.ts';

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
