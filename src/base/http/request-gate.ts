// Requests that a server refuses because their sender asks too much: the interface between the app and the rules of a server.

import type { Answer } from './route.ts';

export interface RequestGate {
  /** Called before anything else is done for a request. */
  admits(request: GatedRequest): boolean;
  /** Called when the answer to an admitted request is ready. */
  charge(request: GatedRequest, cost: RequestCost): void;
}

export type GatedRequest = {
  readonly method: string;
  /** Without the query. */
  readonly path: string;
  readonly sender: { readonly address: string; readonly port: number };
  /** That of the sender (`Client`). */
  readonly network: string;
};

export type RequestCost = {
  /** Milliseconds of the main thread until the handler first waited. */
  readonly milliseconds: number;
  /** Bytes of the answer, if it is in one piece. */
  readonly bytes: number;
  /** What the handler adds. */
  readonly price: number;
};

export function bytesOf(answer: Answer): number {
  if (answer.kind === 'bytes') return answer.bytes.length;
  return answer.kind === 'json' || answer.kind === 'text' ? answer.text.length : 0;
}
