// `--gas-snapshot`: the gas of every transaction, kept in a text file beside the project, so that a
// change of a contract shows what it costs in its review.
//
// A line a transaction, in the order of the run: gas, file, name. A second transaction of the same
// name in a file has ` #2` behind it. Files that were not run keep their lines as long as they are there,
// and so do transactions that a filter has left out.

import { readFileSync } from 'node:fs';
import { compareText } from '../../base/text.ts';
import type { FileReport } from '../../testing/runner/test-report.ts';
import { reasonOf, writeSourceFile } from '../files.ts';

export const snapshotFile = '.gas-snapshot';

/** Whole gas by `file: transaction`. */
export type GasSnapshot = ReadonlyMap<string, bigint>;

/** What a run has found. */
export type Measured = {
  readonly now: GasSnapshot;
  /** Of which all transactions were measured: what is not among them is gone. */
  readonly wholeFiles: readonly string[];
  readonly exists: (file: string) => boolean;
};

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

/** What has changed, is new, or is there no more. */
export function gasDifferences(before: GasSnapshot, measured: Measured): readonly GasDifference[] {
  const { now } = measured;
  const gone = [...before.keys()].filter((key) => isGone(key, measured));
  return [...new Set([...now.keys(), ...gone])]
    .map((key) => ({ key, before: before.get(key), now: now.get(key) }))
    .filter((each) => each.before !== each.now);
}

function isGone(key: string, { now, wholeFiles, exists }: Measured): boolean {
  if (now.has(key)) return false;
  if (wholeFiles.some((file) => isOf(file, key))) return true;
  return !possibleFiles(key).some(exists);
}

const isOf = (file: string, key: string): boolean => key.startsWith(`${file}: `);

/** Names of files and transactions may hold what stands between the two. */
function possibleFiles(key: string): readonly string[] {
  return [...key.matchAll(/: /g)].map(({ index }) => key.slice(0, index));
}

export function differenceText({ key, before, now }: GasDifference): string {
  if (before === undefined) return `${key}: ${now} gas, not in the snapshot`;
  if (now === undefined) return `${key}: ${before} gas in the snapshot, is gone`;
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
    if (code === 'ENOENT') return undefined;
    return `pact: cannot read ${snapshotFile}: ${reasonOf(error)}`;
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

/** By file; within one in the order of the run, where all of it was measured. */
export function updatedSnapshot(before: GasSnapshot, measured: Measured): GasSnapshot {
  const { now, wholeFiles } = measured;
  const left = [...before].filter(([key]) => !isGone(key, measured));
  const entries = [...new Map([...left, ...now])];
  const ranks = new Map([...now.keys()].map((key, at) => [key, at]));
  const placed = entries.map((entry, at) => {
    const [key] = entry;
    const whole = wholeFiles.find((file) => isOf(file, key));
    const file = whole ?? possibleFiles(key)[0] ?? key;
    return { entry, file, rank: whole === undefined ? at : (ranks.get(key) ?? at) };
  });
  placed.sort((a, b) => compareText(a.file, b.file) || a.rank - b.rank);
  return new Map(placed.map(({ entry }) => entry));
}

/** The reason why it could not be written. */
export function writeSnapshot(snapshot: GasSnapshot): string | undefined {
  const head = '# Gas of every transaction: pact test --gas-snapshot --update\n';
  const lines = [...snapshot].map(([key, gas]) => `${String(gas).padStart(10)}  ${key}\n`);
  const fault = writeSourceFile(snapshotFile, head + lines.join(''));
  return fault === undefined ? undefined : `pact: cannot write ${snapshotFile}: ${fault}`;
}
