// The stand-alone server from its start to its end. What was acknowledged survives any end: the log
// of commands is written first, and what it says was not done yet is done at the next start.

import { createServer, type Server as HttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Recipient } from '../command/index.ts';
import { handlerOf } from './app.ts';
import type { Config } from './config.ts';
import { Connections } from './connections.ts';
import { Executor } from './executor.ts';
import { Intake } from './intake-threads.ts';
import { openLedger } from './journal.ts';
import { limits } from './limits.ts';
import { Listeners } from './listeners.ts';
import { openLog } from './log-file.ts';
import { Service } from './service.ts';
import type { StartThread } from './threads.ts';

export type ServerOptions = {
  readonly config: Config;
  readonly entity: Recipient | undefined;
  readonly startThread: StartThread;
  readonly languageVersion: string;
  /** Shows a line a request, where the configuration asks for it. */
  readonly show: (line: string) => void;
  /** A fault of ours that concerns one request. */
  readonly onFault: (error: unknown) => void;
  /** The disk takes nothing, so commands wait: why, or `undefined` once it does again. */
  readonly onTrouble: (sentence: string | undefined) => void;
  /** The server cannot go on. */
  readonly onEnd: (error: unknown) => void;
};

export type RunningServer = {
  /** What requests go to. */
  readonly address: string;
  /** Commands of an earlier run that are executed now. */
  readonly resumed: number;
  /** Ends it; nothing that was acknowledged is lost. */
  readonly stop: () => Promise<void>;
};

/** Throws what the system, the store (`StoreFault`) or a thread (`ThreadUnable`) has against it. */
export async function startServer(options: ServerOptions): Promise<RunningServer> {
  // What was opened, to be closed in the opposite order.
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
  const { config, entity, startThread, languageVersion, show, onFault, onTrouble, onEnd } = options;
  const { log, close: closeLog } = openLog(config.logDir, config.verbose ? show : undefined);
  closing.push(closeLog);
  const opened = openLedger(config);
  closing.push(opened.close);
  const { ledger } = opened;
  const resumed = ledger.waiting;
  const listeners = new Listeners(limits.listeners);
  const intake = await Intake.start({ startThread, onFault });
  closing.push(() => intake.close());
  const executor = await Executor.start({
    ...{ config, opened, entity, startThread },
    onDone: (requestKey) => listeners.tell(requestKey),
    onTrouble,
    onRequestFault: onFault,
    onFault: onEnd,
  });
  closing.push(() => executor.stop());
  const parts = { config, ledger, executor, intake, listeners, languageVersion };
  const service = new Service({ ...parts, now: microseconds });
  const connections = new Connections();
  const http = await listening(config, handlerOf({ service, connections, log, onFault }));
  connections.watch(http);
  closing.push(() => {
    service.stop();
    listeners.stop();
    return closed(http);
  });
  return { address: addressOf(http), resumed };
}

function listening(
  { host, port }: Config,
  handler: ReturnType<typeof handlerOf>,
): Promise<HttpServer> {
  const server = createServer(
    {
      headersTimeout: limits.headersMs,
      requestTimeout: limits.requestMs,
      keepAliveTimeout: limits.keepAliveMs,
      connectionsCheckingInterval: limits.connectionCheckMs,
    },
    handler,
  );
  server.maxHeadersCount = limits.headers;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

/** Open requests are answered, and idle connections closed. */
function closed(server: HttpServer): Promise<void> {
  return new Promise((resolve) => {
    // One that was answered meanwhile is idle, and would stay open for the next request.
    const closing = setInterval(() => server.closeIdleConnections(), idleCheckMs);
    const timer = setTimeout(() => server.closeAllConnections(), limits.stopMs);
    server.close(() => {
      clearInterval(closing);
      clearTimeout(timer);
      resolve();
    });
    server.closeIdleConnections();
  });
}

const idleCheckMs = 50;

function addressOf(server: HttpServer): string {
  // A server that listens on a port has such an address.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}

const microseconds = (): bigint => BigInt(Date.now()) * 1000n;
