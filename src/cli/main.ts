// The command `pact`: reads its arguments and hands the work to a thread with a stack that deep programs fit on.

import { Worker } from 'node:worker_threads';
import { helpText, parseArguments, type Command } from './arguments.ts';
import { stackSizeMb } from './stack-size.ts';
import { languageVersion } from '../repl/version.ts';

const command = parseArguments(process.argv.slice(2));

switch (command.kind) {
  case 'misuse':
    process.stderr.write(`pact: ${command.reason}\nTry 'pact --help'.\n`);
    process.exitCode = 2;
    break;
  case 'help':
    process.stdout.write(helpText);
    break;
  case 'version':
    process.stdout.write(`pact version ${languageVersion}\n`);
    break;
  case 'interactive': {
    const { startInteractive } = await import('./interactive.ts');
    process.exitCode = await startInteractive(startWorker);
    break;
  }
  default:
    process.exitCode = await finished(startWorker(command));
}

function startWorker(work: Command): Worker {
  return new Worker(new URL('./worker.cjs', import.meta.url), {
    workerData: work,
    resourceLimits: { stackSizeMb },
  });
}

function finished(worker: Worker): Promise<number> {
  return new Promise((resolve) => {
    worker.on('message', (message: unknown) => {
      if (typeof message === 'number') resolve(message);
    });
    worker.on('error', (error: Error) => {
      process.stderr.write(`${sentenceOf(error)}\nLoad failed\n`);
      resolve(1);
    });
    worker.on('exit', (code) => resolve(code));
  });
}

function sentenceOf(error: Error & { readonly code?: string }): string {
  if (error.code === 'ERR_WORKER_OUT_OF_MEMORY') return 'pact: the program ran out of memory';
  return `pact: this is a fault of pact itself, please report it:\n${error.stack ?? error.message}`;
}
