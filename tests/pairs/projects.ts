// Whole projects to mutate: a script with every file that it loads in place of `(load "file")`. A mutant of a single contract
// mostly fails because its imports are missing; here they are present, so most forms evaluate.

import { dirname, join, normalize } from 'node:path';
import { existsSync } from 'node:fs';
import { lazily } from '../../src/base/lazily.ts';
import { piecesOf, type Pieces } from '../support/mutate.ts';
import { foreignPactFiles, ownPactFiles, textOf } from '../support/pact-files.ts';
import { formsOf } from './corpus.ts';

/** Characters; a pair takes more than a second for longer ones. */
const longest = 120_000;

export const projectsOf = lazily((): readonly Pieces[] =>
  [...ownPactFiles, ...foreignPactFiles]
    .filter((path) => path.endsWith('.repl') && loads.test(textOf(path)))
    .map((path) => withLoaded(path, []))
    .filter(({ length }) => length <= longest)
    .map(piecesOf)
    .filter(({ length }) => length > 0),
);

const loads = /\(load "/;
const load = /^\(load "([^"]+)"(?: (?:true|false))?\)$/;

function withLoaded(path: string, within: readonly string[]): string {
  return formsOf(textOf(path))
    .map((form) => {
      const [, name] = load.exec(form) ?? [];
      if (name === undefined) return form;
      const loaded = normalize(join(dirname(path), name));
      const isThere = existsSync(loaded) && !within.includes(loaded);
      return isThere ? withLoaded(loaded, [...within, path]) : form;
    })
    .join('\n');
}
