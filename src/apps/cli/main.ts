// The command `pact`: parses its arguments and runs the work, on this thread or in one with a large stack.

import { existsSync } from 'node:fs';
import { argumentsOfProcess, onDisk } from '../../base/platform/disk/path-bytes.ts';
import { languageVersion } from '../../tools/repl/version.ts';
import {
  helpText,
  looksLikeCommand,
  parseArguments,
  unknownCommand,
  type Command,
} from './arguments.ts';
import { commandHelp } from './commands/define.ts';
import { commands } from './commands/index.ts';
import {
  exitStatus,
  type ExitStatus,
  faultText,
  statusOfLostOutput,
  systemSentence,
  tryToSay,
} from './exit.ts';
import type { GivenOptions, Misuse } from './options.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { mentionsPact4 } from './project/project-file.ts';
import { pathSuggestion } from './paths.ts';
import type { ShortWork, Tried } from './work.ts';

/** Commands, and actions of commands, that handle the signals of the process; each is a separate program. */
const ofThisThread: ReadonlyMap<string, (given: GivenOptions) => Promise<ExitStatus>> = new Map([
  ['debug', async (given: GivenOptions) => (await import('./debug.ts')).debug(given)],
  ['devnet', async (given: GivenOptions) => (await import('./devnet.ts')).devnet(given)],
  ['export', async (given: GivenOptions) => (await import('./export.ts')).runExport(given)],
  ['lsp', async (given: GivenOptions) => (await import('./lsp.ts')).lsp(given)],
  ['mcp', async (given: GivenOptions) => (await import('./mcp.ts')).mcp(given)],
  [
    'network simulate',
    async (given: GivenOptions) => (await import('./network-simulate.ts')).networkSimulate(given),
  ],
  ['network up', async (given: GivenOptions) => (await import('./network-up.ts')).networkUp(given)],
  ['node', async (given: GivenOptions) => (await import('./node.ts')).node(given)],
  ['serve', async (given: GivenOptions) => (await import('./serve.ts')).serve(given)],
]);

// No top-level await: the command is built as a script, which Node starts faster than a module.
void start();

async function start(): Promise<void> {
  // Everything is written and closed. Without this, Node would first wait for V8's pending compilations.
  process.exit(await status());
}

async function status(): Promise<ExitStatus> {
  try {
    return await perform(parseArguments(argumentsOfProcess()));
  } catch (error) {
    return endWith(error);
  }
}

async function perform(command: Command | Misuse): Promise<ExitStatus> {
  switch (command.kind) {
    case 'misuse':
      return sayMisuse(command);
    case 'help':
      writeLine(helpText(docsFolder()));
      return exitStatus.success;
    case 'command-help':
      for (const each of commands) {
        if (each.name === command.name) writeLine(commandHelp(each, docsFolder()));
      }
      return exitStatus.success;
    case 'command': {
      const { name, given } = command;
      const runHere = ofThisThread.get(name) ?? ofThisThread.get(`${name} ${given.operands[0]}`);
      if (runHere !== undefined) return runHere(given);
      const { runCommand } = await import('./thread.ts');
      return runCommand(command);
    }
    case 'genkey':
    case 'request': {
      const { runCommand } = await import('./thread.ts');
      return runCommand(command);
    }
    case 'version':
      writeLine(`pact version ${languageVersion}`);
      return exitStatus.success;
    case 'interactive':
      return converse(command);
    case 'run': {
      const [file = ''] = command.files;
      const isNoFile = looksLikeCommand(file) && !existsSync(onDisk(file));
      if (isNoFile) {
        return sayMisuse(unknownCommand(file, pathSuggestion(file)));
      }
      if (command.database !== undefined) {
        const { runStored } = await import('./thread.ts');
        return runStored(command.database, command);
      }
      const usesProject = command.settings.pact4 !== true && mentionsPact4();
      if (command.coverage !== undefined || command.showsCalls || usesProject) {
        const { runCovered } = await import('./thread.ts');
        return runCovered(command);
      }
      return tryFirst(command);
    }
    default:
      return tryFirst(command);
  }
}

/** The documentation folder of this package. */
function docsFolder(): string {
  const { fileURLToPath } = process.getBuiltinModule('node:url');
  return fileURLToPath(new URL('../docs', import.meta.url));
}

function sayMisuse({ reason, command }: Misuse): ExitStatus {
  const words = command === undefined ? 'pact' : `pact ${command}`;
  writeErrorLine(`pact: ${reason}\nTry '${words} --help'.`);
  return exitStatus.misuse;
}

async function converse(command: Extract<Command, { kind: 'interactive' }>): Promise<ExitStatus> {
  const { database, settings } = command;
  const { isatty } = await import('node:tty');
  if (isatty(0) && isatty(1)) {
    const { startInteractive } = await import('./interactive.ts');
    return startInteractive(command);
  }
  const { runInThread, runStored } = await import('./thread.ts');
  const work = { kind: 'run-input', settings } as const;
  return database === undefined ? runInThread(work) : runStored(database, work);
}

async function tryFirst(work: ShortWork): Promise<ExitStatus> {
  // The input can be read only once.
  const isRepeatable = work.kind !== 'run' || !work.files.includes('-');
  // The same file that the thread runs. It loads the language.
  const tried: Tried = isRepeatable
    ? (await import('./worker.ts')).tryWork(work)
    : { kind: 'again', work, written: 0 };
  if (tried.kind === 'done') return tried.status;
  const { runInThread } = await import('./thread.ts');
  return runInThread(tried);
}

function endWith(error: unknown): ExitStatus {
  const status = statusOfLostOutput(error);
  if (status !== undefined) return status;
  const sentence = systemSentence(error);
  if (sentence !== undefined) {
    tryToSay(`pact: ${sentence}\nLoad failed`);
    return exitStatus.failure;
  }
  tryToSay(`${faultText(error)}\nLoad failed`);
  return exitStatus.fault;
}
