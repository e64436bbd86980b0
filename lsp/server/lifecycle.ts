// Enforces the order of messages: `initialize` first, only `exit` after `shutdown`. Keeps track of open requests.

import { errorCodes, failure, type JsonMessage, type MessageId } from './json-message.ts';

export type Verdict =
  | { readonly kind: 'forward' }
  | { readonly kind: 'reply'; readonly message: object }
  | { readonly kind: 'drop' }
  | { readonly kind: 'exit'; readonly status: 0 | 1 };

export class Lifecycle {
  private state: 'new' | 'running' | 'shut-down' = 'new';
  private readonly open = new Set<MessageId>();

  /** Call this for a message of the client. */
  incoming(message: JsonMessage): Verdict {
    const { method, id } = message;
    if (method === 'exit') return { kind: 'exit', status: this.exitStatus };
    if (method === undefined) return this.state === 'new' ? { kind: 'drop' } : { kind: 'forward' };
    if (id === undefined || id === null) {
      return this.state === 'running' ? { kind: 'forward' } : { kind: 'drop' };
    }
    const refusal = this.refusalOf(method);
    if (refusal !== undefined) {
      return { kind: 'reply', message: failure(id, refusal.code, refusal.sentence) };
    }
    if (method === 'initialize') this.state = 'running';
    if (method === 'shutdown') this.state = 'shut-down';
    this.open.add(id);
    return { kind: 'forward' };
  }

  /** Call this for a message of the server. */
  outgoing({ method, id }: Pick<JsonMessage, 'method' | 'id'>): void {
    if (method === undefined && id !== undefined && id !== null) this.open.delete(id);
  }

  /** The exit status of a process that ends now. */
  get exitStatus(): 0 | 1 {
    return this.state === 'shut-down' ? 0 : 1;
  }

  /** The ids of open requests. */
  get unanswered(): readonly MessageId[] {
    return [...this.open];
  }

  private refusalOf(
    method: string,
  ): { readonly code: number; readonly sentence: string } | undefined {
    if (this.state === 'new' && method !== 'initialize') {
      return { code: errorCodes.notInitialized, sentence: 'the first request must be initialize' };
    }
    if (this.state !== 'new' && method === 'initialize') {
      return { code: errorCodes.invalidRequest, sentence: 'the server is initialized already' };
    }
    if (this.state === 'shut-down') {
      return { code: errorCodes.invalidRequest, sentence: 'the server is shutting down' };
    }
    return undefined;
  }
}
