// The host for requests: the files that they name, and the time.

export type RequestHost = {
  /** For code and data, which are published. `path`: as written in the request; relative to its folder. */
  readonly readFile: (path: string) => FileText;
  /** For key pairs, which may be kept anywhere. */
  readonly readKeyFile: (path: string) => FileText;
  /** Microseconds since 1970. */
  readonly now: () => bigint;
};

export type FileText =
  | { readonly kind: 'text'; readonly text: string }
  /** `reason`: a sentence, such as that the file is missing, a directory, or not readable. */
  | { readonly kind: 'failure'; readonly reason: string };
