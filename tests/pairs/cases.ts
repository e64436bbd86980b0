// What is run: scripts that are generated, and mutants of real code. A case is known by its number.

import { corpusOf, formsOf } from './corpus.ts';
import { scriptOf } from './generate/scripts.ts';
import { observe, type Observed } from './observe.ts';
import { mutate } from '../support/mutate.ts';
import { Random } from '../support/random.ts';
import { usual } from './ways.ts';

/** The script with what the usual way has seen of it. */
export type Case = { readonly script: readonly string[]; readonly usual: Observed };

export type Kind = 'scripts' | 'mutants';

export function caseOf(kind: Kind, seed: number): Case {
  const observed = observe(kind === 'scripts' ? scriptOf(seed) : mutantOf(seed), usual);
  return { script: observed.script, usual: observed };
}

function mutantOf(seed: number): readonly string[] {
  const random = new Random(seed);
  const corpus = corpusOf();
  return formsOf(mutate(random, random.pick(corpus), corpus));
}
