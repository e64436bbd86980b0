// The result of reading a file.

export type FileAnswer =
  | { readonly kind: 'text'; readonly text: string }
  /** A sentence that says why: missing, a directory, not readable. */
  | { readonly kind: 'failure'; readonly reason: string };
