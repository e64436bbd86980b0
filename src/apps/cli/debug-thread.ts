// The thread of `pact debug` in which a script runs.

import { resolve } from 'node:path';
import type { MessagePort } from 'node:worker_threads';
import type { RunWork } from '../../../lsp/debug/run-messages.ts';
import { serveRun } from '../../../lsp/debug/run-thread.ts';
import { isMemoryShort } from './memory.ts';
import { withProject } from './project/open-project.ts';
import { diskHost } from './script-host.ts';
import { largeRoom } from './stack-size.ts';

export function serveDebugged(port: MessagePort, work: RunWork): void {
  serveRun(port, work, {
    // Clients open files by absolute paths.
    host: { ...diskHost, plainPath: (path) => resolve(path) },
    room: largeRoom,
    pact4: withProject({}).pact4 === true,
    isMemoryShort,
  });
}
