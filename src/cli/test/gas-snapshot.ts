// `--gas-snapshot`: the gas of every transaction, kept in a text file beside the project, so that a
// change of a contract shows what it costs in its review.
//
// A line a transaction, in the order of the run: gas, file, name. A second transaction of the same
// name in a file has ` #2` behind it. Files that were not run keep their lines.

import { readFileSync, writeFileSync } from 'node:fs';
import type { FileReport } from '../../repl/testing/test-report.ts';

export const snapshotFile = '.gas-snapshot';

/** Whole gas by `file: transaction`. */
export type GasSnapshot = ReadonlyMap<string, bigint>;

export type GasDifference = {
  readonly key: string;
  readonly before: bigint | undefined;
  readonly now: bigint | undefined;
};

export function snapshotOf(reports: readonly FileReport[]): GasSnapshot {
  const snapshot = new Map<string, bigint>();
  for (const { file, blocks } of reports) {
    const seen = new Map<string, number>();
    for (const { name, milliGas } of blocks) {
      if (name === undefined) continue;
      const count = (seen.get(name) ?? 0) + 1;
      seen.set(name, count);
      const title = name.replaceAll(/\s+/g, ' ').trim();
      const key = `${file}: ${title}${count === 1 ? '' : ` #${count}`}`;
      snapshot.set(key, (milliGas + 999n) / 1000n);
    }
  }
  return snapshot;
}

/** Of the files that were run: what has changed, is new, or is there no more. */
export function gasDifferences(
  before: GasSnapshot,
  now: GasSnapshot,
  files: readonly string[],
): readonly GasDifference[] {
  const ofRun = (key: string): boolean => files.some((file) => key.startsWith(`${file}: `));
  const keys = new Set([...now.keys(), ...[...before.keys()].filter(ofRun)]);
  return [...keys]
    .map((key) => ({ key, before: before.get(key), now: now.get(key) }))
    .filter((each) => each.before !== each.now);
}

export function differenceText({ key, before, now }: GasDifference): string {
  if (before === undefined) return `${key}: ${now} gas, not in the snapshot`;
  if (now === undefined) return `${key}: ${before} gas in the snapshot, did not run`;
  return `${key}: ${before} -> ${now} gas (${percentage(before, now)})`;
}

/** With one decimal, half away from zero. */
function percentage(before: bigint, now: bigint): string {
  if (before === 0n) return 'was 0';
  const change = now - before;
  const size = change < 0n ? -change : change;
  const tenths = (size * 2000n + before) / (2n * before);
  return `${change < 0n ? '-' : '+'}${tenths / 10n}.${tenths % 10n} %`;
}

/** `undefined` where there is none yet; a sentence where it cannot be used. */
export function readSnapshot(): GasSnapshot | string | undefined {
  let text: string;
  try {
    text = readFileSync(snapshotFile, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === 'ENOENT' ? undefined : `cannot read ${snapshotFile}`;
  }
  const snapshot = new Map<string, bigint>();
  for (const [at, line] of text.split('\n').entries()) {
    if (line.trim() === '' || line.startsWith('#')) continue;
    const [, gas = '', key = ''] = /^\s*(\d+)\s\s(.+?)\r?$/.exec(line) ?? [];
    if (key === '') return `${snapshotFile}:${at + 1}: not a line of gas, file and transaction`;
    snapshot.set(key, BigInt(gas));
  }
  return snapshot;
}

/** What was not run stays as it was, in order of the files. */
export function writeSnapshot(
  before: GasSnapshot,
  now: GasSnapshot,
  files: readonly string[],
): void {
  const kept = [...before].filter(([key]) => !files.some((file) => key.startsWith(`${file}: `)));
  const entries = [...kept, ...now];
  const lines = entries.map(([key, gas]) => `${String(gas).padStart(10)}  ${key}\n`);
  const sorted = lines.map((line, at) => ({ line, file: entries[at]?.[0].split(': ')[0] ?? '' }));
  sorted.sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
  const head = '# Gas of every transaction: pact test --gas-snapshot --update\n';
  writeFileSync(snapshotFile, head + sorted.map(({ line }) => line).join(''));
}
