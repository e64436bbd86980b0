// Coverage in lcov's format, which editors, genhtml and coverage services read, and as a table for terminals.
// Source: the manual page geninfo(1), section FILES.

import type { BranchCoverage, FileCoverage } from '../../analysis/coverage/coverage.ts';
import { figuresOf, measures, missedLines, percentText } from '../../analysis/coverage/coverage.ts';

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

const shownRanges = 6;

export function coverageTable(files: readonly FileCoverage[]): readonly string[] {
  const width = Math.max(9, ...files.map(({ file }) => file.length));
  const row = (name: string, cells: readonly string[], rest: string): string =>
    `${name.padEnd(width)}  ${cells.map((cell) => cell.padStart(9)).join('  ')}  ${rest}`.trimEnd();
  const figures = (some: readonly FileCoverage[]): readonly string[] => {
    const all = figuresOf(some);
    return measures.map((name) => percentText(all[name]));
  };
  return [
    row('Coverage', measures, 'never ran'),
    ...files.map((file) => row(file.file, figures([file]), shortened(missedLines(file)))),
    ...(files.length > 1 ? [row('All files', figures(files), '')] : []),
  ];
}

function shortened(ranges: readonly string[]): string {
  const shown = ranges.slice(0, shownRanges).join(', ');
  return ranges.length > shownRanges ? `${shown}, ...` : shown;
}
