// Real code that is changed: our own scripts and contracts, those of checkouts that are named in the environment.

import { lazily } from '../../src/base/lazily.ts';
import { ownPrograms } from '../support/corpus.ts';
import { piecesOf, type Pieces } from '../support/mutate.ts';
import { foreignPactFiles, textOf } from '../support/pact-files.ts';

/** Longer ones take all the time. */
const longest = 30_000;

export const corpusOf = lazily((): readonly Pieces[] =>
  [...ownPrograms(), ...foreignPactFiles.map(textOf)]
    .filter(({ length }) => length <= longest)
    .map(piecesOf)
    .filter(({ length }) => length > 0),
);

/** The top-level forms of a program, as far as its brackets show them. */
export function formsOf(text: string): readonly string[] {
  const forms: string[] = [];
  let form = '';
  let depth = 0;
  for (const piece of piecesOf(text)) {
    form += piece;
    if (/[([{]$/.test(piece)) depth++;
    if (/[)\]}]$/.test(piece)) depth--;
    if (depth > 0) continue;
    forms.push(form.trim());
    form = '';
  }
  if (form.trim() !== '') forms.push(form.trim());
  return forms;
}
