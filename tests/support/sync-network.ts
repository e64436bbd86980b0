// Nodes for tests of synchronization: real headers, rules and joins, payloads of a few bytes, ledgers in memory that
// execute nothing, and requests that take a virtual moment. What a peer answers can be replaced.

import { onAbort } from '../../src/base/on-abort.ts';
import { bad, good, type Result } from '../../src/base/result.ts';
import { SimulatedTime } from '../../src/base/ports/simulated-time.ts';
import { type Cut } from '../../src/chain/choice/cut.ts';
import { branchPage } from '../../src/chain/choice/header-pages.ts';
import { limitCut } from '../../src/chain/choice/join.ts';
import type { BlockHeader, Hash } from '../../src/chain/model/header.ts';
import { type PayloadData } from '../../src/chain/model/payload.ts';
import { type Network } from '../../src/chain/rules/network.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../../src/p2p/address/peer-info.ts';
import { branchHeaders, getHeader, type BranchAsked } from '../../src/p2p/messages/headers.ts';
import type { Ask, AskFault, Message } from '../../src/p2p/messages/message.ts';
import { getPayload, getPayloads } from '../../src/p2p/messages/payloads.ts';
import type { SyncEvent } from '../../src/p2p/sync/events.ts';
import type { FaultClass, SyncPeers } from '../../src/p2p/sync/port.ts';
import { Synchronizer } from '../../src/p2p/sync/synchronizer.ts';
import { BlockWorld, wireCut } from './block-world.ts';
import { MemoryLedger } from './memory-ledger.ts';

/** Answers of one node; a hostile one replaces some. */
export type Answers = {
  readonly header?: (of: { readonly chain: number; readonly hash: Hash }) => Answer<BlockHeader>;
  readonly headers?: (of: BranchAsked) => Answer<readonly BlockHeader[]>;
  readonly payload?: (hash: Hash) => Answer<PayloadData>;
  readonly payloads?: (hashes: readonly Hash[]) => Answer<readonly PayloadData[]>;
};

/** `undefined`: it never answers. */
type Answer<T> = Result<T, AskFault> | undefined;

export const unknownThere = bad({ kind: 'status', status: 404, sentence: 'not found' } as const);

export type SyncNodeOptions = {
  readonly cut?: Cut;
  readonly group?: string;
  readonly answers?: Answers;
  readonly hasBatches?: boolean;
};

export class SyncNode {
  readonly info: PeerInfo;
  readonly key: PeerKey;
  readonly group: string;
  readonly ledger: MemoryLedger;
  readonly answers: Answers;
  readonly hasBatches: boolean;
  readonly faults: { readonly peer: PeerKey; readonly fault: FaultClass; readonly what: string }[] =
    [];
  readonly events: SyncEvent[] = [];
  readonly asked = new Map<string, number>();
  readonly configured = new Set<PeerKey>();
  sync!: Synchronizer;

  constructor(net: SyncNet, name: string, options: SyncNodeOptions) {
    this.info = { address: { host: name, port: 1789 }, id: undefined };
    this.key = keyOf(this.info.address);
    this.group = options.group ?? name;
    this.ledger = new MemoryLedger(net.world, net.time, options.cut);
    this.answers = options.answers ?? {};
    this.hasBatches = options.hasBatches ?? false;
  }

  faultsOf(peer: SyncNode): readonly FaultClass[] {
    return this.faults.filter((each) => each.peer === peer.key).map(({ fault }) => fault);
  }
}

/** Nodes that know each other. Requests take 10 ms each way. */
export class SyncNet {
  readonly world: BlockWorld;
  readonly time = new SimulatedTime({
    startDateMs: 1_000_000_000,
    // Enough microtasks for the promises of a step.
    settle: async () => {
      for (let i = 0; i < 60; i++) await Promise.resolve();
    },
  });
  readonly nodes = new Map<PeerKey, SyncNode>();
  /** Whether the first node can ask the second one. */
  reaches: (from: SyncNode, to: SyncNode) => boolean = () => true;

  constructor(network: Network) {
    this.world = new BlockWorld(network);
  }

  add(name: string, options: SyncNodeOptions = {}): SyncNode {
    const node = new SyncNode(this, name, options);
    this.nodes.set(node.key, node);
    const peers: SyncPeers = {
      current: () =>
        [...this.nodes.values()].filter((each) => each !== node).map((each) => each.info),
      groupOf: (peer) => this.nodes.get(peer)?.group ?? peer,
      isConfigured: (peer) => node.configured.has(peer),
      fault: (peer, fault, what) => void node.faults.push({ peer, fault, what }),
      useful: () => undefined,
    };
    node.sync = new Synchronizer({
      ledger: node.ledger,
      ask: this.askOf(node),
      peers,
      clock: this.time,
      timer: this.time,
      report: (event) => void node.events.push(event),
    });
    return node;
  }

  /** A peer pushes its cut, or another one. */
  push(from: SyncNode, to: SyncNode, cut: Cut = from.ledger.cut()): void {
    to.sync.take(wireCut(cut), { peer: from.info, sender: from.key });
  }

  /** Pulls of all nodes from all others every two seconds, for so long. */
  async run(seconds: number): Promise<void> {
    for (let second = 0; second < seconds; second += 2) {
      for (const node of this.nodes.values()) this.pullAll(node);
      await this.time.advance(2000);
    }
  }

  private pullAll(node: SyncNode): void {
    for (const other of this.nodes.values()) {
      if (other === node || !this.reaches(node, other)) continue;
      const maxHeight = node.sync.maxHeight();
      const { heads } = other.ledger.cut();
      const cut =
        maxHeight === undefined
          ? other.ledger.cut()
          : limitCut(
              this.world.tree,
              other.ledger.cut(),
              Math.max(0, Math.floor(maxHeight / heads.size)),
            )!;
      this.push(other, node, cut);
    }
  }

  private askOf(asking: SyncNode): Ask {
    return async <Asked, Answered>(
      to: PeerInfo,
      { name }: Message<Asked, Answered>,
      asked: Asked,
      { signal }: { readonly signal?: AbortSignal } = {},
    ) => {
      const other = this.nodes.get(keyOf(to.address));
      asking.asked.set(name, (asking.asked.get(name) ?? 0) + 1);
      const isReached = other !== undefined && this.reaches(asking, other);
      const answer = isReached ? answerOf(other, name, asked) : undefined;
      await new Promise<void>((resume) => {
        const cancel = this.time.after(answer === undefined ? 3000 : 20, resume);
        if (signal === undefined) return;
        onAbort(signal, () => {
          cancel();
          resume();
        });
      });
      if (signal?.aborted === true) return bad({ kind: 'aborted', sentence: 'aborted' } as const);
      if (answer === undefined) return bad({ kind: 'too-slow', sentence: 'no answer' } as const);
      return answer as Result<Answered, AskFault>;
    };
  }
}

/** As the endpoints of a node do. */
function answerOf(node: SyncNode, name: string, asked: unknown): Answer<unknown> {
  const { answers, ledger } = node;
  switch (name) {
    case getHeader.name: {
      const of = asked as AskedOf<typeof getHeader>;
      return answers.header === undefined
        ? foundOr404(ledger.find(of.chain, of.hash))
        : answers.header(of);
    }
    case branchHeaders.name: {
      const of = asked as AskedOf<typeof branchHeaders>;
      return answers.headers === undefined ? pageOf(ledger, of) : answers.headers(of);
    }
    case getPayload.name: {
      const { hash } = asked as AskedOf<typeof getPayload>;
      return answers.payload === undefined
        ? foundOr404(ledger.payloadOf(hash))
        : answers.payload(hash);
    }
    case getPayloads.name: {
      const hashes = (asked as AskedOf<typeof getPayloads>).blocks.map(({ hash }) => hash);
      if (answers.payloads !== undefined) return answers.payloads(hashes);
      if (!node.hasBatches) return unknownThere;
      return good(hashes.flatMap((hash) => ledger.payloadOf(hash) ?? []));
    }
    default:
      throw new Error(`synchronization does not ask ${name}`);
  }
}

type AskedOf<M> = M extends Message<infer Asked, unknown> ? Asked : never;

function foundOr404<T>(found: T | undefined): Result<T, AskFault> {
  return found === undefined ? unknownThere : good(found);
}

export function pageOf(
  ledger: MemoryLedger,
  of: BranchAsked,
): Result<readonly BlockHeader[], AskFault> {
  const page = branchPage(
    { get: (hash) => ledger.find(of.chain, hash) },
    { lower: of.lower, upper: of.upper },
    { limit: Math.min(of.limit, 20), minHeight: of.minHeight, maxHeight: of.maxHeight },
  );
  return page.ok ? good(page.value.items) : unknownThere;
}
