// The network between simulated nodes: who listens where, how long a message takes from one to the other, and what is
// wrong with it at the moment. Connections are made from one node to another: a rule may hold for one direction only.

import type { SeededRandom } from '../../../base/ports/random.ts';
import type { SimulatedTime } from '../../../base/ports/simulated-time.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../../address/peer-info.ts';
import type { WireAnswer, WireRequest } from '../../messages/wire.ts';
import type { Sender } from '../../peers/desk.ts';

/** Who listens at an address. */
export interface Listener {
  readonly info: PeerInfo & { readonly id: string };
  /** Changes with each start: connections do not survive it. */
  readonly run: number;
  serve(request: WireRequest, sender: Sender): Promise<WireAnswer>;
}

/** `cut`: nothing arrives; `reset`: a connection is refused at once; `stalled`: it is made, and never answered. */
export type LinkState = 'up' | 'cut' | 'reset' | 'stalled';

/** Returns the state of connections from one address to another, if the rule is about them. */
export type LinkRule = (from: PeerKey, to: PeerKey) => LinkState | undefined;

export type NetworkSettings = {
  /** The mean latency between two nodes, one way: drawn for each pair. */
  readonly minLatencyMs: number;
  readonly maxLatencyMs: number;
  readonly bytesPerSecond: number;
  /** The share of messages that never arrive. */
  readonly loss: number;
};

export class SimulatedNetwork {
  readonly time: SimulatedTime;
  private readonly settings: NetworkSettings;
  private readonly random: SeededRandom;
  private readonly listeners = new Map<PeerKey, Listener>();
  private readonly latencies = new Map<string, number>();
  private readonly rules = new Set<LinkRule>();

  constructor(parts: {
    readonly time: SimulatedTime;
    readonly settings: NetworkSettings;
    readonly random: SeededRandom;
  }) {
    this.time = parts.time;
    this.settings = parts.settings;
    this.random = parts.random;
  }

  listen(listener: Listener): () => void {
    const key = keyOf(listener.info.address);
    this.listeners.set(key, listener);
    return () => {
      if (this.listeners.get(key) === listener) this.listeners.delete(key);
    };
  }

  at(key: PeerKey): Listener | undefined {
    return this.listeners.get(key);
  }

  /** Call the returned function to lift the rule. */
  impose(rule: LinkRule): () => void {
    this.rules.add(rule);
    return () => void this.rules.delete(rule);
  }

  state(from: PeerKey, to: PeerKey): LinkState {
    for (const rule of this.rules) {
      const state = rule(from, to);
      if (state !== undefined) return state;
    }
    return 'up';
  }

  isLost(): boolean {
    return this.settings.loss > 0 && this.random.fraction() < this.settings.loss;
  }

  /** Milliseconds one way: more or less by chance. */
  latency(from: PeerKey, to: PeerKey): number {
    return this.meanLatency(from, to) * Math.exp(0.25 * this.normal());
  }

  /** Milliseconds for sending so many bytes. */
  sending(bytes: number): number {
    return (bytes / this.settings.bytesPerSecond) * 1000;
  }

  private meanLatency(from: PeerKey, to: PeerKey): number {
    const pair = from < to ? `${from} ${to}` : `${to} ${from}`;
    const known = this.latencies.get(pair);
    if (known !== undefined) return known;
    const { minLatencyMs, maxLatencyMs } = this.settings;
    const drawn = minLatencyMs + (maxLatencyMs - minLatencyMs) * this.random.fraction();
    this.latencies.set(pair, drawn);
    return drawn;
  }

  /** A number of the normal distribution. */
  private normal(): number {
    const radius = Math.sqrt(-2 * Math.log(this.random.fraction()));
    return radius * Math.cos(2 * Math.PI * this.random.fraction());
  }
}
