// The wire of a simulated node: certificates, deadlines and sizes are checked as by the real one, while messages take time,
// and may never arrive.

import type { Cancel } from '../../../base/ports/time.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../../address/peer-info.ts';
import { isReserved } from '../../address/reserved.ts';
import type { Wire, WireAnswer, WireFault, WireRequest } from '../../messages/wire.ts';
import type { Sender } from '../../peers/desk.ts';
import type { Listener, SimulatedNetwork } from './simulated-network.ts';

export type WireReport = {
  readonly to: PeerKey;
  readonly request: WireRequest;
  readonly answer: Result<WireAnswer, WireFault>;
};

/** How long a connection stays open without use. */
const idleMs = 20_000;

type Answered = Result<WireAnswer, WireFault>;

export class SimulatedWire implements Wire {
  private readonly network: SimulatedNetwork;
  private readonly from: PeerKey;
  private readonly sender: Sender;
  private readonly onReport: (report: WireReport) => void;
  /** When a connection was used last, by address and the run of who listens there. */
  private readonly connections = new Map<string, number>();
  private isClosed = false;

  constructor(
    network: SimulatedNetwork,
    parts: {
      readonly from: PeerKey;
      readonly sender: Sender;
      readonly onReport: (report: WireReport) => void;
    },
  ) {
    this.network = network;
    this.from = parts.from;
    this.sender = parts.sender;
    this.onReport = parts.onReport;
  }

  /** The process has ended: nothing is answered any more. */
  close(): void {
    this.isClosed = true;
  }

  async ask(to: PeerInfo, request: WireRequest): Promise<Answered> {
    const key = keyOf(to.address);
    const answer = await new Promise<Answered>((resolve) => {
      new Exchange(this, { to, key, request, resolve }).begin();
    });
    this.onReport({ to: key, request, answer });
    return answer;
  }

  get over(): boolean {
    return this.isClosed;
  }

  get origin(): {
    readonly key: PeerKey;
    readonly sender: Sender;
    readonly network: SimulatedNetwork;
  } {
    return { key: this.from, sender: this.sender, network: this.network };
  }

  /** Milliseconds until a request can be sent: two round trips for a new connection. */
  connect(key: PeerKey, listener: Listener): number {
    const { network, from } = this;
    const name = `${key} ${listener.run}`;
    const now = network.time.nowMs();
    const last = this.connections.get(name) ?? -Infinity;
    this.connections.set(name, now);
    if (now - last <= idleMs) return 0;
    return 2 * (network.latency(from, key) + network.latency(key, from));
  }
}

type ExchangeParts = {
  readonly to: PeerInfo;
  readonly key: PeerKey;
  readonly request: WireRequest;
  readonly resolve: (answer: Answered) => void;
};

/** One request and its answer. */
class Exchange {
  private readonly wire: SimulatedWire;
  private readonly parts: ExchangeParts;
  private readonly network: SimulatedNetwork;
  private readonly from: PeerKey;
  private readonly startedMs: number;
  private deadline: Cancel = () => undefined;
  private next: Cancel = () => undefined;
  private isOver = false;
  private readonly abort = (): void => this.fail('aborted', 'the caller gave up');

  constructor(wire: SimulatedWire, parts: ExchangeParts) {
    this.wire = wire;
    this.parts = parts;
    this.network = wire.origin.network;
    this.from = wire.origin.key;
    this.startedMs = this.network.time.nowMs();
  }

  begin(): void {
    const { to, key, request } = this.parts;
    if (request.signal?.aborted === true) return this.abort();
    if (isReserved(to.address.host)) {
      return this.fail('reserved-address', 'no peer can have this address');
    }
    request.signal?.addEventListener('abort', this.abort);
    this.deadline = this.network.time.after(request.headMs, () => this.late());
    const state = this.network.state(this.from, key);
    const listener = this.network.at(key);
    if (state === 'cut' || state === 'stalled') return;
    const away = this.network.latency(this.from, key) + this.network.latency(key, this.from);
    if (listener === undefined || state === 'reset') {
      return this.after(away, () => this.fail('unreachable', 'the connection is refused'));
    }
    const connecting = this.wire.connect(key, listener);
    if (to.id !== listener.info.id) {
      return this.after(connecting + away, () =>
        this.fail('wrong-certificate', 'the fingerprint is another one'),
      );
    }
    const size = 200 + request.path.length + (request.body?.length ?? 0);
    const sending = this.network.latency(this.from, key) + this.network.sending(size);
    this.after(connecting + sending, () => this.arrive(listener));
  }

  /** The request is there, if nothing is in its way. */
  private arrive(listener: Listener): void {
    const { key, request } = this.parts;
    if (!this.isPassing(key, listener)) return;
    const { sender } = this.wire.origin;
    void listener.serve(request, sender).then((answer) => this.answer(listener, answer));
  }

  private answer(listener: Listener, answer: WireAnswer): void {
    const { key, request } = this.parts;
    if (this.isOver || !this.isPassing(key, listener)) return;
    const headMs = this.network.latency(key, this.from);
    const bodyMs = headMs + this.network.sending(200 + answer.body.length);
    const elapsed = this.network.time.nowMs() - this.startedMs;
    if (elapsed + headMs > request.headMs) return;
    this.deadline();
    this.deadline = this.network.time.after(request.deadlineMs - elapsed, () => this.late());
    this.after(bodyMs, () => {
      if (answer.body.length > request.maxBytes) this.fail('too-large', 'the answer is too large');
      else this.finish(good(answer));
    });
  }

  private isPassing(key: PeerKey, listener: Listener): boolean {
    if (this.network.at(key) !== listener || this.network.isLost()) return false;
    return this.network.state(this.from, key) === 'up';
  }

  private after(milliseconds: number, run: () => void): void {
    this.next = this.network.time.after(milliseconds, run);
  }

  private late(): void {
    this.fail('too-slow', 'it did not answer in time');
  }

  private fail(kind: WireFault['kind'], sentence: string): void {
    this.finish(bad({ kind, sentence }));
  }

  private finish(answer: Answered): void {
    if (this.isOver) return;
    this.isOver = true;
    this.deadline();
    this.next();
    const { request, resolve } = this.parts;
    request.signal?.removeEventListener('abort', this.abort);
    // A process that has ended waits for nothing.
    if (!this.wire.over) resolve(answer);
  }
}
