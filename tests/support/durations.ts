// How long each test file takes: tests/durations.json, which `npm run record:durations` writes. The longest file starts first,
// and the quick suite leaves out the longest ones.

import { readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

export const durationsFile = 'tests/durations.json';

/** Files that take less are not listed. */
export const shortestListed = 0.3;

const seconds: ReadonlyMap<string, number> = new Map(
  Object.entries(JSON.parse(readFileSync(durationsFile, 'utf8')) as Record<string, number>),
);

/** Returns the files to leave out, so that all others take at most this many seconds of one core. */
export function longerThan(budget: number, isCandidate: (path: string) => boolean): string[] {
  const candidates = [...seconds].filter(([path]) => isCandidate(path));
  candidates.sort(([, a], [, b]) => a - b);
  let total = 0;
  return candidates.filter(([, duration]) => (total += duration) > budget).map(([path]) => path);
}

/** Starts with what takes longest, so that all cores end together. Vitest only knows times of earlier runs. */
export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const duration = ({ moduleId }: TestSpecification): number =>
      seconds.get(pathOf(moduleId, this.ctx.config.root)) ?? 0;
    return sorted.sort((a, b) => duration(b) - duration(a));
  }
}

/** The path as in `tests/durations.json`. */
export function pathOf(moduleId: string, root: string): string {
  return relative(root, moduleId).replaceAll('\\', '/');
}
