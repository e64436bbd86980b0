// The language server for programs that start it themselves: `@multichain/pact/lsp`.

import { relay } from './relay.ts';
import type { TransportChoice } from './transport.ts';

export type { TransportChoice } from './transport.ts';

export type LanguageServerOptions = {
  readonly transport: TransportChoice;
  /** The server ends when this process does. */
  readonly clientProcess?: number | undefined;
  /** Megabytes of memory for what it knows of the project; 4,096 by default. Needing more, it says so and ends. */
  readonly memoryMegabytes?: number | undefined;
};

/** Serves one editor; resolves with the exit status that its process should have. */
export function runLanguageServer(options: LanguageServerOptions): Promise<0 | 1> {
  return relay({ ...options, program: new URL('./lsp-thread.js', import.meta.url) });
}
