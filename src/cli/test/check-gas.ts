// Compares the gas of a run with the snapshot, or writes that anew, and says so.

import { hasFailed, type FileReport } from '../../repl/testing/test-report.ts';
import { writeErrorLine } from '../output.ts';
import {
  differenceText,
  gasDifferences,
  readSnapshot,
  snapshotFile,
  snapshotOf,
  writeSnapshot,
} from './gas-snapshot.ts';
import { counts } from './reporters/words.ts';

/** Everything is said on the standard error: the standard output belongs to the reporter. */
export function checkGas(
  reports: readonly FileReport[],
  wish: 'compare' | 'update' | undefined,
): 'success' | 'failure' {
  if (wish === undefined) return 'success';
  const before = readSnapshot();
  if (typeof before === 'string') return failure([before]);
  // Gas of a file that ended early says nothing.
  const whole = reports.filter((report) => !hasFailed(report));
  const files = whole.map(({ file }) => file);
  const now = snapshotOf(whole);
  if (wish === 'update') {
    writeSnapshot(before ?? new Map(), now, files);
    writeErrorLine(`${snapshotFile}: ${counts(now.size, 'transaction')} written`);
    return 'success';
  }
  if (before === undefined) {
    return failure([
      `there is no ${snapshotFile} yet: pact test --gas-snapshot --update writes it`,
    ]);
  }
  const differences = gasDifferences(before, now, files);
  if (differences.length === 0) return 'success';
  const ending = `${counts(differences.length, 'difference')} in gas; --update accepts them`;
  return failure([...differences.map(differenceText), ending]);
}

function failure(lines: readonly string[]): 'failure' {
  for (const line of lines) writeErrorLine(line);
  return 'failure';
}
