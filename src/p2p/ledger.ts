// What the peer-to-peer half asks of the half that executes blocks. Headers are read at once; everything that executes,
// checks signatures or changes something is a promise, since it may happen in another thread.

import type { Result } from '../base/result.ts';
import type { Cut } from '../chain/choice/cut.ts';
import type { ChainId } from '../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../chain/model/header.ts';
import type { PayloadData } from '../chain/model/payload.ts';
import type { Network } from '../chain/rules/network.ts';

export interface Ledger {
  readonly network: Network;
  /** `headers`: nothing is executed, and no payloads are needed. Absent: everything is executed. */
  readonly follow?: 'everything' | 'headers';
  /** The current heads. */
  cut(): Cut;
  /** Calls the listener after every change of the cut. Call the returned function to stop. */
  onCut(listener: (change: LedgerChange) => void): () => void;
  /** Returns a stored header, orphans included: its block was executed once. */
  find(chain: ChainId, hash: Hash): BlockHeader | undefined;
  /** Returns the header of the cut at a height. */
  headerAt(chain: ChainId, height: number): BlockHeader | undefined;
  /** Returns a stored payload; `undefined` if it is unknown or pruned. */
  payload(header: BlockHeader): PayloadData | undefined;
  /** The time of the network's clock, for the rule of future blocks. */
  now(): Micros;
  /**
   * Executes the blocks between the current cut and this one in turns, and moves there; what is stored needs no bundle.
   * Until then the old cut is visible; blocks that this node makes meanwhile on other chains stay. A long move ends at cuts
   * on the way, each of which is told, and is heavier than the first one; a fault may come after some of them. One move at
   * a time: another one waits.
   */
  move(move: Move, signal?: AbortSignal): Promise<Result<LedgerChange, MoveFault>>;
  pool(chain: ChainId): Pool | undefined;
  /** Sealed commands of all chains, for gossip; absent: the node carries none, and peers are told so (404). */
  readonly sealed?: SealedPool | undefined;
}

export type LedgerChange = {
  readonly cut: Cut;
  /** Ascending by height, then by chain. */
  readonly added: readonly BlockHeader[];
  /** Descending. */
  readonly removed: readonly BlockHeader[];
  /** Whether this node made the added block. */
  readonly isOwn: boolean;
};

export type Move = {
  readonly cut: Cut;
  /** Blocks that are not stored yet, with headers that were validated (`validateHeader`) and payloads whose hashes match. */
  readonly blocks: readonly Bundle[];
  /** For a ledger that follows headers: those that are not stored yet, of blocks without payloads. */
  readonly headers?: readonly BlockHeader[];
};

export type Bundle = { readonly header: BlockHeader; readonly payload: PayloadData };

export type MoveFault =
  /** The states of that height are not kept any more: the fork is too deep. */
  | { readonly kind: 'not-kept'; readonly chain: ChainId; readonly height: number }
  /** Neither stored nor among the blocks of the move. */
  | { readonly kind: 'unknown-block'; readonly header: BlockHeader }
  /** Executing it fails, or gives another result: it never becomes valid. */
  | { readonly kind: 'invalid-block'; readonly header: BlockHeader; readonly why: string }
  /** This node put a block on a chain of the move meanwhile: join again. What was executed is not executed again. */
  | { readonly kind: 'overtaken' }
  /** The node's own disk or shutdown: nobody else's fault. One sentence. */
  | { readonly kind: 'ill'; readonly sentence: string }
  | { readonly kind: 'aborted' };

/** The mempool of a chain, for gossip. */
export interface Pool {
  /**
   * Returns pending request keys in order of arrival: those after the mark, if its nonce is that of this process; at most
   * as many as fit into one lookup. The returned mark continues.
   */
  pending(since?: PoolMark): Promise<{ readonly keys: readonly string[]; readonly mark: PoolMark }>;
  member(keys: readonly string[]): Promise<readonly boolean[]>;
  /** Returns the JSON of pending transactions. */
  lookup(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Calls the listener for each new transaction, but not for those of blocks that were taken back. Call the returned function to stop. */
  onArrival(listener: (arrival: Arrival) => void): () => void;
  /** Adds transactions after all checks; invalid ones vanish. Returns, for each, what became of it. */
  insert(commands: readonly string[]): Promise<readonly Inserted[]>;
  /** Whether a transaction is neither pending, nor in a recent block, nor refused for now. */
  wants(keys: readonly string[]): Promise<readonly boolean[]>;
}

/** `isOwn`: a client sent it to this node, so that others cannot have it yet. */
export type Arrival = { readonly key: string; readonly isOwn: boolean };

export type PoolMark = { readonly nonce: bigint; readonly mark: number };

export type Inserted = 'added' | 'known' | 'full' | 'refused' | 'unreadable';

/**
 * The sealed commands that a node carries for the nodes of their recipients (decision 0061). Every node behaves alike: no
 * answer, nor the time that it takes, depends on whether one of its entities can read a command. So all methods answer from
 * what is carried alone, and `insert` opens no command; a command that is executed is carried as long as any other.
 */
export interface SealedPool {
  /**
   * Returns request keys in order of arrival: those after the mark, if its nonce is that of this process; at most
   * `carriedLimits.pageKeys`, and of at most `carriedLimits.pageBytes`. The returned mark continues.
   */
  pending(since?: PoolMark): Promise<{ readonly keys: readonly string[]; readonly mark: PoolMark }>;
  /** Returns the JSON of carried commands. */
  lookup(keys: readonly string[]): Promise<readonly (string | undefined)[]>;
  /** Whether a command is neither carried, nor refused, nor dropped a short while ago. */
  wants(keys: readonly string[]): Promise<readonly boolean[]>;
  /** Whether a bringer may bring more now. */
  admits(bringer: string): boolean;
  /**
   * Carries commands after all checks that need no key of an entity: that they are sealed, for a chain of this network, in
   * time, not too large, with the signature of the seal. `bringer`: who shares a part of the space and of the time, see
   * `bringerOf`; if it is not admitted now, all of them are `full`. Returns, for each, what became of it.
   */
  insert(commands: readonly string[], bringer: string): Promise<readonly Inserted[]>;
  /** Calls the listener when a command is carried that was not before. Call the returned function to stop. */
  onArrival(listener: (requestKey: string) => void): () => void;
}
