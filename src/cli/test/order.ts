// In what order files are begun. Reports come in the order of the list all the same.

/** A file that takes this share of what each thread has to do, or more, is begun early. */
const largeShare = 1 / 8;

/**
 * The longest first where several run at a time: one that was begun last would keep a single thread
 * busy while the others have nothing left. All others stay where they are, so that what ends is soon
 * shown.
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
