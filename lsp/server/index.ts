// The language server, for programs that start it themselves: `@multichain/pact/lsp`.

import { relay } from './relay.ts';
import type { TransportChoice } from './transport.ts';

export type { TransportChoice } from './transport.ts';

export type LanguageServerOptions = {
  readonly transport: TransportChoice;
  /** The server ends when this process does. */
  readonly clientProcess?: number | undefined;
  /** Megabytes of memory for project data (default: 4,096). If it needs more, the server reports that and ends. */
  readonly memoryMegabytes?: number | undefined;
};

/** Serves one editor; resolves with the exit status for the process. */
export function runLanguageServer(options: LanguageServerOptions): Promise<0 | 1> {
  return relay({ ...options, program: new URL('./lsp-thread.js', import.meta.url) });
}
