// The reference's own scripts, in the checkout that `PACT_REFERENCE` names: `pact-tests/pact-tests/*.repl`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const checkout = process.env['PACT_REFERENCE'];

/** Paths of the scripts; empty if there is no checkout. Scripts in subfolders are loaded by these. */
export const referenceScripts: readonly string[] =
  checkout === undefined ? [] : scriptsIn(join(checkout, 'pact-tests', 'pact-tests'));

/** The number of scripts in the checkout of the newest release. */
export const scriptCount = 61;

export function referencePrograms(): readonly string[] {
  return referenceScripts.map((path) => readFileSync(path, 'utf8'));
}

function scriptsIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.repl'));
  return names.sort().map((name) => join(folder, name));
}
