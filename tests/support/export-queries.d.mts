export type ExportQuery = {
  readonly title: string;
  /** The number of the heading. */
  readonly section: number;
  /** Its place below the heading, from 1. */
  readonly nth: number;
  readonly sql: string;
};

/** The queries of docs/export-queries.md. */
export const exportQueries: readonly ExportQuery[];

/** Replaces `:'name'` by a string literal and `:name` by a number. A name without a value is an error. */
export function withVariables(
  sql: string,
  variables: Readonly<Record<string, string | number>>,
): string;
