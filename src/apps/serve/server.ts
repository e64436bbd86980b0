// Starts and stops the stand-alone server. This thread never evaluates: it stores commands and what their execution
// changes. Acknowledged commands survive every kind of end: those that were not executed are executed at the next start.

import { availableParallelism } from 'node:os';
import type { Clock, Timer } from '../../base/ports/time.ts';
import { loggerOf, type LogSink, type LogLine } from '../../base/ports/logger.ts';
import { httpLimits, startHttp } from '../../base/http/index.ts';
import { fileSink, shownSink } from '../../base/platform/log-file.ts';
import { Admission } from './admission.ts';
import { CheckedBodies, Intake } from './checked-bodies.ts';
import type { Config } from './config.ts';
import { Executor } from './executor.ts';
import { limits } from './limits.ts';
import { Waiters } from '../../base/waiters.ts';
import { questionLimits, ThreadPool } from '../../base/threads/index.ts';
import { Results } from './results.ts';
import { routes } from './routes.ts';
import type {
  Entity,
  EvaluationSettings,
  LocalQuestion,
  LocalReply,
  StartThread,
} from './messages.ts';
import { ServerStore } from './store.ts';

type ServerOptions = {
  readonly config: Config;
  readonly entity: Entity | undefined;
  readonly startThread: StartThread;
  readonly languageVersion: string;
  readonly clock: Clock;
  readonly timer: Timer;
  /** Writes a line for each request, if the configuration asks for it. */
  readonly show: (line: string) => void;
  /** A fault of pact that concerns one request. */
  readonly onFault: (error: unknown) => void;
  /** Called with the reason when the disk cannot be written and commands wait; with `undefined` once it can again. */
  readonly onTrouble: (sentence: string | undefined) => void;
  /** The server cannot go on. */
  readonly onEnd: (error: unknown) => void;
};

export type RunningServer = {
  /** The address that clients connect to. */
  readonly address: string;
  /** Commands of an earlier run that are still to be executed, and those that cannot be read from the disk. */
  readonly resumed: number;
  readonly unreadable: number;
  /** Stops the server; acknowledged commands are not lost. */
  readonly stop: () => Promise<void>;
};

/** Throws errors of the system, `StoreFault` and `ThreadUnable`. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // What is open, closed in the opposite order.
  const closing: (() => void | Promise<void>)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closing.reverse()) await close();
  };
  try {
    return { ...(await open(options, closing)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function open(
  options: ServerOptions,
  closing: (() => void | Promise<void>)[],
): Promise<Omit<RunningServer, 'stop'>> {
  const { config, startThread, languageVersion, onFault, onTrouble, onEnd } = options;
  const { clock, timer } = options;
  const sinks = sinksOf(options);
  for (const { close } of sinks) if (close !== undefined) closing.push(close);
  const { persistDir } = config;
  const store = ServerStore.open({ persistDir, timer, onTrouble, onEnd });
  closing.push(() => store.close());
  const { waiting: resumed, unreadable } = store.commandLog;
  const listeners = new Waiters<'done'>();
  const intake = await Intake.start({ startThread, clock, timer, onFault });
  closing.push(() => intake.close());
  const settings = settingsOf(options, store);
  const executor = await Executor.start({
    settings,
    store,
    startThread,
    timer,
    onDone: (requestKey) => listeners.settle(requestKey, 'done'),
    onRequestFault: onFault,
    onFault: onEnd,
  });
  closing.push(() => executor.stop());
  store.whenReopened(() => void executor.restart());
  const questions = new ThreadPool<LocalQuestion, LocalReply>({
    threads: { short: shortThreads(), long: 1 },
    startThread: (lane, shared) =>
      startThread({ kind: 'serve', role: 'questions', lane, shared, ...settings }),
    clock,
    timer,
    limits: questionLimits,
    onFault,
  });
  closing.push(() => questions.close());
  const bodies = new CheckedBodies(intake);
  const now = (): bigint => BigInt(clock.dateMs()) * 1000n;
  const admission = new Admission({ bodies, store, executor, now });
  const results = new Results({ bodies, store, listeners, config, clock, timer });
  const local = { bodies, questions, config, now };
  const { host, port } = config;
  const http = await startHttp({
    routes,
    host,
    port,
    limits: httpLimits,
    clock,
    timer,
    onFault,
    parts: { admission, results, local, languageVersion },
    logger: loggerOf({ area: 'http', clock, level: 'info', sinks }),
  });
  closing.push(() => {
    admission.stop();
    results.stop();
    return http.stop();
  });
  questions.start();
  return { address: http.address, resumed, unreadable };
}

function shortThreads(): number {
  return Math.max(1, Math.min(limits.maxShortThreads, availableParallelism() - 1));
}

function settingsOf({ config, entity }: ServerOptions, store: ServerStore): EvaluationSettings {
  const { gasLimit, gasRate, flags, timeLimitMs } = config;
  return {
    path: store.path,
    gasLimit,
    gasRate,
    flags,
    timeLimitMs,
    maxFileBytes: store.isPassing ? limits.passingBytes : Infinity,
    entity: entity && { entity, number: store.entityNumber(entity.name) },
  };
}

/** Opens the file of the request log. */
function sinksOf({ config, show }: ServerOptions): readonly LogSink[] {
  const { logDir, verbose } = config;
  const textOf = requestLine;
  const bufferBytes = limits.logBufferBytes;
  const file = { name: 'pact-server.log', textOf, bufferBytes };
  return [
    ...(logDir === undefined ? [] : [fileSink({ folder: logDir, ...file })]),
    ...(verbose ? [shownSink(show, textOf)] : []),
  ];
}

function requestLine({ dateMs, data }: LogLine): string {
  const { client, method, path, status, milliseconds } = data;
  const time = new Date(dateMs).toISOString();
  return `${time} ${client} ${method} ${plainly(String(path))} ${status} ${milliseconds} ms`;
}

const longest = 200;

const plainly = (path: string): string => JSON.stringify(path.slice(0, longest)).slice(1, -1);
