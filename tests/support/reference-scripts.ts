// The reference's own scripts, in the checkout that `PACT_REFERENCE` names: `pact-tests/pact-tests/*.repl`.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const checkout = process.env['PACT_REFERENCE'];

/** Paths; none where there is no checkout. What lies in folders below is loaded by these. */
export const referenceScripts: readonly string[] =
  checkout === undefined ? [] : scriptsIn(join(checkout, 'pact-tests', 'pact-tests'));

/** How many scripts the checkout of the newest release has. */
export const scriptCount = 61;

export function referencePrograms(): readonly string[] {
  return referenceScripts.map((path) => readFileSync(path, 'utf8'));
}

function scriptsIn(folder: string): readonly string[] {
  const names = readdirSync(folder).filter((name) => name.endsWith('.repl'));
  return names.sort().map((name) => join(folder, name));
}
