// The counts of one source, as plain data: threads send them to each other, and counts of the same text are added up.

import { compareText } from '../../../base/text.ts';
import type { BranchForm, SourceCounters } from '../../../lang/session/analyse.ts';

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
export type NodeCount = Range & { readonly kind: string; readonly count: number };
export type BranchCount = Range & {
  readonly form: BranchForm;
  readonly arms: readonly number[];
};
export type FunctionCount = Range & { readonly name: string; readonly count: number };

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
