// Compares the gas of a run with the snapshot, or updates the snapshot, and prints the result.

import { existsSync, readFileSync } from 'node:fs';
import { type FileReport, hasFailed } from '../../../tools/testing/runner/test-report.ts';
import { writeErrorLine } from '../output.ts';
import { counts } from '../../../tools/testing/reporters/paint.ts';
import { compareText } from '../../../base/text.ts';
import { reasonOf } from '../files.ts';
import { writeInProject } from '../project/folder-bounds.ts';

type SnapshotOptions = {
  readonly gasSnapshot: 'compare' | 'update' | undefined;
  readonly filter: string | undefined;
};

/** Prints to standard error: standard output belongs to the reporter. */
export function checkGas(
  reports: readonly FileReport[],
  options: SnapshotOptions,
): 'success' | 'failure' {
  const { gasSnapshot, filter } = options;
  if (gasSnapshot === undefined) return 'success';
  const before = readSnapshot();
  if (typeof before === 'string') return failure([before]);
  // The gas of a file that ended early is incomplete.
  const passed = reports.filter((report) => !hasFailed(report));
  const files = passed.map(({ file }) => file);
  const measured: Measured = {
    now: snapshotOf(passed),
    wholeFiles: filter === undefined ? files : files.filter((file) => file.includes(filter)),
    exists: existsSync,
  };
  if (gasSnapshot === 'update') {
    return update(before ?? new Map(), measured, reports.length - passed.length);
  }
  if (before === undefined) {
    return failure([
      `there is no ${snapshotFile} yet: create it with pact test --gas-snapshot --update`,
    ]);
  }
  const differences = gasDifferences(before, measured);
  if (differences.length === 0) return 'success';
  const ending = `${counts(differences.length, 'difference')} in gas; accept with --update`;
  return failure([...differences.map(differenceText), ending]);
}

function update(before: GasSnapshot, measured: Measured, failed: number): 'success' | 'failure' {
  const differences = gasDifferences(before, measured);
  const snapshot = updatedSnapshot(before, measured);
  const fault = writeSnapshot(snapshot);
  if (fault !== undefined) return failure([fault]);
  const left = failed === 0 ? '' : `; not updated: ${counts(failed, 'file')} that failed`;
  writeErrorLine(
    `${snapshotFile}: ${counts(snapshot.size, 'transaction')}, ${changesText(differences)}${left}`,
  );
  return 'success';
}

function changesText(differences: readonly GasDifference[]): string {
  const kinds = differences.map(({ before, now }) =>
    before === undefined ? 'new' : now === undefined ? 'gone' : 'changed',
  );
  const texts = ['changed', 'new', 'gone'].flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  return texts.length === 0 ? 'nothing changed' : texts.join(', ');
}

function failure(lines: readonly string[]): 'failure' {
  for (const line of lines) writeErrorLine(line);
  return 'failure';
}

// `--gas-snapshot`: keeps the gas of every transaction in a text file in the project, so that a review of a contract
// shows changes in gas.
//
// It has one line per transaction, in the order of the run: gas, file, name. A second transaction with the same name in
// a file gets ` #2` after its name. Files that were not run keep their lines as long as they exist, and so do
// transactions that a filter left out.

const snapshotFile = '.gas-snapshot';

/** Whole gas by `file: transaction`. */
type GasSnapshot = ReadonlyMap<string, bigint>;

/** The measurements of a run. */
type Measured = {
  readonly now: GasSnapshot;
  /** Files with all transactions measured: other transactions of theirs no longer exist. */
  readonly wholeFiles: readonly string[];
  readonly exists: (file: string) => boolean;
};

type GasDifference = {
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

/** Returns the transactions that changed, are new, or no longer exist. */
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

/** Returns all possible file names: file and transaction names may contain the separator. */
function possibleFiles(key: string): readonly string[] {
  return [...key.matchAll(/: /g)].map(({ index }) => key.slice(0, index));
}

export function differenceText({ key, before, now }: GasDifference): string {
  if (before === undefined) return `${key}: ${now} gas, not in the snapshot`;
  if (now === undefined) return `${key}: ${before} gas in the snapshot, no longer exists`;
  return `${key}: ${before} -> ${now} gas (${percentage(before, now)})`;
}

/** Returns one decimal, rounded half away from zero. */
function percentage(before: bigint, now: bigint): string {
  if (before === 0n) return 'was 0';
  const change = now - before;
  const size = change < 0n ? -change : change;
  const tenths = (size * 2000n + before) / (2n * before);
  return `${change < 0n ? '-' : '+'}${tenths / 10n}.${tenths % 10n} %`;
}

/** Reads the snapshot; returns `undefined` if there is none yet, or a sentence if it cannot be used. */
function readSnapshot(): GasSnapshot | string | undefined {
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

/** Returns the new snapshot, sorted by file, and within a file in the order of the run if it was measured completely. */
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

/** Returns the reason if it could not be written. */
function writeSnapshot(snapshot: GasSnapshot): string | undefined {
  const head = '# Gas of every transaction: pact test --gas-snapshot --update\n';
  const lines = [...snapshot].map(([key, gas]) => `${String(gas).padStart(10)}  ${key}\n`);
  const fault = writeInProject(snapshotFile, head + lines.join(''));
  return fault === undefined ? undefined : `pact: cannot write ${snapshotFile}: ${fault}`;
}
