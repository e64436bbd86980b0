// Asks other nodes over HTTP and TLS: the `Wire` of a running node. Connections are bounded for each peer and in all; requests
// beyond wait for their turn, and their deadline goes on.

import type { Socket } from 'node:net';
import { Pool } from 'undici';
import { assert } from '../../base/assert.ts';
import { onAbort } from '../../base/on-abort.ts';
import { bad, type Result } from '../../base/result.ts';
import type { Clock } from '../../base/ports/time.ts';
import { keyOf, type PeerInfo } from '../address/peer-info.ts';
import { peerText } from '../address/peer-text.ts';
import { isReserved } from '../address/reserved.ts';
import type { Wire, WireAnswer, WireFault, WireRequest } from '../messages/wire.ts';
import { connectTo, type ConnectOptions, type Connected } from './connect.ts';
import { Exchange } from './exchange.ts';
import { GuardedLookup, type GuardedLookupOptions } from './guarded-lookup.ts';
import { wireLimits } from './limits.ts';
import { peerClosed, WireError } from './wire-error.ts';

export type PeerClientOptions = Omit<ConnectOptions, 'lookup'> &
  Pick<GuardedLookupOptions, 'ownNames' | 'find'> & { readonly clock: Clock };

type Answered = Result<WireAnswer, WireFault>;

/** A request that waits for its turn; returns whether it was still wanted. */
type Turn = () => boolean;

type Peer = {
  readonly pool: Pool;
  /** Requests that are sent, and those that wait for their turn. */
  active: number;
  readonly waiting: Turn[];
  /** Whether a connection to it ever answered. */
  hasAnswered: boolean;
  usedAtMs: number;
};

export class PeerClient implements Wire {
  private readonly options: PeerClientOptions;
  private readonly lookup: GuardedLookup;
  /** By id and address: the same address with another id is another peer. The least recently used one comes first. */
  private readonly peers = new Map<string, Peer>();
  private readonly sockets = new Set<Socket>();
  private readonly stopForgetting: () => void;
  private isClosed = false;

  constructor(options: PeerClientOptions) {
    this.options = options;
    this.lookup = new GuardedLookup(options);
    this.stopForgetting = options.timer.every(wireLimits.idleMs, () => this.forgetUnused(), {
      isBackground: true,
    });
  }

  ask(to: PeerInfo, request: WireRequest): Promise<Answered> {
    const { clock, testRanges } = this.options;
    if (this.isClosed || request.signal?.aborted === true) return refused('aborted', givenUp);
    // Names are judged when they are looked up, and every address once more when it is connected to.
    if (isReserved(to.address.host, testRanges)) {
      return refused('reserved-address', 'the host is a reserved address');
    }
    const peer = this.peerOf(to);
    if (peer.waiting.length >= wireLimits.waitingPerPeer) {
      return refused('unreachable', 'too many requests wait for this peer');
    }
    const until = clock.nowMs() + request.deadlineMs;
    return new Promise((resolve) => {
      this.waitForTurn(peer, { request, until }, resolve);
    });
  }

  /** The number of open connections. */
  get connections(): number {
    return this.sockets.size;
  }

  /** Ends all requests and connections. */
  async close(): Promise<void> {
    this.isClosed = true;
    this.stopForgetting();
    const peers = [...this.peers.values()];
    this.peers.clear();
    for (const { waiting } of peers) for (const turn of waiting.splice(0)) turn();
    await Promise.all(peers.map(({ pool }) => pool.destroy(new WireError('aborted', givenUp))));
    for (const socket of this.sockets) socket.destroy();
  }

  private waitForTurn(
    peer: Peer,
    { request, until }: { readonly request: WireRequest; readonly until: number },
    resolve: (answered: Answered) => void,
  ): void {
    const { clock, timer } = this.options;
    if (peer.active < wireLimits.connectionsPerPeer) {
      this.begin(peer, request, until, resolve);
      return;
    }
    let isWaiting = true;
    const stopWaiting = (): void => {
      isWaiting = false;
      cancel();
      stopListening?.();
    };
    const leave = (kind: WireFault['kind'], sentence: string): void => {
      stopWaiting();
      const at = peer.waiting.indexOf(turn);
      if (at >= 0) peer.waiting.splice(at, 1);
      resolve(bad({ kind, sentence }));
    };
    const abort = (): void => leave('aborted', givenUp);
    const cancel = timer.after(until - clock.nowMs(), () =>
      leave('too-slow', 'other requests to this peer took too long'),
    );
    const stopListening = request.signal && onAbort(request.signal, abort);
    const turn = (): boolean => {
      if (!isWaiting) return false;
      if (this.isClosed) {
        abort();
        return false;
      }
      stopWaiting();
      this.begin(peer, request, until, resolve);
      return true;
    };
    peer.waiting.push(turn);
  }

  private begin(
    peer: Peer,
    request: WireRequest,
    until: number,
    resolve: (answered: Answered) => void,
  ): void {
    peer.active++;
    const end = (answered: Answered): void => {
      peer.active--;
      if (answered.ok) peer.hasAnswered = true;
      resolve(answered);
      for (let turn = peer.waiting.shift(); turn !== undefined; turn = peer.waiting.shift()) {
        if (turn()) return;
      }
    };
    const parts = { ...this.options, request, until };
    const first: Exchange = new Exchange(parts, (answered) => {
      // A peer closes idle connections, perhaps while a request is on its way: messages may be sent twice.
      const isStale =
        !answered.ok &&
        answered.fault.sentence === peerClosed &&
        peer.hasAnswered &&
        first.isUnanswered &&
        !this.isClosed;
      if (isStale) this.dispatch(peer, request, new Exchange(parts, end));
      else end(answered);
    });
    this.dispatch(peer, request, first);
  }

  private dispatch(peer: Peer, request: WireRequest, exchange: Exchange): void {
    const { method, path, body } = request;
    assert(/^\/[\x21-\x7e]*$/.test(path), 'a path has only characters that are allowed in it');
    peer.usedAtMs = this.options.clock.nowMs();
    const headers = [...new Map([['accept-encoding', 'identity'], ...request.headers])].flat();
    peer.pool.dispatch({ method, path, headers, body: body ?? null }, exchange);
  }

  private peerOf(to: PeerInfo): Peer {
    const key = peerText(to);
    const known = this.peers.get(key);
    if (known !== undefined) {
      this.peers.delete(key);
      this.peers.set(key, known);
      return known;
    }
    const pool = new Pool(`https://${keyOf(to.address)}`, {
      connections: wireLimits.connectionsPerPeer,
      pipelining: 1,
      // The deadlines of a request are those of its exchange.
      headersTimeout: 0,
      bodyTimeout: 0,
      keepAliveTimeout: wireLimits.idleMs,
      keepAliveMaxTimeout: wireLimits.idleMs,
      maxHeaderSize: wireLimits.headerBytes,
      connect: (_place, connected) => this.connect(to, connected),
    });
    const usedAtMs = this.options.clock.nowMs();
    const peer: Peer = { pool, active: 0, waiting: [], hasAnswered: false, usedAtMs };
    this.peers.set(key, peer);
    return peer;
  }

  private connect(to: PeerInfo, connected: Connected): void {
    if (this.sockets.size >= wireLimits.connections && !this.closeIdle()) {
      connected(new WireError('unreachable', 'this node has too many connections'), null);
      return;
    }
    const socket = connectTo(to, { ...this.options, lookup: this.lookup.lookup }, connected);
    this.sockets.add(socket);
    socket.once('close', () => this.sockets.delete(socket));
  }

  /** Closes the connections of the peer that was not asked for the longest time, if it is idle. */
  private closeIdle(): boolean {
    for (const [key, { active, pool }] of this.peers) {
      if (active > 0 || pool.stats.connected === 0) continue;
      this.drop(key, pool);
      return true;
    }
    return false;
  }

  private forgetUnused(): void {
    const before = this.options.clock.nowMs() - wireLimits.forgetMs;
    for (const [key, { active, usedAtMs, pool }] of this.peers) {
      if (active === 0 && usedAtMs < before) this.drop(key, pool);
    }
  }

  private drop(key: string, pool: Pool): void {
    this.peers.delete(key);
    void pool.destroy(new WireError('aborted', givenUp));
  }
}

const givenUp = 'the request was given up';

const refused = (kind: WireFault['kind'], sentence: string): Promise<Answered> =>
  Promise.resolve(bad({ kind, sentence }));
