// The evaluating thread: does what the command line asks for, writes straight to the terminal and answers with the exit
// status.

import { parentPort, workerData } from 'node:worker_threads';
import { assert } from '../base/assert.ts';
import { checkShadowing } from './check-shadowing.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { serveInteractive } from './interactive-worker.ts';
import { listBuiltins } from './list-builtins.ts';
import { OutputClosed } from './output.ts';
import { runFiles } from './run-files.ts';
import { runInput } from './run-input.ts';
import type { Work } from './work.ts';

const port = parentPort;
assert(port !== null, 'the worker program runs in a worker');
// The main thread sends nothing but work.
const work = workerData as Work;

if (work.kind === 'interactive') serveInteractive(port, work.interrupt);
else port.postMessage(finish(work));

function finish(finite: Exclude<Work, { kind: 'interactive' }>): ExitStatus {
  try {
    switch (finite.kind) {
      case 'run':
        return runFiles(finite);
      case 'run-input':
        return runInput();
      case 'builtins':
        return listBuiltins();
      case 'check-shadowing':
        return checkShadowing(finite.file);
    }
  } catch (error) {
    if (error instanceof OutputClosed) return exitStatus.outputClosed;
    throw error;
  }
}
