// Writes coverage in lcov's format, which editors, genhtml and coverage services read.
// Source: the manual page geninfo(1), section FILES.

import {
  type BranchCoverage,
  figuresOf,
  type FileCoverage,
} from '../../analysis/coverage/coverage.ts';

export function lcovText(files: readonly FileCoverage[]): string {
  return files.flatMap(recordOf).join('');
}

function recordOf(file: FileCoverage): string[] {
  const { lines, branches, functions } = figuresOf([file]);
  return [
    'TN:',
    `SF:${file.file}`,
    ...file.functions.map(({ line, name }) => `FN:${line},${name}`),
    ...file.functions.map(({ count, name }) => `FNDA:${count},${name}`),
    `FNF:${functions.all}`,
    `FNH:${functions.hit}`,
    ...file.branches.flatMap(branchLines),
    `BRF:${branches.all}`,
    `BRH:${branches.hit}`,
    ...[...file.lines].sort(([a], [b]) => a - b).map(([line, count]) => `DA:${line},${count}`),
    `LF:${lines.all}`,
    `LH:${lines.hit}`,
    'end_of_record',
  ].map((line) => `${line}\n`);
}

/** A branch whose condition was never evaluated has `-`. */
function branchLines({ line, arms }: BranchCoverage, block: number): string[] {
  const hasRun = arms.some(({ count }) => count > 0);
  return arms.map(({ count }, at) => `BRDA:${line},${block},${at},${hasRun ? count : '-'}`);
}
