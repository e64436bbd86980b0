// The connections of the server. If there are too many, the one that has been idle longest is closed: one of the same
// network if that has too many. If none is idle, the network with the most loses its newest one to a network with fewer.
// Requests that Node's parser refuses are answered with a sentence, like all others.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { plainAddress } from '../ip-address.ts';
import { ConnectionRate, neighbourhoodOf } from './connection-rate.ts';
import { networkOf, type Client } from '../client.ts';
import type { HttpOptions } from './read-body.ts';

export type ConnectionsOptions = HttpOptions & {
  /** Whether connections begin with a handshake of TLS, which costs time of the processor. */
  readonly isSecure: boolean;
  /** Addresses that only the limit of all connections counts for. */
  readonly isTrusted?: ((address: string) => boolean) | undefined;
};

/** The sender of the requests of a connection. */
export type Sender = {
  readonly client: Client;
  /** Without the prefix that IPv6 sockets give to IPv4 addresses. */
  readonly address: string;
  readonly port: number;
};

export class Connections {
  private readonly options: ConnectionsOptions;
  private readonly rate: ConnectionRate;
  /** The number of open requests on each connection; the least recently used one comes first. */
  private readonly open = new Map<Socket, number>();
  /** Those of each network, and of each group of networks, the oldest first. */
  private readonly byNetwork = new Map<string, Set<Socket>>();
  private readonly byGroup = new Map<string, Set<Socket>>();
  private readonly senders = new WeakMap<Socket, Sender>();
  /** The connection under that of TLS, which is the one in all tables. */
  private readonly underlying = new WeakMap<Socket, Socket>();
  /** Those whose handshake is not over, by the addresses of both sides and the port of the client. */
  private readonly beginning = new Map<string, Socket>();
  private lastConnection = 0;

  constructor(options: ConnectionsOptions) {
    this.options = options;
    const { handshakesPerSecond, handshakesPerSecondOfGroup } = options.limits;
    this.rate = new ConnectionRate({
      clock: options.clock,
      perSecond: handshakesPerSecond,
      perSecondOfGroup: handshakesPerSecondOfGroup,
    });
  }

  watch(server: Server): void {
    if (this.options.isSecure) this.watchHandshakes(server);
    else server.on('connection', (socket: Socket) => void this.admit(socket));
    server.on('clientError', (error: NodeJS.ErrnoException, socket: Socket) => {
      if (this.options.isSecure && !this.underlying.has(socket)) socket.destroy();
      else refuse(error.code ?? '', socket, this.options);
    });
  }

  /** Connections that are not admitted never get to the part of the server that begins handshakes. */
  private watchHandshakes(server: Server): void {
    const begin = server.listeners('connection');
    server.removeAllListeners('connection');
    server.on('connection', (socket: Socket) => {
      if (!this.admit(socket)) return;
      const key = placeOf(socket);
      this.beginning.set(key, socket);
      socket.once('close', () => {
        if (this.beginning.get(key) === socket) this.beginning.delete(key);
      });
      for (const listener of begin) listener.call(server, socket);
    });
    server.prependListener('secureConnection', (socket: Socket) => {
      const key = placeOf(socket);
      const under = this.beginning.get(key);
      this.beginning.delete(key);
      if (under === undefined) socket.destroy();
      else this.underlying.set(socket, under);
    });
  }

  /** Returns whether the connection has no more open requests than allowed; otherwise it is closed. */
  begin({ socket: own }: IncomingMessage, response: ServerResponse): boolean {
    const socket = this.underlying.get(own) ?? own;
    if (own.destroyed || socket.destroyed) return false;
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

  senderOf(own: Socket): Sender {
    const socket = this.underlying.get(own) ?? own;
    const known = this.senders.get(socket);
    if (known !== undefined) return known;
    const address = plainAddress(socket.remoteAddress ?? '');
    const client = { network: networkOf(address), connection: ++this.lastConnection };
    const sender = { client, address, port: socket.remotePort ?? 0 };
    this.senders.set(socket, sender);
    return sender;
  }

  /** Returns `false` for a connection that is not admitted, and closes it. */
  private admit(socket: Socket): boolean {
    const { limits, isSecure, isTrusted } = this.options;
    const { client, address } = this.senderOf(socket);
    const group = neighbourhoodOf(address);
    const own = this.byNetwork.get(client.network) ?? new Set();
    const near = this.byGroup.get(group) ?? new Set();
    const isLimited = isTrusted?.(address) !== true;
    const isAdmitted =
      // Before others lose their connection.
      (!isLimited || !isSecure || this.rate.admits(group)) &&
      (!isLimited || this.hasPlace(own, limits.connectionsPerAddress)) &&
      (!isLimited || this.hasPlace(near, limits.connectionsPerGroup)) &&
      this.hasRoom(limits.connections, own);
    if (!isAdmitted) {
      socket.destroy();
      return false;
    }
    this.open.set(socket, 0);
    this.byNetwork.set(client.network, own.add(socket));
    if (isLimited) this.byGroup.set(group, near.add(socket));
    socket.once('close', () => {
      this.open.delete(socket);
      leave(this.byNetwork, client.network, socket);
      leave(this.byGroup, group, socket);
    });
    return true;
  }

  private hasPlace(sockets: ReadonlySet<Socket>, max: number): boolean {
    return sockets.size < max || this.dropIdle(sockets);
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
    const { client, address } = this.senderOf(socket);
    this.open.delete(socket);
    this.byNetwork.get(client.network)?.delete(socket);
    this.byGroup.get(neighbourhoodOf(address))?.delete(socket);
    socket.destroy();
  }
}

function leave(table: Map<string, Set<Socket>>, key: string, socket: Socket): void {
  const sockets = table.get(key);
  sockets?.delete(socket);
  if (sockets?.size === 0) table.delete(key);
}

const placeOf = ({ localAddress, remoteAddress, remotePort }: Socket): string =>
  `${localAddress ?? ''} ${remoteAddress ?? ''} ${remotePort ?? ''}`;

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
