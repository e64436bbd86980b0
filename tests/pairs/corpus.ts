// Real code to mutate: the project's scripts and contracts, and those of the checkouts that the environment names.

import { lazily } from '../../src/base/deferred.ts';
import { ownPrograms } from '../support/corpus.ts';
import { piecesOf, type Pieces } from '../support/mutate.ts';
import { foreignPactFiles, textOf } from '../support/pact-files.ts';

/** Characters; longer files would take most of a run. */
const longest = 30_000;

export const corpusOf = lazily((): readonly Pieces[] =>
  [...ownPrograms(), ...foreignPactFiles.map(textOf)]
    .filter(({ length }) => length <= longest)
    .map(piecesOf)
    .filter(({ length }) => length > 0),
);

/** Splits a program into its top-level forms, by brackets alone. */
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
