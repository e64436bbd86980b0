// What a request needs from outside: the files that it names, and the time.

export type RequestHost = {
  /** `path` as it stands in the request, which it is relative to. */
  readonly readFile: (path: string) => FileText;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** A sentence that says why: missing, a directory, not readable. */
  | { readonly kind: 'failure'; readonly reason: string };
