// Runs cases through pairs of ways, counts them, and stores those that differ.

import { createHash } from 'node:crypto';
import { mkdirSync, writeFileSync } from 'node:fs';
import { caseOf, type Kind } from './cases.ts';
import { differenceOf, smallestDifference, type Difference } from './compare.ts';
import { debuggerPair } from './debugger.ts';
import { editorPair } from './editor.ts';
import { keptPair } from './kept.ts';
import { gasDifference, notModelled, type GasTotals } from './gas-oracle.ts';
import { hashDifference, type OracleTotals } from './oracle.ts';
import { scriptOf } from './generate/scripts.ts';
import { observe, type Observed } from './observe.ts';
import { sumsPair } from './sums.ts';
import { usual, ways } from './ways.ts';

export type PairsOptions = {
  readonly kind: Kind;
  readonly from: number;
  readonly cases: number;
  readonly pairs: readonly string[];
};

export type Totals = {
  cases: number;
  forms: number;
  failed: number;
  cut: number;
  differences: number;
  /** SHA-256 of all answers of the usual way: equal digests mean that two releases of Node agree. */
  digest: string;
};

const folder = 'tests/pairs/found';

type OtherPair = {
  readonly name: string;
  readonly differs: (
    script: readonly string[],
    seen: Observed,
    seed: number,
  ) => Difference | undefined;
};

/** Pairs that are not two ways of running a script form by form. */
const otherPairs: readonly OtherPair[] = [
  { name: 'sums', differs: (_script, _seen, seed) => sumsPair(seed) },
  { name: 'kept', differs: keptPair },
  { name: 'debugger', differs: debuggerPair },
  { name: 'editor', differs: (script, _, seed) => editorPair(script, seed) },
];

export async function runPairs(
  { kind, from, cases, pairs }: PairsOptions,
  report: (totals: Totals) => void,
): Promise<Totals> {
  const totals: Totals = { cases: 0, forms: 0, failed: 0, cut: 0, differences: 0, digest: '' };
  const digest = createHash('sha256');
  const chosen = ways.filter(({ name }) => pairs.includes(name));
  const others = otherPairs.filter(({ name }) => pairs.includes(name));
  for (let seed = from; seed < from + cases; seed++) {
    const { script, usual: seen } = caseOf(kind, seed);
    totals.cases++;
    totals.forms += script.length;
    totals.failed += seen.forms.filter((form) => form.startsWith('!')).length;
    if (seen.isCut) totals.cut++;
    digest.update(seen.isCut ? 'cut' : seen.forms.join('\n'));
    for (const form of seen.forms)
      if (form.startsWith('CRASH'))
        keep(totals, { name: 'crash', seed, kind }, { script, one: form, other: '' });
    for (const other of chosen) {
      const found = differenceOf(other, script, seen);
      if (found === undefined) continue;
      keep(totals, { name: other.name, seed, kind }, smallestDifference(other, found));
    }
    for (const { name, differs } of others) {
      const found = differs(script, seen, seed);
      if (found !== undefined) keep(totals, { name, seed, kind }, found);
    }
    if (totals.cases % 200 === 0) report(totals);
    // The target of a WeakRef stays alive until the current job ends.
    await new Promise<void>((resolve) => void setImmediate(resolve));
  }
  totals.digest = digest.digest('hex');
  return totals;
}

/** Runs scripts that the module hash model supports. */
export function runOracle({
  from,
  cases,
}: PairsOptions): OracleTotals & { readonly differences: number } {
  const totals: Totals = { cases: 0, forms: 0, failed: 0, cut: 0, differences: 0, digest: '' };
  const oracle: OracleTotals = { modules: 0, untold: [] };
  for (let seed = from; seed < from + cases; seed++) {
    const seen = observe(scriptOf(seed, { isSimple: true }), usual);
    const found = hashDifference(seen.script, seen, oracle);
    if (found !== undefined) keep(totals, { name: 'oracle', seed, kind: 'scripts' }, found);
  }
  return { ...oracle, differences: totals.differences };
}

/** Runs scripts that the gas model supports. */
export function runGasOracle({
  from,
  cases,
}: PairsOptions): GasTotals & { readonly differences: number } {
  const totals: Totals = { cases: 0, forms: 0, failed: 0, cut: 0, differences: 0, digest: '' };
  const reported: GasTotals = { scripts: 0, forms: 0, charges: 0, untold: [] };
  for (let seed = from; seed < from + cases; seed++) {
    const { script } = observe(scriptOf(seed, { isSimple: true, avoids: notModelled }), usual);
    const found = gasDifference(script, reported);
    if (found !== undefined) keep(totals, { name: 'gas', seed, kind: 'scripts' }, found);
  }
  return { ...reported, differences: totals.differences };
}

export function showCase(kind: Kind, seed: number): void {
  const { script, usual: seen } = caseOf(kind, seed);
  script.forEach((form, i) =>
    console.log(`${form}\n; ${(seen.forms[i] ?? '').replaceAll('\n', '\n; ')}`),
  );
}

type Place = { readonly name: string; readonly seed: number; readonly kind: Kind };

function keep(totals: Totals, { name, seed, kind }: Place, found: Difference): void {
  totals.differences++;
  const { script, one, other } = found;
  const file = `${folder}/${name}-${kind}-${seed}.repl`;
  const comment = (text: string): string => `; ${text.replaceAll('\n', '\n; ')}`;
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${script.join('\n')}\n${comment(one)}\n; ${name}:\n${comment(other)}\n`);
  console.log(`${kind} ${seed}: ${name} differs, see ${file}`);
}
