// Coverage on the terminal: a row for each file and one for all files.

import {
  figuresOf,
  type FileCoverage,
  measures,
  missedLines,
  percentText,
} from '../../analysis/coverage/coverage.ts';

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
