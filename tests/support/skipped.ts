// What the title of a skipped block says: how many cases it has, or that it runs.

/** `12 cases skipped`, or `12 cases` if they run. */
export function skipped(isSkipped: boolean, cases: { readonly length: number } | number): string {
  const count = typeof cases === 'number' ? cases : cases.length;
  return `${String(count)} ${count === 1 ? 'case' : 'cases'}${isSkipped ? ' skipped' : ''}`;
}
