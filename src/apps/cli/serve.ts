// `pact serve` on the main thread: reads the configuration, runs the server, and stops it when the
// process is asked to terminate.

import { relative } from 'node:path';
import { Worker } from 'node:worker_threads';
import { systemClock, systemTimer } from '../../base/platform/system.ts';
import { languageVersion } from '../../tools/repl/version.ts';
import {
  defaultConfig,
  readConfig,
  startServer,
  ThreadUnable,
  type Config,
  type RunningServer,
  type ServeThreadWork,
} from '../serve/index.ts';
import type { Recipient } from '../../chain/sealed/index.ts';
import { limits } from '../serve/limits.ts';
import { isStoreFault } from '../../storage/entries/index.ts';
import { readEntity } from './entity.ts';
import { exitStatus, type ExitStatus, faultText, systemSentence, tryToSay } from './exit.ts';
import { readSourceFile, reasonOf } from './files.ts';
import type { GivenOptions } from './options.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { addressFault } from './service/service-thread.ts';
import { askedToEnd, endedText, endingText } from './service/run-service.ts';
import { stackSizeMb } from './stack-size.ts';

export async function serve({ operands: [path] }: GivenOptions): Promise<ExitStatus> {
  const config = path === undefined ? defaultConfig() : configIn(path);
  if (config === undefined) return exitStatus.misuse;
  const entity = entityOf(config);
  if (entity === 'unreadable') return exitStatus.misuse;
  const signal = askedToEnd();
  let server: RunningServer;
  try {
    server = await startServer({
      config,
      entity,
      startThread,
      languageVersion,
      clock: systemClock,
      timer: systemTimer,
      show: writeLine,
      onFault: (error) => tryToSay(sentenceOf(error, config) ?? faultText(error)),
      onTrouble: (sentence) =>
        tryToSay(
          sentence === undefined
            ? 'pact: the disk can be written again'
            : `pact: ${sentence}. Commands are not acknowledged until writing succeeds; retrying`,
        ),
      // Its threads would keep the process alive.
      onEnd: (error) => process.exit(sayFault(error, config)),
    });
  } catch (error) {
    return sayFault(error, config);
  }
  showStart(server, config);
  await signal;
  writeLine(endingText);
  await server.stop();
  writeLine(endedText);
  return exitStatus.success;
}

function configIn(path: string): Config | undefined {
  const answer = readSourceFile(path);
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot read ${path}: ${answer.reason}`);
    return undefined;
  }
  const read = readConfig(answer.text);
  if (read.ok) return read.value;
  for (const { message, place } of read.fault) {
    writeErrorLine(`${relative('', path)}:${place.line}:${place.column}: ${message}`);
  }
  return undefined;
}

/** Returns the entity whose sealed commands are opened; without a key none can be. */
function entityOf({
  entity: name,
  entityKey,
  entities,
}: Config): Recipient | undefined | 'unreadable' {
  if (name === undefined || entityKey === undefined) return undefined;
  const read = readEntity({ name, keyFile: entityKey, known: entities });
  if (read.ok) return read.value;
  writeErrorLine(`pact: ${read.fault}`);
  return 'unreadable';
}

function startThread(work: ServeThreadWork): Worker {
  return new Worker(new URL('./commands.cjs', import.meta.url), {
    workerData: work,
    resourceLimits: {
      stackSizeMb,
      ...(work.role === 'intake' && { maxOldGenerationSizeMb: limits.intakeMegabytes }),
    },
  });
}

function showStart({ address, resumed, unreadable }: RunningServer, { persistDir }: Config): void {
  const where = persistDir === undefined ? 'in memory' : `in ${persistDir}`;
  writeLine(`Pact listens on ${address}, its state is ${where}. Press Ctrl-C to stop.`);
  if (unreadable > 0) {
    writeErrorLine(
      `pact: the disk is damaged: ${unreadable} commands that wait in ${persistDir} cannot be read and are not executed`,
    );
  }
  if (resumed > 0) writeLine(`Executing commands left from the last run: ${resumed}`);
}

function sayFault(error: unknown, config: Config): ExitStatus {
  const sentence = sentenceOf(error, config);
  writeErrorLine(sentence === undefined ? faultText(error) : `pact: ${sentence}`);
  return sentence === undefined ? exitStatus.fault : exitStatus.failure;
}

/** An error that the user can fix. */
function sentenceOf(error: unknown, { host, port }: Config): string | undefined {
  if (isStoreFault(error) || error instanceof ThreadUnable) return error.message;
  if (!(error instanceof Error)) return undefined;
  const inAddress = addressFault(error, {
    inUse: `port ${port} of ${host} is in use: stop the program that uses it, or choose another port`,
    reserved: `port ${port} needs administrator rights: choose one above 1023`,
    unknown: `this machine has no address ${host}`,
  });
  if (inAddress !== undefined) return inAddress;
  const { code, path } = error as NodeJS.ErrnoException;
  if (code === undefined) return undefined;
  return path === undefined ? systemSentence(error) : `cannot write ${path}: ${reasonOf(error)}`;
}
