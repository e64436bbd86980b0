// What a route answers.

export type Answer =
  | { readonly kind: 'json'; readonly text: string }
  | { readonly kind: 'text'; readonly text: string }
  /** The members of a JSON object, each made when it is its turn: all of them would be too large. */
  | { readonly kind: 'object'; readonly members: Iterable<Member> }
  /** A head alone. */
  | { readonly kind: 'nothing' }
  /** One plain sentence: what is wrong, and where. */
  | { readonly kind: 'fault'; readonly status: FaultStatus; readonly sentence: string };

/** A member, or nothing where there is none; asked again where there was no room for it. */
export type Member = () => string | undefined;

export type FaultStatus = 400 | 404 | 405 | 408 | 413 | 415 | 500 | 503 | 504;

export function fault(status: FaultStatus, sentence: string): Answer {
  return { kind: 'fault', status, sentence };
}
