// Seed programs: our own scripts and contracts.

import { filesUnder, read } from './project-files.ts';

/** Paths from the root. */
export const ownProgramFiles = (): readonly string[] =>
  filesUnder(['tests/conformance', 'repl-scripts', 'stdlib'], /\.(repl|pact)$/);

export const ownPrograms = (): readonly string[] => ownProgramFiles().map(read);
