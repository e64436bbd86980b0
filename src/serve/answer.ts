// What a route answers.

export type Answer =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** One plain sentence: what is wrong, and where. */
  | { readonly kind: 'fault'; readonly status: FaultStatus; readonly sentence: string };

export type FaultStatus = 400 | 404 | 405 | 408 | 413 | 415 | 500 | 503 | 504;

export function fault(status: FaultStatus, sentence: string): Answer {
  return { kind: 'fault', status, sentence };
}
