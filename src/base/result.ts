// The result of a function that can fail because of its input: a value, or a fault that says what is
// wrong. Nothing is thrown.

export type Result<T, F> =
  | { readonly ok: true; readonly value: T }
  | { readonly ok: false; readonly fault: F };

export function good<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function bad<F>(fault: F): { readonly ok: false; readonly fault: F } {
  return { ok: false, fault };
}

/** The result of reading a file. */
export type FileAnswer =
  | { readonly kind: 'text'; readonly text: string }
  /** A sentence that says why: missing, a directory, not readable. */
  | { readonly kind: 'failure'; readonly reason: string };
