// The title of a block that may be skipped: how many cases it has, and whether they run.

/** `12 cases skipped`, or `12 cases` if they run. */
export function skipped(isSkipped: boolean, cases: { readonly length: number } | number): string {
  const count = typeof cases === 'number' ? cases : cases.length;
  return `${String(count)} ${count === 1 ? 'case' : 'cases'}${isSkipped ? ' skipped' : ''}`;
}
