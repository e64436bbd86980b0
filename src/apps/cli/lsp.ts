// `pact lsp`: the language server for editors.

import { runLanguageServer, type TransportChoice } from '../../../lsp/server/index.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { reasonOf } from './files.ts';
import type { GivenOptions } from './options.ts';
import { writeErrorLine } from './output.ts';

export { runLanguageServer };

export async function lsp({ options }: GivenOptions): Promise<ExitStatus> {
  const client = options.get('clientProcessId')?.at(-1);
  try {
    return await runLanguageServer({
      transport: transportOf(options),
      clientProcess: client === undefined ? undefined : Number(client),
    });
  } catch (error) {
    writeErrorLine(`pact: cannot reach the editor: ${reasonOf(error)}`);
    return exitStatus.failure;
  }
}

function transportOf(options: GivenOptions['options']): TransportChoice {
  const port = options.get('socket')?.at(-1);
  const pipe = options.get('pipe')?.at(-1);
  if (port !== undefined) return { kind: 'socket', port: Number(port) };
  if (pipe !== undefined) return { kind: 'pipe', name: pipe };
  return options.has('node-ipc') ? { kind: 'node-ipc' } : { kind: 'stdio' };
}
