// Reading a source file where the program runs on Node. Browsers have no files: there, the text is given.

declare const process: { getBuiltinModule?: (name: string) => unknown } | undefined;

type FileSystem = { readFileSync: (path: string | URL, encoding: 'utf8') => string };

/** A path, from the current folder on, or a `file:` address such as `new URL('counter.pact', import.meta.url)`. */
export function sourceText(file: string | URL): string {
  // Read in this way, since the same program is built for browsers.
  const files = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs');
  if (files === undefined)
    throw new TypeError(`cannot read ${String(file)}: pass its text instead`);
  return (files as FileSystem).readFileSync(file, 'utf8');
}
