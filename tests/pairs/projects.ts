// Whole projects to mutate: a script with every file that it loads in place of `(load "file")`. A mutant of a single contract
// mostly fails because its imports are missing; here they are present, so most forms evaluate.

import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { lazily } from '../../src/base/deferred.ts';
import { ownProgramFiles } from '../support/corpus.ts';
import { piecesOf, type Pieces } from '../support/mutate.ts';
import { foreignPactFiles, textOf } from '../support/pact-files.ts';
import { root } from '../support/project-files.ts';
import { formsOf } from './corpus.ts';

/** Characters; a pair takes more than a second for longer ones. */
const longest = 120_000;

export const projectsOf = lazily((): readonly Pieces[] =>
  [...ownProgramFiles().map((path) => join(root, path)), ...foreignPactFiles]
    .filter((path) => path.endsWith('.repl') && /\(load "/.test(textOf(path)))
    .map((path) => withLoaded(path, []))
    .filter(({ length }) => length <= longest)
    .map(piecesOf),
);

/** A form comes with the comments above it. */
const load = /^(?:;.*\s+)*\(load "([^"]+)"(?: (?:true|false))?\)$/;

/** `within`: the files that are being loaded, to end circles. */
function withLoaded(path: string, within: readonly string[]): string {
  const here = [...within, path];
  return formsOf(textOf(path))
    .map((form) => {
      const name = load.exec(form)?.[1];
      if (name === undefined) return form;
      const loaded = join(dirname(path), name);
      return existsSync(loaded) && !here.includes(loaded) ? withLoaded(loaded, here) : form;
    })
    .join('\n');
}
