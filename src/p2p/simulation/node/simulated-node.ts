// A simulated node: what outlives its process (disk, known peers, certificate, wrong clock), and the process, which is the
// real peer-to-peer half over a simulated ledger and wire.

import { toBase64Url } from '../../../base/base64url.ts';
import type { SeededStreams } from '../../../base/ports/random.ts';
import type { Network } from '../../../chain/rules/network.ts';
import { keyOf, type HostAddress, type PeerInfo, type PeerKey } from '../../address/peer-info.ts';
import { isReserved } from '../../address/reserved.ts';
import { askOf } from '../../messages/ask.ts';
import type { WireAnswer, WireRequest } from '../../messages/wire.ts';
import type { Sender } from '../../peers/desk.ts';
import type { KeptPeerData } from '../../peers/kept.ts';
import { PeerToPeer } from '../../sessions/peer-to-peer.ts';
import type { PeerEvent } from '../../sessions/events.ts';
import type { SyncEvent } from '../../sync/events.ts';
import { Synchronizer } from '../../sync/synchronizer.ts';
import { SimulatedDisk } from '../chain/simulated-disk.ts';
import { SimulatedLedger } from '../chain/simulated-ledger.ts';
import type { SimulatedNetwork } from '../net/simulated-network.ts';
import { SimulatedWire, type WireReport } from '../net/simulated-wire.ts';
import { ProcessTime } from './process-time.ts';
import { SimulatedServer } from './simulated-server.ts';

export type Watcher = {
  readonly onStart: (node: SimulatedNode, process: NodeProcess) => void;
  readonly onReport: (node: SimulatedNode, report: WireReport) => void;
  readonly onPeerEvent: (node: SimulatedNode, event: PeerEvent) => void;
  readonly onSyncEvent: (node: SimulatedNode, event: SyncEvent) => void;
  /** An exception, or a timer that is left. One sentence. */
  readonly onBug: (node: SimulatedNode, what: string) => void;
};

export type SimulatedNodeParts = {
  readonly name: string;
  readonly address: HostAddress;
  readonly rules: Network;
  readonly network: SimulatedNetwork;
  readonly streams: SeededStreams;
  readonly watcher: Watcher;
  /** Changes its answers: it is hostile. */
  readonly forge?: (request: WireRequest, answer: WireAnswer) => Promise<WireAnswer>;
};

export type NodeProcess = {
  readonly time: ProcessTime;
  /** Of executing blocks: what it has begun ends after the rest. */
  readonly engineTime: ProcessTime;
  readonly ledger: SimulatedLedger;
  readonly wire: SimulatedWire;
  readonly peers: PeerToPeer;
  readonly stopListening: () => void;
};

/** How long the listed transactions of a simulated block take. */
const costs = { blockMs: 4, transactionMs: 0.2 } as const;

export class SimulatedNode {
  readonly name: string;
  readonly key: PeerKey;
  readonly disk = new SimulatedDisk();
  skewMs = 0;
  /** Set before the first start. */
  configured: readonly PeerInfo[] = [];
  private readonly parts: SimulatedNodeParts;
  private kept: KeptPeerData | undefined;
  private id: string;
  private current: NodeProcess | undefined;
  private runs = 0;

  constructor(parts: SimulatedNodeParts) {
    this.parts = parts;
    this.name = parts.name;
    this.key = keyOf(parts.address);
    this.id = this.newId();
  }

  get info(): PeerInfo & { readonly id: string } {
    return { address: this.parts.address, id: this.id };
  }

  /** `undefined` while it is not running. */
  get process(): NodeProcess | undefined {
    return this.current;
  }

  start(): void {
    if (this.current !== undefined) return;
    const { network, rules, streams, watcher } = this.parts;
    this.runs += 1;
    const random = streams.of(`node ${this.name}`);
    const time = new ProcessTime(network.time, () => this.skewMs);
    const engineTime = new ProcessTime(network.time, () => this.skewMs);
    const ledger = new SimulatedLedger({
      network: rules,
      disk: this.disk,
      clock: engineTime,
      timer: engineTime,
      nonce: BigInt(random.bits()),
      ...costs,
    });
    const wire = new SimulatedWire(network, {
      from: this.key,
      sender: { address: this.parts.address.host, port: 40_000 },
      onReport: (report) => watcher.onReport(this, report),
    });
    const peers = this.newPeers(time, ledger, wire);
    const stopListening = this.listen(time, ledger, peers);
    this.current = { time, engineTime, ledger, wire, peers, stopListening };
    watcher.onStart(this, this.current);
    peers.setOwn(this.info);
    peers.start();
    engineTime.every(10_000, () => {
      for (const chain of ledger.cut().heads.keys()) ledger.poolOf(chain).dropExpired();
    });
  }

  /** As an operator stops it. */
  async stop(): Promise<void> {
    const { current } = this;
    if (current === undefined) return;
    this.current = undefined;
    current.stopListening();
    current.ledger.close();
    await current.peers.stop();
    const { waiting } = current.time;
    if (waiting > 0) this.parts.watcher.onBug(this, `${waiting} timers are left after its stop`);
    this.end(current);
  }

  /** As a failing power supply stops it: what was stored in the last moments is lost. */
  kill(lostMs: number): void {
    const { current } = this;
    if (current === undefined) return;
    this.current = undefined;
    current.stopListening();
    this.end(current);
    this.disk.loseAfter(this.parts.network.time.nowMs() - lostMs);
  }

  /** It must not run. */
  changeCertificate(): void {
    this.id = this.newId();
  }

  private end({ time, engineTime, wire }: NodeProcess): void {
    wire.close();
    time.end();
    engineTime.end();
  }

  private newId(): string {
    return toBase64Url(this.parts.streams.of(`identity ${this.parts.name}`).bytes(32));
  }

  private newPeers(time: ProcessTime, ledger: SimulatedLedger, wire: SimulatedWire): PeerToPeer {
    const { streams, rules, watcher } = this.parts;
    const place = { word: 'chainweb', network: rules.name, version: '3.2' };
    const ask = askOf({ wire, place });
    return new PeerToPeer({
      ask,
      ledger,
      clock: time,
      timer: time,
      random: streams.of(`peers ${this.name}`),
      kept: {
        load: () => this.kept,
        save: (data) => {
          this.kept = data;
        },
      },
      settings: {
        configured: this.configured,
        bootstraps: [],
        friends: [],
        ownId: this.id,
        isPrivate: false,
        version: '3.2',
        outbound: 8,
        isReserved,
        isTestAddress: () => false,
      },
      syncOf: (peers) =>
        new Synchronizer({
          ledger,
          ask,
          peers,
          clock: time,
          timer: time,
          report: (event) => watcher.onSyncEvent(this, event),
        }),
      tell: (event) => watcher.onPeerEvent(this, event),
      onBug: (error) => watcher.onBug(this, errorText(error)),
    });
  }

  private listen(time: ProcessTime, ledger: SimulatedLedger, { desk }: PeerToPeer): () => void {
    const { network, watcher } = this.parts;
    const server = new SimulatedServer({
      ledger,
      desk,
      time,
      random: this.parts.streams.of(`server ${this.name}`),
      onBug: (error) => watcher.onBug(this, errorText(error)),
    });
    return network.listen({
      info: this.info,
      run: this.runs,
      serve: async (request: WireRequest, sender: Sender): Promise<WireAnswer> => {
        const answer = await server.serve(request, sender);
        return this.parts.forge?.(request, answer) ?? answer;
      },
    });
  }
}

export function errorText(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
