// Runs a service in a thread with a large stack, until it is done or the process is asked to stop.

import type { Worker } from 'node:worker_threads';
import { startDeepThread } from '../deep-thread.ts';
import { endOf, exitStatus, type ExitStatus, faultText, tryToSay } from '../exit.ts';
import { writeErrorLine, writeLine } from '../output.ts';
import { servingHeap } from '../stack-size.ts';

type Kinded = { readonly kind: string };

type ServiceRun<Own extends Kinded> = {
  /** The program of the thread, beside that of the command in the build. */
  readonly program: string;
  /** Plain data. */
  readonly work: Kinded;
  /** Whether to print nothing when it stops. */
  readonly isQuiet: boolean;
  /** Whether it also stops when standard input ends: when the program that started it has ended, or closes it. */
  readonly isAttached?: boolean;
  /** Handles a message that only this service has. A returned status ends the run. */
  readonly onMessage: (message: Own) => ExitStatus | undefined;
};

type Ended = { readonly status: ExitStatus; readonly text?: string };

export async function runService<Own extends Kinded>(run: ServiceRun<Own>): Promise<ExitStatus> {
  const thread = startDeepThread(
    new URL(`./${run.program}`, import.meta.url),
    run.work,
    servingHeap,
  );
  const asked = run.isAttached === true ? [askedToEnd(), endOfInput()] : [askedToEnd()];
  void Promise.race(asked).then(() => {
    if (!run.isQuiet) writeLine(endingText);
    thread.postMessage('stop' satisfies ToService);
  });
  const { status, text } = await endOfService(thread, run);
  if (text !== undefined) writeErrorLine(text);
  return status;
}

function endOfService<Own extends Kinded>(thread: Worker, run: ServiceRun<Own>): Promise<Ended> {
  return new Promise((resolve) => {
    thread.on('message', (message: Own | FromService) => {
      const ended = isCommon(message) ? afterCommon(message, run.isQuiet) : afterOwn(message);
      if (ended !== undefined) resolve(ended);
    });
    thread.on('error', (error) => resolve(endOf(error)));
    thread.on('exit', () =>
      resolve({ status: exitStatus.fault, text: faultText('its thread ended without an answer') }),
    );
  });

  function afterOwn(message: Own): Ended | undefined {
    const status = run.onMessage(message);
    return status === undefined ? undefined : { status };
  }
}

const commonKinds: ReadonlySet<string> = new Set<FromService['kind']>([
  'failed',
  'log',
  'stopped',
  'trouble',
]);

function isCommon(message: Kinded): message is FromService {
  return commonKinds.has(message.kind);
}

function afterCommon(message: FromService, isQuiet: boolean): Ended | undefined {
  switch (message.kind) {
    case 'failed':
      return { status: exitStatus.failure, text: `pact: ${message.sentence}` };
    case 'trouble':
      tryToSay(`pact: ${message.sentence}`);
      return undefined;
    case 'log':
      tryToSay(message.text);
      return undefined;
    case 'stopped':
      if (!isQuiet) writeLine(endedText);
      return { status: exitStatus.success };
  }
}

// Waits for the signal to stop a service: Ctrl-C, or a signal of the system.

/** Resolves at the first signal; the next one ends the process. */
export function askedToEnd(): Promise<void> {
  return new Promise((resolve) => {
    for (const name of ['SIGINT', 'SIGTERM'] as const) {
      process.once(name, () => {
        process.on(name, () => process.exit(exitStatus.interrupted));
        resolve();
      });
    }
  });
}

function endOfInput(): Promise<void> {
  return new Promise((resolve) => {
    process.stdin.once('end', resolve);
    process.stdin.once('error', () => resolve());
    process.stdin.resume();
  });
}

export const endingText = 'Stopping; press Ctrl-C again to stop at once.';
export const endedText = 'Ended.';

// The messages between the main thread and the thread of a service. Services add their own messages.

export type FromService =
  /** The service could not start or continue; one sentence. */
  | { readonly kind: 'failed'; readonly sentence: string }
  /** A problem after which the service continues; one sentence. */
  | { readonly kind: 'trouble'; readonly sentence: string }
  /** A line to print for the user. */
  | { readonly kind: 'log'; readonly text: string }
  | { readonly kind: 'stopped' };

/** The only message to the thread. */
type ToService = 'stop';

/** Formats a number of chains. */
export function chainsText(count: number): string {
  return count === 1 ? '1 chain' : `${count} chains`;
}
