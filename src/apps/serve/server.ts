// Starts and stops the stand-alone server. Acknowledged commands survive every kind of end: they are in the
// command log first, and those that were not executed are executed at the next start.

import type { Clock, Timer } from '../../base/ports/time.ts';
import { loggerOf, type LogSink, type LogLine } from '../../base/ports/logger.ts';
import { httpLimits, startHttp } from '../../base/http/index.ts';
import { fileSink, shownSink } from '../../base/platform/log-file.ts';
import { Admission } from './admission.ts';
import { CheckedBodies, Intake } from './checked-bodies.ts';
import type { Config } from './config.ts';
import { Executor } from './executor.ts';
import { openCommandLog } from './journal.ts';
import { limits } from './limits.ts';
import { Waiters } from '../../base/waiters.ts';
import { Results } from './results.ts';
import { routes } from './routes.ts';
import type { Entity, StartThread } from './messages.ts';

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
  /** Commands of an earlier run that are still to be executed. */
  readonly resumed: number;
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
  const { config, entity, startThread, languageVersion, onFault, onTrouble, onEnd } = options;
  const { clock, timer } = options;
  const sinks = sinksOf(options);
  for (const { close } of sinks) if (close !== undefined) closing.push(close);
  const opened = openCommandLog(config);
  closing.push(opened.close);
  const { commandLog } = opened;
  const resumed = commandLog.waiting;
  const listeners = new Waiters<'done'>();
  const intake = await Intake.start({ startThread, clock, timer, onFault });
  closing.push(() => intake.close());
  const executor = await Executor.start({
    config,
    opened,
    entity,
    startThread,
    clock,
    timer,
    onDone: (requestKey) => listeners.settle(requestKey, 'done'),
    onTrouble,
    onRequestFault: onFault,
    onFault: onEnd,
  });
  closing.push(() => executor.stop());
  const bodies = new CheckedBodies(intake, executor);
  const now = (): bigint => BigInt(clock.dateMs()) * 1000n;
  const admission = new Admission({ bodies, commandLog, executor, now });
  const results = new Results({ bodies, commandLog, listeners, config, timer });
  const local = { bodies, executor, config, now };
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
  return { address: http.address, resumed };
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
