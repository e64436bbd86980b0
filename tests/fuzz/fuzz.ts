// Runs randomly mutated programs in threads that may die. A case is bad if it ends in anything but a result or a Pact error,
// or if a small stack gives another answer than a large one.

import { mkdirSync, writeFileSync } from 'node:fs';
import fc from 'fast-check';
import { anyExpression } from '../property/programs.ts';
import { ownPrograms } from '../support/corpus.ts';
import {
  commandStack,
  IsolatedRunner,
  smallStack,
  type IsolatedOutcome,
} from '../support/isolated.ts';
import { mutate, piecesOf, type Pieces } from '../support/mutate.ts';
import { Random } from '../support/random.ts';
import { referencePrograms } from '../support/reference-scripts.ts';
import { smaller } from './smaller.ts';

export type FuzzOptions = {
  readonly seed: number;
  readonly minutes: number;
  readonly threads: number;
};

const folder = 'tests/fuzz/found';
const bounds = { memoryMb: 1024, patienceMs: 20_000 };
const corpus: readonly Pieces[] = [...ownPrograms(), ...referencePrograms()]
  .map(piecesOf)
  .filter((pieces) => pieces.length > 0);

type Counts = { cases: number; results: number; errors: number; bad: number };

/** Returns the number of bad cases. Case `n` of a seed is the case `seed + n`. */
export async function fuzz({ seed, minutes, threads }: FuzzOptions): Promise<number> {
  console.log(`seed ${seed}, ${corpus.length} programs to start from`);
  const counts: Counts = { cases: 0, results: 0, errors: 0, bad: 0 };
  const start = Date.now();
  const end = start + minutes * 60_000;
  let next = seed;
  const work = async (): Promise<void> => {
    const runners = runnersOf();
    while (Date.now() < end) await check(next++, runners, counts);
    await closeAll(runners);
  };
  const report = setInterval(() => console.log(sentenceOf(counts, start)), 60_000);
  await Promise.all(Array.from({ length: threads }, work));
  clearInterval(report);
  console.log(sentenceOf(counts, start));
  return counts.bad;
}

/** Prints one case and its outcome. */
export async function runCase(seed: number): Promise<void> {
  const program = programOf(seed);
  const runners = runnersOf();
  console.log(program);
  console.log(await runners.large.run({ text: program }));
  console.log(await runners.small.run({ text: program }));
  await closeAll(runners);
}

type Runners = { readonly large: IsolatedRunner; readonly small: IsolatedRunner };

const runnersOf = (): Runners => ({
  large: new IsolatedRunner(commandStack, bounds),
  small: new IsolatedRunner(smallStack, bounds),
});

async function closeAll({ large, small }: Runners): Promise<void> {
  await large.close();
  await small.close();
}

function programOf(seed: number): string {
  const random = new Random(seed);
  if (!random.oneIn(8)) return mutate(random, random.pick(corpus), corpus);
  const [expression = ''] = fc.sample(anyExpression, { seed: random.below(2 ** 31), numRuns: 1 });
  return random.oneIn(2) ? expression : mutate(random, piecesOf(expression), corpus);
}

async function check(seed: number, runners: Runners, counts: Counts): Promise<void> {
  const program = programOf(seed);
  const { large, fault } = await faultOf(program, runners);
  counts.cases++;
  if (large.kind === 'result') counts.results++;
  if (large.kind === 'error') counts.errors++;
  if (fault === undefined) return;
  counts.bad++;
  console.log(`case ${seed}: ${fault}`);
  const small = await smaller(piecesOf(program), async (text) => {
    const again = await faultOf(text, runners);
    return again.fault?.split('\n', 1)[0] === fault.split('\n', 1)[0];
  });
  mkdirSync(folder, { recursive: true });
  writeFileSync(`${folder}/${seed}.repl`, `; ${fault.replaceAll('\n', '\n; ')}\n${small}\n`);
}

type Judgement = { readonly large: IsolatedOutcome; readonly fault: string | undefined };

async function faultOf(text: string, runners: Runners): Promise<Judgement> {
  const large = await runners.large.run({ text });
  const fault = faultIn(large);
  if (fault !== undefined) return { large, fault };
  const small = await runners.small.run({ text });
  return { large, fault: faultIn(small) ?? differenceOf(large, small) };
}

function faultIn(outcome: IsolatedOutcome): string | undefined {
  switch (outcome.kind) {
    case 'result':
    case 'error':
      return undefined;
    case 'crash':
      return `${outcome.text}\n${outcome.stack}`;
    default:
      return outcome.kind;
  }
}

/** Returns how two answers differ. They must be equal on every stack, unless a depth limit was reached. */
function differenceOf(large: IsolatedOutcome, small: IsolatedOutcome): string | undefined {
  const [one, other] = [JSON.stringify(large), JSON.stringify(small)];
  if (one === other || /CallDepthExceeded|Call depth exceeded|Nesting too deep/.test(one + other)) {
    return undefined;
  }
  return `different answers\n${one.slice(0, 1000)}\n${other.slice(0, 1000)}`;
}

function sentenceOf({ cases, results, errors, bad }: Counts, start: number): string {
  const seconds = Math.round((Date.now() - start) / 1000);
  return `${cases} cases in ${seconds} s: ${results} with a result, ${errors} with an error, ${bad} bad`;
}
