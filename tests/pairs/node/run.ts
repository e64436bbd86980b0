// Plays cases of the kind `node`, counts them, and stores those that differ.

import { mkdirSync, writeFileSync } from 'node:fs';
import { shorter } from '../shorten.ts';
import { actsOf, type Act } from './acts.ts';
import { noCounts, play, type Counts, type Played } from './play.ts';

const folder = 'tests/pairs/found';
/** Fewer attempts than for scripts, because a case takes seconds. */
const maxTries = 60;

export type NodeTotals = Counts & { cases: number; differences: number };

export async function runNodePairs(
  from: number,
  cases: number,
  report: (totals: NodeTotals) => void,
): Promise<NodeTotals> {
  const totals: NodeTotals = { cases: 0, ...noCounts(), differences: 0 };
  for (let seed = from; seed < from + cases; seed++) {
    const acts = actsOf(seed);
    const played = await playOrCrash(acts);
    totals.cases++;
    for (const [name, count] of Object.entries(played.counts) as [keyof Counts, number][])
      totals[name] += count;
    if (played.difference !== undefined) {
      totals.differences++;
      await keep(seed, acts, played.difference);
    }
    if (totals.cases % 50 === 0) report(totals);
  }
  return totals;
}

export async function showActs(seed: number): Promise<void> {
  const acts = actsOf(seed);
  for (const act of acts) console.log(JSON.stringify(act));
  console.log(await playOrCrash(acts));
}

async function playOrCrash(acts: readonly Act[]): Promise<Played> {
  try {
    return await play(acts);
  } catch (error) {
    return { difference: error instanceof Error ? error.stack : String(error), counts: noCounts() };
  }
}

async function keep(seed: number, acts: readonly Act[], difference: string): Promise<void> {
  let [best, text] = [acts, difference];
  const parts = shorter(acts, maxTries);
  for (let next = parts.next(); next.done !== true;) {
    const found = (await playOrCrash(next.value)).difference;
    if (found !== undefined) [best, text] = [next.value, found];
    next = parts.next(found !== undefined);
  }
  const file = `${folder}/node-${seed}.json`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ difference: text, acts: best }, undefined, 2)}\n`);
  console.log(`node ${seed}: the nodes differ, see ${file}`);
}
