// A listening server: its routes, its connections, and its shutdown.

import { constants } from 'node:crypto';
import { createServer, type Server, type ServerOptions } from 'node:http';
import { createServer as createSecureServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { Logger } from '../ports/logger.ts';
import { App, type AnsweredRequest, type Handler, type RequestHead } from './app.ts';
import { Connections } from './connections.ts';
import type { AnswerHeaders, Route } from './route.ts';
import type { HttpOptions } from './read-body.ts';
import type { RequestGate } from './request-gate.ts';
import { RouteTable } from './route-table.ts';

export type HttpServerOptions<Parts> = HttpOptions & {
  readonly routes: readonly Route<Parts>[];
  /** The parts for handlers; each handler receives those that its route names. */
  readonly parts: Parts;
  readonly host: string;
  readonly port: number;
  /** Headers of every answer, faults included. */
  readonly commonHeaders?: (head: RequestHead) => AnswerHeaders;
  /** See `AppOptions`. */
  readonly unroutedHeaders?: AnswerHeaders | undefined;
  /** The sentence of a 404 about the paths that exist; if absent, some paths are listed. */
  readonly knownPaths?: string;
  /** Both in PEM form; if absent, the server speaks plain HTTP. */
  readonly tls?: { readonly certificates: string; readonly key: string } | undefined;
  /** Addresses that the limits of connections of one address, and of new ones, do not apply to. */
  readonly isTrusted?: ((address: string) => boolean) | undefined;
  /** See `AppOptions`. */
  readonly gate?: RequestGate | undefined;
  readonly anyOrigin?: boolean | undefined;
  /** Receives one line per request. */
  readonly logger: Logger;
  /** Called for every answer, for metrics. */
  readonly onAnswer?: (answered: AnsweredRequest) => void;
  /** Called for an error that no route expects. */
  readonly onFault: (error: unknown) => void;
  /** See `AppOptions`. */
  readonly sentenceOf?: (error: unknown) => string | undefined;
};

export type RunningHttpServer = {
  /** The address for requests. */
  readonly address: string;
  /** Shuts down: answers open requests, ends streams, closes idle connections. */
  readonly stop: () => Promise<void>;
};

/** Throws the system's error if the address cannot be used. */
export async function startHttp<Parts extends object>(
  options: HttpServerOptions<Parts>,
): Promise<RunningHttpServer> {
  const connections = new Connections({ ...options, isSecure: options.tls !== undefined });
  const routes = RouteTable.of(options.routes, options.parts, options.knownPaths);
  const app = new App({ ...options, routes, connections });
  const server = await listening(options, app.handler());
  connections.watch(server);
  const stop = (): Promise<void> => {
    app.stop();
    return closed(server, options);
  };
  return { address: addressOf(server, options.tls === undefined ? 'http' : 'https'), stop };
}

type ListenOptions = Pick<HttpServerOptions<unknown>, 'host' | 'port' | 'limits' | 'tls'>;

function listening({ host, port, limits, tls }: ListenOptions, handler: Handler): Promise<Server> {
  const options: ServerOptions = {
    headersTimeout: limits.headersMs,
    requestTimeout: limits.requestMs,
    keepAliveTimeout: limits.keepAliveMs,
    connectionsCheckingInterval: limits.connectionCheckMs,
    // Node refuses a request that has as much.
    maxHeaderSize: limits.headerBytes + 1,
  };
  const server: Server =
    tls === undefined
      ? createServer(options, handler)
      : createSecureServer(
          {
            ...options,
            cert: tls.certificates,
            key: tls.key,
            minVersion: 'TLSv1.2',
            handshakeTimeout: limits.handshakeMs,
            // A client that resumes a session would not see the certificate again.
            secureOptions: constants.SSL_OP_NO_RENEGOTIATION | constants.SSL_OP_NO_TICKET,
          },
          handler,
        );
  // Node drops lines beyond this number without a word. One more than the limit is enough to refuse the request.
  server.maxHeadersCount = limits.headers + 1;
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
}

function closed(server: Server, { timer, limits }: HttpOptions): Promise<void> {
  return new Promise((resolve) => {
    // A connection becomes idle when its request is answered, and would stay open for the next request.
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

function addressOf(server: Server, scheme: string): string {
  // A server that listens on a port has an address of this form.
  const { address, family, port } = server.address() as AddressInfo;
  return `${scheme}://${family === 'IPv6' ? `[${address}]` : address}:${port}`;
}
