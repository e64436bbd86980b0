// What is run: generated scripts, scripts that use values several times, and mutants of real files and of whole projects. A
// case is known by its number.

import { corpusOf, formsOf } from './corpus.ts';
import { scriptOf } from './generate/scripts.ts';
import { usesScript } from './generate/uses.ts';
import { observe, type Observed } from './observe.ts';
import { mutate, type Pieces } from '../support/mutate.ts';
import { Random } from '../support/random.ts';
import { projectsOf } from './projects.ts';
import { usual } from './ways.ts';

/** A script, and what the usual way observed of it. */
export type Case = { readonly script: readonly string[]; readonly usual: Observed };

export const kinds = ['scripts', 'uses', 'mutants', 'projects'] as const;

export type Kind = (typeof kinds)[number];

export function caseOf(kind: Kind, seed: number): Case {
  const observed = observe(makers[kind](seed), usual);
  return { script: observed.script, usual: observed };
}

const makers = {
  scripts: (seed) => scriptOf(seed),
  uses: (seed) => usesScript(seed),
  mutants: (seed) => mutantOf(corpusOf(), seed),
  projects: (seed) => mutantOf(projectsOf(), seed),
} satisfies Record<Kind, (seed: number) => Iterable<string, void, boolean>>;

function mutantOf(programs: readonly Pieces[], seed: number): readonly string[] {
  const random = new Random(seed);
  return formsOf(mutate(random, random.pick(programs), corpusOf()));
}
