// Programs to start from: our own scripts and contracts, and the reference's where a checkout of it is at hand.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { filesUnder, read } from './project-files.ts';

export function ownPrograms(): readonly string[] {
  return filesUnder(['tests/conformance', 'repl-scripts', 'stdlib'], /\.(repl|pact)$/).map(read);
}

/** `pact-tests/pact-tests/*.repl` of the checkout that `PACT_REFERENCE` names. */
export function referencePrograms(): readonly string[] {
  const checkout = process.env['PACT_REFERENCE'];
  if (checkout === undefined) return [];
  const folder = join(checkout, 'pact-tests', 'pact-tests');
  const names = readdirSync(folder).filter((name) => name.endsWith('.repl'));
  return names.sort().map((name) => readFileSync(join(folder, name), 'utf8'));
}
