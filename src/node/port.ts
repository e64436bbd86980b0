// The interface that a node offers to its HTTP interface, to the devnet's control and to simulations; nothing else
// connects the engine and its callers. Headers, payloads and the cut are available at once; queries that run code or
// wait for signatures are promises, so that the engine may run in another thread. Errors that clients cause are values
// with the reference's texts; exceptions are faults of the node.
// Source: chainweb-api reference, sections 1, 5 and 7; delta, section 3.4.

import type { Client } from '../base/client.ts';
import type { Clock } from '../base/ports/time.ts';
import type { Result } from '../base/result.ts';
import type { Cut } from '../chain/choice/cut.ts';
import type { HeaderTree } from '../chain/choice/header-tree.ts';
import type { ChainId } from '../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../chain/model/header.ts';
import type { Miner } from '../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../chain/model/payload.ts';
import type { Network } from '../chain/rules/network.ts';
import type { PayloadProof, ProofAlgorithm } from '../chain/spv/payload-proof.ts';
import type { ProofFault } from '../chain/spv/proof-json.ts';
import type { Command } from '../chain/command/index.ts';
import type { CoinChanges, CoinRow } from '../chain/execute/coin-changes.ts';
import type { Pool } from '../p2p/ledger.ts';

export interface NodePort {
  readonly network: Network;
  readonly settings: NodeSettings;
  /** The clock of the network; in a devnet, time may be moved. */
  readonly clock: Clock;
  /** The current heads. */
  cut(): Cut;
  /**
   * Calls the listener after every change of the cut, when its blocks can be read. Call the returned function to stop.
   * Listeners must not throw and should be quick: the engine waits for them.
   */
  onCut(listener: (change: CutChange) => void): () => void;
  /** Returns `undefined` if the network never has such a chain. */
  chain(id: ChainId): ChainPort | undefined;
  /** `undefined` if the node does not coordinate mining. */
  readonly mining: MiningPort | undefined;
  /** Absent: the node takes no sealed commands. */
  readonly sealed?: SealedPort | undefined;
  health(): Health;
}

/** The settings of a node, beyond the rules of its network. */
export type NodeSettings = {
  /** The version of this program, for `nodePackageVersion` and the version header. */
  readonly packageVersion: string;
  /** The gas limit of one submitted transaction, as error texts print it. */
  readonly transactionGasLimit: bigint;
  /** In units of 10^-12 of the coin. */
  readonly minimumGasPrice: bigint;
  /** Milliseconds that a query to the state may run; `undefined`: as long as its gas lasts. */
  readonly localLimitMs?: number | undefined;
};

export type Health =
  | { readonly kind: 'well' }
  /** The reason why nothing is acknowledged any more, such as a disk that cannot be written. One sentence. */
  | { readonly kind: 'ill'; readonly sentence: string }
  /** It answers, but should get no clients now: it still lacks blocks of its network, for example. One sentence. */
  | { readonly kind: 'unready'; readonly sentence: string }
  | { readonly kind: 'ending' };

export type CutChange = {
  readonly cut: Cut;
  /** Blocks that entered the cut: ascending by height, then by chain. */
  readonly added: readonly BlockHeader[];
  /** Blocks that a reorganisation removed: descending. Usually none. */
  readonly removed: readonly BlockHeader[];
};

export interface ChainPort {
  readonly id: ChainId;
  /** The newest block of the chain in the cut; `undefined` while the chain has not begun. */
  head(): BlockHeader | undefined;
  /** Every known header, orphans included: for `headerPage` and `branchPage` of src/chain/choice. */
  readonly headers: HeaderTree;
  /** Returns the block of the cut at a height. */
  headerAt(height: number): BlockHeader | undefined;
  /**
   * Returns the payload and its outputs by the hash in headers; `undefined` if it is unknown or pruned. `height` is a
   * hint: with a wrong one the payload may not be found, if the store needs the height.
   */
  payload(hash: Hash, height?: number): PayloadWithOutputs | undefined;
  /**
   * Admits transactions to the mempool: all of them, or none. In the order of `send` of the reference. Bad signatures,
   * chain ids, times, gas and duplicates are all reported here, for each transaction its first fault.
   */
  submit(
    commands: readonly Command[],
    asker?: Asker,
  ): Promise<Result<readonly string[], SubmitFailure>>;
  /**
   * Returns results by request key (base64url of 32 bytes), without those that are unknown or pending.
   * All of them are results at the same block of the chain, unless it moves on again and again meanwhile.
   */
  poll(requestKeys: readonly string[], options?: PollOptions): Promise<ReadonlyMap<string, Polled>>;
  /**
   * Resolves with what `poll` returns, as soon as there is something: the result when the transaction is in a block of
   * the cut, or that it failed to validate. Resolves with `undefined` when the signal ends the wait, when the chain has
   * not begun, and when the node shuts down.
   */
  whenMined(requestKey: string, signal: AbortSignal): Promise<Polled | undefined>;
  /**
   * Runs code on the newest state, or `rewindDepth` blocks below it (never below the first block), without saving
   * anything.
   */
  local(request: LocalQuestion, asker?: Asker): Promise<LocalReply>;
  /** Returns the proof of a transaction's output for another chain: the base64url string that a continuation expects. */
  spv(question: SpvQuestion, asker?: Asker): Promise<Result<string, SpvFailure>>;
  /** Returns the proof of a transaction's result or events within its block (`spv2`). */
  payloadProof(
    question: PayloadProofQuestion,
    asker?: Asker,
  ): Promise<Result<PayloadProof, SpvFailure>>;
  /** The number of transactions waiting in the mempool. */
  pending(): number;
  /** Returns the request keys of waiting transactions in the order of arrival: the first ones, at most as many as `max`. */
  waiting(max: number): Promise<readonly string[]>;
  isWaiting(requestKey: string): Promise<boolean>;
  /** For other nodes, which are answered in the thread of the engine; `undefined` in other threads. */
  readonly mempool: Pool | undefined;
  /** What blocks changed in the coin table; `undefined` if this node does not keep it (`service.rosetta`). */
  readonly coinHistory: CoinHistory | undefined;
}

export interface CoinHistory {
  /** The changes of a block that this node executed, on any fork; `undefined`: it is unknown, or not kept any more. */
  changes(block: BlockHeader): CoinChanges | undefined;
  /** The row of an account after the block of the cut at this height. */
  rowAt(account: string, height: number): RowAtHeight;
}

export type RowAtHeight =
  | { readonly kind: 'row'; readonly row: CoinRow }
  | { readonly kind: 'absent' }
  /** `since`: the first height for which rows are kept. */
  | { readonly kind: 'not-kept'; readonly since: number };

/** The client for whom a question is asked. Those without one are the node's own. */
export type Asker = {
  readonly client: Client;
  /** Returns a signal that is aborted when the client does not wait any more. */
  readonly left?: () => AbortSignal;
};

/** A question without an answer. */
export type Unserved = {
  readonly kind: 'unserved';
  readonly why: /** Too many questions wait. */
    | 'busy'
    /** It needs more memory than a question may use. */
    | 'memory'
    /** An internal fault. */
    | 'fault'
    /** The node is shutting down. */
    | 'ending'
    /** The node follows headers, and executes nothing. */
    | 'headers-only';
};

export type PollOptions = {
  /** The number of blocks that must be above the block of the result (default: 0). */
  readonly confirmationDepth?: number;
  /** Waits for the next turn of this request, after every few milliseconds of work; if absent, it has all at once. */
  readonly pause?: () => Promise<void>;
};

export type SubmitFailure =
  | Unserved
  /** The faults by transaction, in the order of the batch. */
  | { readonly kind: 'refused'; readonly refused: readonly RefusedTransaction[] }
  /** Its payload cannot be read: the rest of the sentence after `reading JSON for transaction failed: `. */
  | { readonly kind: 'unreadable'; readonly text: string }
  /** The node accepts no transactions now (503): it is shutting down, or the disk cannot be written. One sentence. */
  | { readonly kind: 'unavailable'; readonly sentence: string };

export type RefusedTransaction = {
  readonly requestKey: string;
  /** The position in the batch, from 0; of several equal transactions only the last counts, as in the reference. */
  readonly index: number;
  /** Such as `Transaction time-to-live is expired`. */
  readonly text: string;
};

export type Polled =
  | {
      readonly kind: 'mined';
      /** JSON of the result as the block stores it, with `metaData` null. */
      readonly output: Uint8Array;
      /**
       * The block: its height, time, hash and parent are the `metaData` of an answer. For a sealed command, the block after
       * which it ran.
       */
      readonly header: BlockHeader;
    }
  /** It failed to validate before and is refused for now. */
  | { readonly kind: 'bad-listed' };

export type LocalQuestion = {
  readonly command: Command;
  readonly preflight: boolean;
  /** `skip`: only with `signatureVerification=false`. */
  readonly signatures: 'check' | 'skip';
  /** How many blocks below the newest one (default: 0). */
  readonly rewindDepth: number;
};

/** JSON as text, or as UTF-8 if it is long: bytes pass between threads without a copy, but short texts are faster. */
export type PrintedJson = string | Uint8Array;

export type LocalReply =
  /** The result, with its `metaData`. */
  | { readonly kind: 'result'; readonly json: PrintedJson }
  | {
      readonly kind: 'preflight';
      readonly json: PrintedJson;
      readonly warnings: readonly string[];
    }
  /** 400 `Metadata validation failed: [..]`. */
  | { readonly kind: 'refused'; readonly failures: readonly string[] }
  /** 400 `Validation failed: <sentence>`. */
  | { readonly kind: 'unreadable'; readonly sentence: string }
  /** 400 `Execution failed: <json>`: the state of that depth is not stored any more; `kept` is the greatest depth that is. */
  | { readonly kind: 'not-kept'; readonly depth: number; readonly kept: number }
  /** It took longer than a query may, or its client has left. */
  | { readonly kind: 'interrupted' }
  | Unserved;

export type SpvQuestion = { readonly requestKey: string; readonly targetChain: ChainId };

export type PayloadProofQuestion = {
  readonly requestKey: string;
  readonly subject: 'result' | 'events';
  readonly algorithm: ProofAlgorithm;
  /** How many blocks must be above the transaction's; `undefined`: as many as the graph of chains is wide. */
  readonly minimumDepth: number | undefined;
};

export type SpvFailure =
  /** Not mined, or mined on another chain. */
  | { readonly kind: 'unknown-transaction' }
  | { readonly kind: 'no-such-chain' }
  | Unserved
  /** `proofFaultText` returns its text. */
  | { readonly kind: 'fault'; readonly fault: ProofFault };

/** Commands that are encrypted for entities (decision 0060). */
export interface SealedPort {
  /**
   * Takes a sealed command for a chain. Returns its request key when it is durable; the results of commands for the entity
   * of this node are then found by `poll` and `whenMined` of that chain.
   */
  take(chain: ChainId, command: Command, asker?: Asker): Promise<Result<string, SubmitFailure>>;
}

export interface MiningPort {
  /**
   * Returns work for a miner: chain (4 bytes), target (32) and the header without its hash, 322 bytes on graphs of
   * degree 3. Without a chain, any that can be mined. A chain that cannot be extended now is replaced by another one.
   */
  work(request: WorkRequest): Promise<Result<Uint8Array, WorkFailure>>;
  /** Submits the header without its hash, with the nonce that was found (286 bytes). Work that came too late is `stale`. */
  solved(work: Uint8Array): Promise<Result<'accepted' | 'stale', SolvedFailure>>;
  /**
   * Yields events for miners of a chain: `new-parent` when their work is out of date, `new-transactions` when the same
   * parent has more transactions. Ends with the signal, or when the node needs its place for another client.
   * `undefined`: too many streams are open, or no such chain.
   */
  updates(
    chain: ChainId,
    options: { readonly client: Client; readonly signal: AbortSignal },
  ): MiningEvents | Promise<MiningEvents>;
}

type MiningEvents = AsyncIterable<MiningEvent> | undefined;

export type WorkRequest = {
  readonly miner: Miner;
  readonly chain?: ChainId | undefined;
  /** Clients take turns, whatever accounts they name. */
  readonly client: Client;
  /** Aborted when the client disconnects. */
  readonly left?: AbortSignal;
};

export type MiningEvent = 'new-parent' | 'new-transactions';

export type WorkFailure =
  /** 403 `Unauthorized Miner: <account>`. */
  | { readonly kind: 'unauthorized'; readonly account: string }
  /** 503 `Too many work requests`: more wait than may, and this client has the most of them. */
  | { readonly kind: 'too-many' }
  /** 503: no chain can be mined now, or the node is shutting down. */
  | { readonly kind: 'unavailable'; readonly sentence: string };

export type SolvedFailure =
  /** 400 `Decoding error: <text>`. */
  | { readonly kind: 'undecodable'; readonly text: string }
  /** 404 `No associated Payload`: never handed out, handed out too long ago, or solved before. */
  | { readonly kind: 'unknown-work' }
  /** 400 `Invalid solved work: <text>`. */
  | { readonly kind: 'invalid'; readonly text: string };
