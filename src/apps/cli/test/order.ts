// The order in which files are started. Reports still come in the order of the list.

import { decodeUtf8, utf8 } from '../../../base/bytes.ts';
import type { FileReport } from '../../../tools/testing/runner/test-report.ts';
import { CacheFile } from '../cache/cache-file.ts';
import { cacheFolder } from '../cache/cache-folder.ts';
import { identifyFile } from '../files.ts';

/** A file that takes at least this share of the work of each thread is started early. */
const largeShare = 1 / 8;

/**
 * Puts the longest files first if several run in parallel: a long file that starts last would keep one thread busy
 * while the others are idle. All other files keep their order, so that results are shown soon.
 */
export function longestFirst(
  files: readonly string[],
  jobs: number,
  durationOf: (file: string) => number | undefined,
): readonly string[] {
  if (jobs === 1) return files;
  const known = new Map(files.map((file) => [file, durationOf(file) ?? 0]));
  const total = [...known.values()].reduce((sum, each) => sum + each, 0);
  const isLong = (file: string): boolean => duration(file) > (total / jobs) * largeShare;
  const duration = (file: string): number => known.get(file) ?? 0;
  const long = files.filter(isLong).sort((a, b) => duration(b) - duration(a));
  return [...long, ...files.filter((file) => !isLong(file))];
}

// Remembers the durations of test files between runs, only of long ones, since only they affect the order.

const longMs = 1000;
/** The most entries; those of the last run come first. */
const max = 1000;

export class Durations {
  private readonly file: CacheFile | undefined;
  /** Milliseconds by file identity. */
  private known: ReadonlyMap<string, number>;

  constructor(file: CacheFile | undefined) {
    this.file = file;
    const bytes = file?.read();
    const text = (bytes && decodeUtf8(bytes)) ?? '';
    this.known = new Map(text === '' ? [] : text.split('\n').map(entryOf));
  }

  /** Returns the durations of runs in this folder. */
  static ofFolder(folder: string): Durations {
    const cache = cacheFolder();
    const key = ['durations of tests', folder].join('\n');
    return new Durations(cache === undefined ? undefined : new CacheFile(cache, key));
  }

  /** Returns milliseconds; `undefined` for a file that is short or was never run. */
  of(path: string): number | undefined {
    return this.known.get(identifyFile(path));
  }

  keep(reports: readonly FileReport[]): void {
    const before = this.known;
    const run = new Map(reports.map((report) => [identifyFile(report.file), report.durationMs]));
    const long = [...run].filter(([path, ms]) => ms >= longMs && !path.includes('\n'));
    const others = [...before].filter(([path]) => !run.has(path));
    this.known = new Map([...long, ...others].slice(0, max));
    if (before.size + this.known.size === 0) return;
    this.file?.write(utf8([...this.known].map(lineOf).join('\n')));
  }
}

const lineOf = ([path, duration]: readonly [string, number]): string =>
  `${Math.round(duration)} ${path}`;

function entryOf(line: string): [string, number] {
  const space = line.indexOf(' ');
  return [line.slice(space + 1), Number(line.slice(0, space))];
}
