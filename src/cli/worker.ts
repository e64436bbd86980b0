// The evaluating thread: does what the command line asks for, writes straight to the terminal and answers with the exit
// status.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import type { Command } from './arguments.ts';
import { listBuiltins } from './list-builtins.ts';
import { checkShadowing, runFiles } from './run-files.ts';
import { serveInteractive } from './interactive-worker.ts';

const port = parentPort;
assert(port !== null, 'the worker program runs in a worker');
// The main thread sends nothing but commands.
const command = workerData as Command;

switch (command.kind) {
  case 'run':
    port.postMessage(runFiles(command));
    break;
  case 'builtins':
    port.postMessage(listBuiltins());
    break;
  case 'check-shadowing':
    port.postMessage(checkShadowing(command.file));
    break;
  case 'interactive':
    serveInteractive(port);
    break;
  default:
    port.postMessage(2);
}
