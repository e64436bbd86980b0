// The parts of a node that handlers of endpoints use; among them the requests that wait for the engine, counted by kind,
// and the product word in names on the wire: `/multichain/0.0/...`, `multichainVersion`, `x-multichain-node-version`. A
// node may serve aliases: the answer to a request under another word uses that word in its names, so existing clients
// work unchanged (DESIGN.md, section 7).

import type { FairSlices } from '../../base/fair-slices.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { Random } from '../../base/ports/random.ts';
import type { JsonValue } from '../../base/json.ts';
import type { NodePort } from '../port.ts';
import type { BlockUpdates } from './routes/updates.ts';
import { type ApiLimits, apiLimits } from './limits.ts';
import type { NetworkNames } from '../../chain/model/header-json.ts';
import type { PeerDesk } from '../../p2p/peers/desk.ts';
import type { Network } from '../../chain/rules/network.ts';

export type NodeApiParts = {
  readonly node: NodePort;
  readonly words: ProductWords;
  readonly limits: ApiLimits;
  readonly timer: Timer;
  readonly random: Random;
  /** Requests that wait for the engine, by kind. */
  readonly open: OpenRequests;
  /** For requests that take longer than a few milliseconds of the main thread. */
  readonly slices: FairSlices;
  readonly updates: BlockUpdates | undefined;
  readonly backups: Backups | undefined;
  /** `undefined`: the node has no connections to others. */
  readonly peers: PeerDesk | undefined;
  /** For network/status of the Rosetta interface. */
  readonly knownPeers: () => readonly KnownPeer[];
  /** Whether streams for miners name the event of new transactions otherwise than that of a new block. */
  readonly refreshEvents: boolean;
  /** Whether the Rosetta interface constructs transactions. */
  readonly rosettaConstruction: boolean;
  /** Without private parts, under the node's own product word. */
  readonly configuration: () => JsonValue;
  /** The OpenAPI document. */
  readonly document: () => string;
  /** Aborted when the server shuts down. */
  readonly stopping: AbortSignal;
};

/** Another node: `host:port`, and the id of its certificate. */
export type KnownPeer = { readonly address: string; readonly id: string | undefined };

export type BackupState = 'backup-in-progress' | 'backup-done' | 'backup-failed';

export interface Backups {
  /** Starts a backup, or returns the one in progress: its id is microseconds since 1970, as digits. */
  start(): string | Promise<string>;
  /** `undefined`: there is no such backup. */
  state(id: string): BackupState | undefined | Promise<BackupState | undefined>;
}

const kinds = {
  listen: { limit: 'listeners', what: 'requests of listen' },
  question: { limit: 'questions', what: 'requests of local, spv and spv2' },
  submission: { limit: 'submissions', what: 'requests of send' },
} as const satisfies Record<string, { limit: keyof typeof apiLimits; what: string }>;

type OpenKind = keyof typeof kinds;

type TooMany = { readonly open: number; readonly what: string };

export class OpenRequests {
  private readonly limits: ApiLimits;
  private readonly counts = new Map<OpenKind, number>();

  constructor(limits: ApiLimits) {
    this.limits = limits;
  }

  count(kind: OpenKind): number {
    return this.counts.get(kind) ?? 0;
  }

  /** Runs the work as one request of its kind, unless there are too many. */
  async run<T>(
    kind: OpenKind,
    work: () => Promise<T>,
    refuse: (tooMany: TooMany) => T,
  ): Promise<T> {
    const open = this.count(kind);
    const { limit, what } = kinds[kind];
    if (open >= this.limits[limit]) return refuse({ open, what });
    this.counts.set(kind, open + 1);
    try {
      return await work();
    } finally {
      this.counts.set(kind, this.count(kind) - 1);
    }
  }
}

export const defaultProductWord = 'multichain';

/** The word that existing clients of the network use. */
export const commonAlias = 'chainweb';

/** The words of a node, its own first. */
export type ProductWords = readonly [string, ...string[]];

/** Names in JSON headers of this network, under one product word. */
export function networkNames({ name, code }: Network, productWord: string): NetworkNames {
  return {
    productWord,
    nameOf: (other) => (other === code ? name : undefined),
    codeOf: (other) => (other === name ? code : undefined),
  };
}

/** Returns the word to use in the answer for this path; `undefined`: all of them, because the path has none. */
export function wordOfPath(words: ProductWords, path: string): string | undefined {
  return words.find((word) => {
    const after = path.charAt(word.length + 1);
    return path.startsWith(word, 1) && (after === '' || after === '/');
  });
}
