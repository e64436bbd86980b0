// Compares module hashes with an independent model, `module_hash.py` in the folder that PACT_ORACLE names. It prints a line
// `NAME HASH` for each module of its input files, in order.

import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Difference } from './compare.ts';
import type { Observed } from './observe.ts';

/** The number of modules compared, and why the model gave up on others. */
export type OracleTotals = { modules: number; readonly untold: string[] };

/** The modules loaded in the root namespace, up to the first one in another namespace. */
export function hashDifference(
  script: readonly string[],
  { forms }: Observed,
  totals: OracleTotals,
): Difference | undefined {
  const oracle = process.env['PACT_ORACLE'];
  if (oracle === undefined) throw new Error('PACT_ORACLE must name the folder of module_hash.py');
  const loaded: { readonly text: string; readonly answer: string }[] = [];
  for (const [i, text] of script.entries()) {
    const found = /^Loaded (?:module|interface) (\S+), hash (\S+)/.exec(forms[i] ?? '');
    // The model does not support rollbacks and namespaces.
    if (/^\(rollback-tx|^\(define-namespace/.test(text)) break;
    if (found !== null) loaded.push({ text, answer: `${found[1]} ${found[2]}` });
  }
  if (loaded.length === 0) return undefined;
  const folder = mkdtempSync(join(tmpdir(), 'pact-oracle-'));
  try {
    const files = loaded.map(({ text }, i) => {
      const file = join(folder, `${i}.pact`);
      writeFileSync(file, text);
      return file;
    });
    const { stdout, stderr } = spawnSync('python3', [join(oracle, 'module_hash.py'), ...files], {
      encoding: 'utf8',
    });
    const reported = stdout.split('\n').filter((line) => line !== '');
    totals.modules += reported.length;
    const at = reported.findIndex((line, i) => line !== loaded[i]?.answer);
    const wrong = reported[at];
    if (wrong === undefined) {
      if (reported.length < loaded.length)
        totals.untold.push(stderr.trim().split('\n').at(-1) ?? '');
      return undefined;
    }
    const through = loaded.slice(0, at + 1);
    const one = through.at(-1)?.answer ?? '';
    return { script: through.map(({ text }) => text), one, other: wrong };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
