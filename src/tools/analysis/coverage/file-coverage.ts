// The coverage of a file for people: lines, branches, functions, and the parts of lines that never ran.

import { Source } from '../../../base/span.ts';
import type { BranchForm } from '../../../lang/session/analyse.ts';
import type { FunctionCount, NodeCount, Range, SourceCounts } from './counts.ts';

export type FileCoverage = {
  /** The path as shown. */
  readonly file: string;
  readonly source: Source;
  /** How often each line was entered, for lines on which runnable code begins; ascending from 1. */
  readonly lines: ReadonlyMap<number, number>;
  readonly branches: readonly BranchCoverage[];
  readonly functions: readonly FunctionCoverage[];
  /** Code that never ran, ascending and without overlaps. */
  readonly missed: readonly Range[];
};

export type BranchCoverage = Range & {
  readonly form: BranchForm;
  readonly line: number;
  readonly arms: readonly Arm[];
};

export type Arm = { readonly name: string; readonly count: number };

export type FunctionCoverage = FunctionCount & { readonly line: number };

/** In a script only its modules count: test code is not measured. */
export function fileCoverage(counts: SourceCounts, file: string, text: string): FileCoverage {
  const source = new Source(file, text);
  const isScript = counts.file.endsWith('.repl');
  const isWanted = (range: Range): boolean =>
    !isScript || counts.modules.some(({ start, end }) => start <= range.start && range.end <= end);
  const nodes = inOrder(counts.nodes.filter(isWanted));
  const lineOf = ({ start }: Range): number => source.positionAt(start).line + 1;
  return {
    file,
    source,
    lines: linesOf(nodes, lineOf),
    branches: inOrder(counts.branches.filter(isWanted)).map(({ start, end, form, arms }) => ({
      start,
      end,
      form,
      line: lineOf({ start, end }),
      arms: arms.map((count, at) => ({ name: armName(form, at, arms.length), count })),
    })),
    functions: inOrder(counts.functions.filter(isWanted)).map((each) => ({
      ...each,
      line: lineOf(each),
    })),
    missed: missedOf(nodes),
  };
}

/** Outer ones first; those of the same range stay in order. */
function inOrder<T extends Range>(ranges: readonly T[]): readonly T[] {
  return [...ranges].sort((a, b) => a.start - b.start || b.end - a.end);
}

/** Returns the highest count of the forms that begin on a line, without those inside another one that begins there. */
function linesOf(
  nodes: readonly NodeCount[],
  lineOf: (range: Range) => number,
): ReadonlyMap<number, number> {
  const lines = new Map<number, number>();
  const reached = new Map<number, number>();
  for (const node of nodes) {
    const line = lineOf(node);
    if (node.start < (reached.get(line) ?? 0)) continue;
    reached.set(line, node.end);
    lines.set(line, Math.max(lines.get(line) ?? 0, node.count));
  }
  return lines;
}

function missedOf(nodes: readonly NodeCount[]): readonly Range[] {
  const missed: Range[] = [];
  let end = 0;
  for (const node of nodes) {
    if (node.count > 0 || node.start < end) continue;
    missed.push({ start: node.start, end: node.end });
    end = node.end;
  }
  return missed;
}

const armNames: Readonly<Record<Exclude<BranchForm, 'enforce-one'>, readonly [string, string]>> = {
  if: ['true', 'false'],
  and: ['true', 'false'],
  or: ['true', 'false'],
  enforce: ['true', 'false'],
  try: ['success', 'failure'],
};

function armName(form: BranchForm, at: number, count: number): string {
  if (form !== 'enforce-one') return armNames[form][at === 0 ? 0 : 1];
  return at === count - 1 ? 'none' : `condition ${at + 1}`;
}
