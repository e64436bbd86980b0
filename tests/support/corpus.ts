// Seed programs: our own scripts and contracts.

import { filesUnder, read } from './project-files.ts';

export function ownPrograms(): readonly string[] {
  return filesUnder(['tests/conformance', 'repl-scripts', 'stdlib'], /\.(repl|pact)$/).map(read);
}
