// Finds the scripts to run. In folders these are all .repl files except setup scripts, which other scripts of the run
// load and which have no expectations.

import { dirname, join } from 'node:path';
import type { FileHost } from '../../../script/files.ts';
import { identifyFile, readSourceFile } from '../files.ts';
import { plainPath } from '../plain-path.ts';
import { findScripts } from './patterns.ts';

export type Discovery = {
  readonly files: readonly string[];
  /** Setup scripts: found, but left out because other scripts load them. */
  readonly parts: readonly string[];
  /** A sentence for each path that cannot be run. */
  readonly faults: readonly string[];
};

export function discoverTests(
  paths: readonly string[],
  { all }: { readonly all: boolean },
): Discovery {
  const { files: written, faults } = findScripts(paths);
  const files = [...new Set(written.map(plainPath))];
  if (all) return { files, parts: [], faults };
  const named = new Set(paths.map(plainPath));
  return { ...withoutParts(files, { named, host: onDisk }), faults };
}

const onDisk: FileHost = { readFile: readSourceFile, identify: identifyFile };

/** `named`: files that are run in any case. */
export function withoutParts(
  files: readonly string[],
  { named, host }: { readonly named: ReadonlySet<string>; readonly host: FileHost },
): Pick<Discovery, 'files' | 'parts'> {
  const found = files.filter((file) => !named.has(file));
  const loaded = loadedBy(files, host);
  const parts = found.filter(
    (file) => loaded.has(host.identify(file)) && !expectsSomething(file, host),
  );
  const scripts = files.filter((file) => !parts.includes(file));
  // Files that load one another in a circle are all tests: running them reports the circle.
  return scripts.length === 0 ? { files, parts: [] } : { files: scripts, parts };
}

/** `(load "path")` anywhere in the text: good enough to guess which scripts are setup scripts. */
const loads = /\(\s*load\s+"([^"\\]+)"/g;

function loadedBy(files: readonly string[], host: FileHost): Set<string> {
  const loaded = new Set<string>();
  for (const file of files) {
    for (const [, path = ''] of textOf(file, host).matchAll(loads)) {
      loaded.add(host.identify(join(dirname(file), path)));
    }
  }
  return loaded;
}

function expectsSomething(file: string, host: FileHost): boolean {
  return /\(\s*expect(-failure|-that)?[\s)]/.test(textOf(file, host));
}

function textOf(file: string, { readFile }: FileHost): string {
  const answer = readFile(file);
  return answer.kind === 'text' ? answer.text : '';
}
