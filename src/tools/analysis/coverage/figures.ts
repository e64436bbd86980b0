// Coverage of files in numbers.

import type { FileCoverage } from './file-coverage.ts';

export const measures = ['lines', 'branches', 'functions'] as const;
export type Measure = (typeof measures)[number];

export type Share = { readonly hit: number; readonly all: number };
export type Figures = Readonly<Record<Measure, Share>>;

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
