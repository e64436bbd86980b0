// The order in which files are started. Reports still come in the order of the list.

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
