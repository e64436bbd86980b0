// The command `pact`: reads its arguments and hands the work to a thread with a stack that deep programs fit on. Nothing of
// the language is loaded here: this file is what a start waits for.

import { isatty } from 'node:tty';
import { languageVersion } from '../repl/version.ts';
import { helpText, parseArguments, type Command, type Misuse } from './arguments.ts';
import { exitStatus, type ExitStatus } from './exit-status.ts';
import { faultText } from './fault.ts';
import { OutputClosed, writeErrorLine, writeLine } from './output.ts';
import { finished, startThread } from './thread.ts';

// Evaluation keeps its thread busy; this one is free to answer at once.
process.on('SIGINT', () => process.exit(exitStatus.interrupted));

try {
  process.exitCode = await perform(parseArguments(process.argv.slice(2)));
} catch (error) {
  process.exitCode = endWith(error);
}

async function perform(command: Command | Misuse): Promise<ExitStatus> {
  switch (command.kind) {
    case 'misuse':
      writeErrorLine(`pact: ${command.reason}\nTry 'pact --help'.`);
      return exitStatus.misuse;
    case 'help':
      writeLine(helpText());
      return exitStatus.success;
    case 'version':
      writeLine(`pact version ${languageVersion}`);
      return exitStatus.success;
    case 'interactive': {
      if (!isatty(0) || !isatty(1)) return finished(startThread({ kind: 'run-input' }));
      const { startInteractive } = await import('./interactive.ts');
      return startInteractive();
    }
    default:
      return finished(startThread(command));
  }
}

function endWith(error: unknown): ExitStatus {
  if (error instanceof OutputClosed) return exitStatus.outputClosed;
  writeErrorLine(`${faultText(error)}\nLoad failed`);
  return exitStatus.fault;
}
