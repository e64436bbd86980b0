// The thread of `pact debug` in which a script runs.

import { resolve } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { RunWork } from '../../lsp/debug/run-messages.ts';
import { serveRun } from '../../lsp/debug/run-thread.ts';
import { makeChainProofs } from './chain-proofs.ts';
import { identifyFile, readSourceFile } from './files.ts';
import { isMemoryShort } from './memory.ts';
import { filesOfModule } from './project/find-module.ts';
import { largeRoom } from './stack-size.ts';

export function serveDebugged(port: MessagePort, work: RunWork): void {
  serveRun(port, work, {
    host: {
      readFile: readSourceFile,
      identify: identifyFile,
      findModule: (name, near) => filesOfModule(name, near)[0],
      makeChainProofs,
      // Clients open files by absolute paths.
      plainPath: (path) => resolve(path),
    },
    room: largeRoom,
    isMemoryShort,
  });
}
