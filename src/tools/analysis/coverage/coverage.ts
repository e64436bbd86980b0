// The counts of one source, as plain data: threads send them to each other, and counts of the same text are added up. For people:
// lines, branches, functions, the parts of lines that never ran, and the figures.

import { Source } from '../../../base/span.ts';
import { compareText } from '../../../base/text.ts';
import type { BranchForm, SourceCounters } from '../../../lang/session/analyse.ts';

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

type Arm = { readonly name: string; readonly count: number };

type FunctionCoverage = FunctionCount & { readonly line: number };

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

export type SourceCounts = {
  readonly file: string;
  /** The length of the text in UTF-16 units: after a change, places are different. */
  readonly length: number;
  readonly modules: readonly Range[];
  /** Outer ones before inner ones of the same range. */
  readonly nodes: readonly NodeCount[];
  readonly branches: readonly BranchCount[];
  readonly functions: readonly FunctionCount[];
};

export type Range = { readonly start: number; readonly end: number };
type NodeCount = Range & { readonly kind: string; readonly count: number };
type BranchCount = Range & {
  readonly form: BranchForm;
  readonly arms: readonly number[];
};
type FunctionCount = Range & { readonly name: string; readonly count: number };

export function countsOf(source: SourceCounters, file: string): SourceCounts {
  const { text, modules, nodes, branches, functions } = source;
  return {
    file,
    length: text.length,
    modules,
    nodes: [...nodes].map((node) => ({ ...node })),
    branches: [...branches].map(({ arms, ...branch }) => ({
      ...branch,
      arms: arms.map(({ count }) => count),
    })),
    functions: [...functions].map(({ entry, ...each }) => ({ ...each, count: entry.count })),
  };
}

/** Adds up counts of many runs, a file at a time. */
export class CoverageTotals {
  private readonly byFile = new Map<string, Totals>();

  /** Counts for a changed text replace the previous ones. */
  add(counts: SourceCounts): void {
    const { file, length } = counts;
    let totals = this.byFile.get(file);
    if (totals?.length !== length) this.byFile.set(file, (totals = new Totals(length)));
    totals.add(counts);
  }

  /** In code-point order of the files. */
  get all(): readonly SourceCounts[] {
    const files = [...this.byFile].sort(([a], [b]) => compareText(a, b));
    return files.map(([file, totals]) => totals.counts(file));
  }
}

class Totals {
  readonly length: number;
  private readonly modules = new Map<string, Range>();
  private readonly nodes = new Map<string, NodeCount>();
  private readonly branches = new Map<string, BranchCount>();
  private readonly functions = new Map<string, FunctionCount>();

  constructor(length: number) {
    this.length = length;
  }

  add({ modules, nodes, branches, functions }: SourceCounts): void {
    for (const module of modules) this.modules.set(placeOf(module), module);
    merge(this.nodes, nodes, ({ kind }) => kind, withMoreCount);
    merge(this.functions, functions, ({ name }) => name, withMoreCount);
    merge(
      this.branches,
      branches,
      ({ form }) => form,
      (before, { arms }) => ({
        ...before,
        arms: before.arms.map((count, at) => count + (arms[at] ?? 0)),
      }),
    );
  }

  counts(file: string): SourceCounts {
    const { length } = this;
    return {
      file,
      length,
      modules: [...this.modules.values()],
      nodes: [...this.nodes.values()],
      branches: [...this.branches.values()],
      functions: [...this.functions.values()],
    };
  }
}

function merge<T extends Range>(
  totals: Map<string, T>,
  added: readonly T[],
  nameOf: (each: T) => string,
  sum: (before: T, each: T) => T,
): void {
  for (const each of added) {
    const key = `${nameOf(each)} ${placeOf(each)}`;
    const before = totals.get(key);
    totals.set(key, before === undefined ? each : sum(before, each));
  }
}

const withMoreCount = <T extends { readonly count: number }>(before: T, { count }: T): T => ({
  ...before,
  count: before.count + count,
});

const placeOf = ({ start, end }: Range): string => `${start} ${end}`;

export const measures = ['lines', 'branches', 'functions'] as const;
export type Measure = (typeof measures)[number];

export type Share = { readonly hit: number; readonly all: number };
type Figures = Readonly<Record<Measure, Share>>;

export function figuresOf(files: readonly FileCoverage[]): Figures {
  return {
    lines: share(files.flatMap(({ lines }) => [...lines.values()])),
    branches: share(
      files.flatMap(({ branches }) =>
        branches.flatMap(({ arms }) => arms.map(({ count }) => count)),
      ),
    ),
    functions: share(files.flatMap(({ functions }) => functions.map(({ count }) => count))),
  };
}

function share(counts: readonly number[]): Share {
  return { hit: counts.filter((count) => count > 0).length, all: counts.length };
}

/** Tenths of a percent, rounded down: 100 % is shown only for complete coverage. */
export function permille({ hit, all }: Share): number {
  return all === 0 ? 1000 : Math.floor((hit * 1000) / all);
}

export function percentText(share: Share): string {
  const tenths = permille(share);
  return `${Math.floor(tenths / 10)}.${tenths % 10}%`;
}

/** `4-6, 9`: lines that never ran; lines between two of them that cannot run are included. */
export function missedLines({ lines }: FileCoverage): readonly string[] {
  const ranges: { first: number; last: number }[] = [];
  let isOpen = false;
  for (const [line, count] of [...lines].sort(([a], [b]) => a - b)) {
    const last = ranges.at(-1);
    if (count > 0) isOpen = false;
    else if (isOpen && last !== undefined) last.last = line;
    else {
      ranges.push({ first: line, last: line });
      isOpen = true;
    }
  }
  return ranges.map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`));
}
