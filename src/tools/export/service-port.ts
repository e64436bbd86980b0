// The port to the service interface of a node: requests over HTTP, and the stream of new headers. The caller passes it in, so that
// tests need no network.

export type ServiceRequest = {
  readonly method: 'GET' | 'POST';
  /** With the query. */
  readonly path: string;
  /** JSON. */
  readonly body?: string;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
};

export type ServiceAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      readonly body: Uint8Array;
      /** Of the header `retry-after`. */
      readonly retryAfterMs: number | undefined;
    }
  | { readonly kind: 'too-large' }
  /** There was no response, or it broke off; `reason` is a phrase. */
  | { readonly kind: 'silence'; readonly reason: string };

export interface ServicePort {
  /** For messages: `http://127.0.0.1:1848`. */
  readonly address: string;
  /** Never rejects. Follows no redirects, and asks for no compression. */
  ask(request: ServiceRequest): Promise<ServiceAnswer>;
  /**
   * Calls `onData` whenever the stream of server-sent events brings something. Resolves when the stream ends, with whether there was
   * one at all. Never rejects.
   */
  listen(stream: {
    readonly path: string;
    readonly signal: AbortSignal;
    readonly onData: () => void;
  }): Promise<boolean>;
}
