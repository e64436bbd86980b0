// A server that listens: its routes, its connections, and how it ends.

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../base/ports/logger.ts';
import { App, type AnsweredRequest, type Handler, type RequestHead } from './app.ts';
import { Connections } from './connections.ts';
import type { AnswerHeaders } from './fault.ts';
import type { HttpOptions } from './read-body.ts';
import type { Route } from './route.ts';
import { RouteTable } from './route-table.ts';

export type HttpServerOptions<Parts> = HttpOptions & {
  readonly routes: readonly Route<Parts>[];
  /** What handlers are given, each the parts that its route names. */
  readonly parts: Parts;
  readonly host: string;
  readonly port: number;
  /** Headers that every answer has, faults too. */
  readonly commonHeaders?: (head: RequestHead) => AnswerHeaders;
  /** What a 404 says about the paths that exist; without it, it lists some. */
  readonly knownPaths?: string;
  /** Gets a line a request. */
  readonly logger: Logger;
  /** Told of every answer, for metrics. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** A fault of ours that concerns one request. */
  readonly onFault: (error: unknown) => void;
};

export type RunningHttpServer = {
  /** What requests go to. */
  readonly address: string;
  /** Open requests are answered, streams end, and idle connections are closed. */
  readonly stop: () => Promise<void>;
};

/** Throws what the system has against the address. */
export async function startHttp<Parts extends object>(
  options: HttpServerOptions<Parts>,
): Promise<RunningHttpServer> {
  const connections = new Connections(options);
  const routes = RouteTable.of(options.routes, options.parts, options.knownPaths);
  const app = new App({ ...options, routes, connections });
  const server = await listening(options, app.handler());
  connections.watch(server);
  const stop = (): Promise<void> => {
    app.stop();
    return closed(server, options);
  };
  return { address: addressOf(server), stop };
}

function listening(
  { host, port, limits }: Pick<HttpServerOptions<unknown>, 'host' | 'port' | 'limits'>,
  handler: Handler,
): Promise<Server> {
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

function closed(server: Server, { timer, limits }: HttpOptions): Promise<void> {
  return new Promise((resolve) => {
    // A connection whose request was answered meanwhile is idle, and would stay open for the next one.
    const stopClosing = timer.every(idleCheckMs, () => server.closeIdleConnections());
    const cancel = timer.after(limits.stopMs, () => server.closeAllConnections());
    server.close(() => {
      stopClosing();
      cancel();
      resolve();
    });
    server.closeIdleConnections();
  });
}

const idleCheckMs = 50;

function addressOf(server: Server): string {
  // A server that listens on a port has such an address.
  const { address, family, port } = server.address() as AddressInfo;
  return `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
