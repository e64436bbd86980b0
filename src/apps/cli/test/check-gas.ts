// Compares the gas of a run with the snapshot, or updates the snapshot, and prints the result.

import { existsSync } from 'node:fs';
import { hasFailed, type FileReport } from '../../../tools/testing/runner/test-report.ts';
import { writeErrorLine } from '../output.ts';
import {
  differenceText,
  gasDifferences,
  readSnapshot,
  snapshotFile,
  snapshotOf,
  updatedSnapshot,
  writeSnapshot,
  type GasDifference,
  type GasSnapshot,
  type Measured,
} from './gas-snapshot.ts';
import { counts } from '../../../tools/testing/reporters/words.ts';

type Wish = {
  readonly gasSnapshot: 'compare' | 'update' | undefined;
  readonly filter: string | undefined;
};

/** Prints to standard error: standard output belongs to the reporter. */
export function checkGas(reports: readonly FileReport[], wish: Wish): 'success' | 'failure' {
  const { gasSnapshot, filter } = wish;
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
