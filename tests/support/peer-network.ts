// Nodes that talk to each other in one process over simulated time: real sessions, peers and exchanges of transactions; cuts
// are taken as they are said, and links can be cut.

import { toBase64Url } from '../../src/base/base64url.ts';
import { SeededRandom } from '../../src/base/ports/random.ts';
import { SimulatedTime } from '../../src/base/ports/simulated-time.ts';
import { bad, good, type Result } from '../../src/base/result.ts';
import { cutHeight } from '../../src/chain/choice/cut.ts';
import { knownGraphs } from '../../src/chain/graph/chain-graph.ts';
import type { CutHashes } from '../../src/chain/model/cut-json.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import { isReserved } from '../../src/p2p/address/reserved.ts';
import {
  keyOf,
  type PeerInfo,
  type PeerKey,
  type PeerNetwork,
} from '../../src/p2p/address/peer-info.ts';
import type { Ask, AskFault } from '../../src/p2p/messages/message.ts';
import type { KeptPeerData } from '../../src/p2p/peers/kept.ts';
import type { PeerEvent } from '../../src/p2p/sessions/events.ts';
import type { PeerSettings } from '../../src/p2p/sessions/known-peers.ts';
import { OwnCut } from '../../src/p2p/sessions/own-cut.ts';
import { PeerToPeer } from '../../src/p2p/sessions/peer-to-peer.ts';
import type { Sync } from '../../src/p2p/sync/port.ts';
import { networkOn } from './header-web.ts';
import { statusFault, TestLedger } from './peer-ledger.ts';
import type { TestSealedPool } from './sealed-pool.ts';
import { peerOf } from './peers.ts';

type Answer = Result<unknown, AskFault>;

/** One request, as a node received it. */
export type Asked = {
  readonly atMs: number;
  readonly from: PeerKey;
  readonly to: PeerKey;
  readonly name: string;
  readonly asked: unknown;
};

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));

export class PeerNet {
  readonly time = new SimulatedTime({ startDateMs: 1_700_000_000_000, settle });
  readonly network: Network = networkOn({ from: 0, graph: knownGraphs.triangle });
  readonly nodes = new Map<PeerKey, TestNode>();
  /** Headers of all nodes, by hash. */
  readonly headers = new Map<string, BlockHeader>();
  readonly log: Asked[] = [];
  /** Returns false for links that are cut. */
  isLinked: (from: PeerKey, to: PeerKey) => boolean = () => true;
  /** Answers instead of the node, if there is a result. */
  override: (asked: Asked) => Answer | undefined = () => undefined;
  latencyMs = 20;

  node(address: string, options: TestNodeOptions = {}): TestNode {
    const node = new TestNode(this, peerOf(address, options.id ?? shortId(address)), options);
    this.nodes.set(node.key, node);
    return node;
  }

  count(name: string, filter: Partial<Asked> = {}): number {
    return this.log.filter(
      (each) =>
        each.name === name &&
        (filter.from === undefined || each.from === filter.from) &&
        (filter.to === undefined || each.to === filter.to),
    ).length;
  }

  async stop(): Promise<void> {
    const stopped = Promise.all([...this.nodes.values()].map((node) => node.stop()));
    await this.time.advance(1000);
    await stopped;
  }

  /** The id of the certificate that an address shows. */
  askOf(from: TestNode): Ask {
    return async (to, message, asked, options) => {
      const key = keyOf(to.address);
      const entry = { atMs: this.time.nowMs(), from: from.key, to: key, name: message.name, asked };
      this.log.push(entry);
      await this.delay(options?.signal);
      if (options?.signal?.aborted === true) return bad({ kind: 'aborted', sentence: 'given up' });
      const node = this.nodes.get(key);
      const answer = ((): Answer | Promise<Answer> => {
        const other = this.override(entry);
        if (other !== undefined) return other;
        if (node?.isUp !== true || !this.isLinked(from.key, key)) return unreachable;
        if (node.own.id !== to.id) return wrongCertificate;
        return node.answer(message.name, asked, from);
      })();
      const answered = await answer;
      await this.delay(options?.signal);
      // The fake answers by name what the message of that name answers.
      return answered as never;
    };
  }

  private delay(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const done = (): void => {
        cancel();
        signal?.removeEventListener('abort', done);
        resolve();
      };
      const cancel = this.time.after(this.latencyMs, done);
      signal?.addEventListener('abort', done);
    });
  }
}

const unreachable: Answer = bad({ kind: 'unreachable', sentence: 'nobody listens there' });
const wrongCertificate: Answer = bad({ kind: 'wrong-certificate', sentence: 'another one' });

function shortId(address: string): string {
  return address.replaceAll(/[^0-9A-Za-z]/g, '_');
}

export type TestNodeOptions = Partial<PeerSettings> & {
  readonly id?: string;
  readonly seed?: number;
  readonly kept?: KeptPeerData;
  /** Carries sealed commands. */
  readonly sealed?: TestSealedPool;
};

export class TestNode {
  readonly key: PeerKey;
  readonly own: PeerInfo;
  readonly ledger: TestLedger;
  readonly sync: TestSync;
  readonly events: PeerEvent[] = [];
  readonly p2p: PeerToPeer;
  kept: KeptPeerData | undefined;
  isUp = false;
  private readonly net: PeerNet;

  constructor(net: PeerNet, own: PeerInfo, options: TestNodeOptions) {
    this.net = net;
    this.own = own;
    this.key = keyOf(own.address);
    this.kept = options.kept;
    this.ledger = new TestLedger(net, options.sealed);
    this.sync = new TestSync(net, this.ledger);
    this.p2p = new PeerToPeer({
      ask: net.askOf(this),
      ledger: this.ledger,
      clock: net.time,
      timer: net.time,
      random: new SeededRandom(options.seed ?? own.address.port + own.address.host.length),
      kept: { load: () => this.kept, save: (data) => void (this.kept = data) },
      settings: {
        ownId: own.id,
        configured: [],
        bootstraps: [],
        friends: [],
        isPrivate: false,
        version: '3.2',
        outbound: 8,
        isReserved: (host) => isReserved(host),
        isTestAddress: () => false,
        ...options,
      },
      syncOf: () => this.sync,
      tell: (event) => void this.events.push(event),
      onBug: (error) => {
        throw error;
      },
    });
  }

  start(): this {
    this.isUp = true;
    this.p2p.setOwn(this.own);
    this.p2p.start();
    return this;
  }

  async stop(): Promise<void> {
    if (!this.isUp) return;
    this.isUp = false;
    await this.p2p.stop();
  }

  /** Keys of peers with a session. */
  sessions(): readonly PeerKey[] {
    return this.p2p.current().map(({ address }) => keyOf(address));
  }

  async answer(name: string, asked: unknown, from: TestNode): Promise<Answer> {
    const { desk } = this.p2p;
    const sender = { address: from.own.address.host, port: 40_000 };
    switch (name) {
      case 'getPeers': {
        const { network } = asked as { readonly network: PeerNetwork };
        return good(desk.peers(network));
      }
      case 'probePeer': {
        const features = { payloadBatch: 0, attachments: true, node: desk.nonce };
        return good({ version: '3.2', seen: undefined, seconds: undefined, features });
      }
      case 'putPeer': {
        const { network, peer } = asked as {
          readonly network: PeerNetwork;
          readonly peer: PeerInfo;
        };
        const outcome = await desk.announce(network, peer, sender);
        if (outcome.ok) return good(undefined);
        return statusFault(outcome.fault.kind === 'too-many' ? 429 : 400);
      }
      case 'getCut':
        return good(cutHashesOf(this.ledger));
      case 'putCut': {
        const taken = desk.takeCut(asked as CutHashes, from.own, sender);
        return taken === 'taken' ? good(undefined) : statusFault(401);
      }
      case 'getPending':
      case 'lookupCommands':
      case 'memberCommands':
      case 'insertCommands':
        return this.ledger.answerPool(name, asked);
      case 'getSealed':
      case 'lookupSealed':
      case 'insertSealed':
        return this.ledger.answerSealed(name, asked, from.own.address.host);
      default:
        return statusFault(404);
    }
  }
}

function cutHashesOf(ledger: TestLedger): CutHashes {
  const own = new OwnCut(ledger, ledger.net.time);
  return own.messageOf(own.newest(), 'nobody', undefined);
}

/** Takes every higher cut at once. */
export class TestSync implements Sync {
  isNear = true;
  readonly taken: { readonly cut: CutHashes; readonly peer: PeerKey; readonly sender: PeerKey }[] =
    [];
  private readonly net: PeerNet;
  private readonly ledger: TestLedger;

  constructor(net: PeerNet, ledger: TestLedger) {
    this.net = net;
    this.ledger = ledger;
  }

  take(cut: CutHashes, { peer, sender }: { readonly peer: PeerInfo; readonly sender: PeerKey }) {
    this.taken.push({ cut, peer: keyOf(peer.address), sender });
    if (Number(cut.height) <= cutHeight(this.ledger.cut())) return;
    const heads = new Map<number, BlockHeader>();
    for (const [chain, { hash }] of cut.hashes) {
      const header = this.net.headers.get(toBase64Url(hash));
      if (header === undefined) return;
      heads.set(chain, header);
    }
    this.ledger.set({ network: this.net.network, heads }, []);
  }

  maxHeight(): number | undefined {
    return undefined;
  }

  progress() {
    return {
      mode: 'near' as const,
      height: 0,
      goal: undefined,
      blocksPerSecond: 0,
      secondsLeft: undefined,
      problem: undefined,
      doubtedChains: [],
    };
  }

  follow(): Result<undefined, string> {
    return bad('there is no such cut');
  }

  close(): void {
    this.isNear = false;
  }
}
