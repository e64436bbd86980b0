// Reads a source file if the program runs on Node. Browsers have no files: pass the text instead.

declare const process: { getBuiltinModule?: (name: string) => unknown } | undefined;

type FileSystem = { readFileSync: (path: string | URL, encoding: 'utf8') => string };

/** A path relative to the current folder, or a `file:` URL such as `new URL('counter.pact', import.meta.url)`. */
export function sourceText(file: string | URL): string {
  // Loaded dynamically, because the same program is built for browsers.
  const files = typeof process === 'undefined' ? undefined : process.getBuiltinModule?.('node:fs');
  if (files === undefined)
    throw new TypeError(`cannot read ${String(file)}: pass its text instead`);
  return (files as FileSystem).readFileSync(file, 'utf8');
}
