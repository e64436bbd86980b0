// The connections of the server. If there are too many, the one that has been idle longest is closed: one of the same
// network if that has too many. If none is idle, the network with the most loses its newest one to a network with fewer.
// Requests that Node's parser refuses are answered with a sentence, like all others.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { networkOf, type Client } from '../client.ts';
import type { HttpOptions } from './read-body.ts';

export class Connections {
  private readonly options: HttpOptions;
  /** The number of open requests on each connection; the least recently used one comes first. */
  private readonly open = new Map<Socket, number>();
  /** Those of each network, the oldest first. */
  private readonly byNetwork = new Map<string, Set<Socket>>();
  private readonly clients = new WeakMap<Socket, Client>();
  private lastConnection = 0;

  constructor(options: HttpOptions) {
    this.options = options;
  }

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => this.admit(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) =>
      refuse(error.code ?? '', socket, this.options),
    );
  }

  /** Returns whether the connection has no more open requests than allowed; otherwise it is closed. */
  begin({ socket }: IncomingMessage, response: ServerResponse): boolean {
    if (socket.destroyed) return false;
    const count = (this.open.get(socket) ?? 0) + 1;
    if (count > this.options.limits.requestsAtOnce) {
      socket.destroy();
      return false;
    }
    this.use(socket, count);
    response.once('close', () => {
      const left = this.open.get(socket);
      if (left !== undefined) this.use(socket, left - 1);
    });
    return true;
  }

  /** The sender of the requests of a connection. */
  clientOf(socket: Socket): Client {
    const known = this.clients.get(socket);
    if (known !== undefined) return known;
    const network = networkOf(socket.remoteAddress ?? '');
    const client = { network, connection: ++this.lastConnection };
    this.clients.set(socket, client);
    return client;
  }

  private admit(socket: Socket): void {
    const { connections, connectionsPerAddress } = this.options.limits;
    const { network } = this.clientOf(socket);
    const own = this.byNetwork.get(network) ?? new Set();
    const isFull =
      own.size >= connectionsPerAddress ? !this.dropIdle(own) : !this.hasRoom(connections, own);
    if (isFull) {
      socket.destroy();
      return;
    }
    this.open.set(socket, 0);
    this.byNetwork.set(network, own.add(socket));
    socket.once('close', () => {
      this.open.delete(socket);
      own.delete(socket);
      if (own.size === 0 && this.byNetwork.get(network) === own) this.byNetwork.delete(network);
    });
  }

  private use(socket: Socket, count: number): void {
    this.open.delete(socket);
    this.open.set(socket, count);
  }

  private hasRoom(connections: number, own: ReadonlySet<Socket>): boolean {
    return (
      this.open.size < connections ||
      this.dropIdle(this.open.keys()) ||
      this.dropOfMany(own.size + 1)
    );
  }

  /** Closes the first one that waits for no answer, if there is one. */
  private dropIdle(sockets: Iterable<Socket>): boolean {
    for (const socket of sockets) {
      if (this.open.get(socket) !== 0) continue;
      this.drop(socket);
      return true;
    }
    return false;
  }

  /** Closes the newest one of the network with the most, if that has more than this number. */
  private dropOfMany(size: number): boolean {
    let most: ReadonlySet<Socket> | undefined;
    for (const each of this.byNetwork.values()) if (each.size > (most?.size ?? size)) most = each;
    const newest = most && [...most].at(-1);
    if (newest !== undefined) this.drop(newest);
    return newest !== undefined;
  }

  private drop(socket: Socket): void {
    this.open.delete(socket);
    this.byNetwork.get(this.clientOf(socket).network)?.delete(socket);
    socket.destroy();
  }
}

function refuse(code: string, socket: Socket, { limits, timer }: HttpOptions): void {
  if (!socket.writable || socket.bytesWritten > 0 || code === 'ECONNRESET') {
    // In the middle of an answer no error can be sent.
    socket.destroy();
    return;
  }
  const [status, sentence] = refusals.get(code) ?? malformed;
  socket.end(
    `HTTP/1.1 ${status}\r\nConnection: close\r\nContent-Type: text/plain;charset=utf-8\r\n` +
      `Content-Length: ${sentence.length}\r\n\r\n${sentence}`,
  );
  // A client that does not read the answer loses the connection as well.
  timer.after(limits.connectionCheckMs, () => socket.destroy(), { isBackground: true });
}

const malformed = ['400 Bad Request', 'the request is not valid HTTP'] as const;

const refusals: ReadonlyMap<string, readonly [string, string]> = new Map([
  ['ERR_HTTP_REQUEST_TIMEOUT', ['408 Request Timeout', 'the request arrived too slowly']],
  ['HPE_HEADER_OVERFLOW', ['431 Request Header Fields Too Large', 'the headers are too large']],
  ['HPE_CHUNK_EXTENSIONS_OVERFLOW', ['413 Payload Too Large', 'a chunk extension is too large']],
]);
