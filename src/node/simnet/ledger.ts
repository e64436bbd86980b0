// The chains of a simnet: states, blocks and the cut, without clock, mempool or threads. A block is built and accepted
// in one step. Proofs between chains are made from the same headers as in a node.

import { toBase64Url } from '../../base/base64url.ts';
import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  blockFailureText,
  buildBlock,
  chainPort,
  commitBlock,
  contextOn,
  executionHost,
  type ExecutionHost,
  type KnownTransaction,
} from '../../chain/blocks/index.ts';
import { extendCut, extensionOf, genesisCut, type Cut } from '../../chain/choice/cut.ts';
import { executeLocal } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import { type Miner, encodeMiner, noMiner } from '../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { earliestTime, headerAbove, neighboursAbove } from '../../chain/rules/next-header.ts';
import { type Network, chainsOf } from '../../chain/rules/network.ts';
import { createProof, type ProofRequest } from '../../chain/spv/create-proof.ts';
import { encodeContinuationProof } from '../../chain/spv/cross-chain-proof.ts';
import { proofFaultText } from '../../chain/spv/proof-json.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import type { Command, CommandResult } from '../../chain/command/index.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryBlocks, ChainLine } from '../engine/blocks.ts';
import { makeFirstBlocks } from '../engine/states.ts';
import { noHeaders } from '../engine/hosts.ts';
import type { FirstBlocks } from './genesis.ts';
import { MemoryEntries } from '../../storage/entries/index.ts';

type LedgerOptions = {
  readonly network: Network;
  readonly first: FirstBlocks;
  readonly miner: Miner;
  /** The limit of nested evaluation steps that fits the current stack. */
  readonly depthLimit: number;
};

type Chain = { readonly state: ChainState; readonly line: ChainLine };

/** The outcome of offering one transaction. */
type Mined =
  | { readonly kind: 'mined'; readonly header: BlockHeader; readonly output: Uint8Array }
  /** It cannot be in a block; the text is the reference's. */
  | { readonly kind: 'refused'; readonly text: string };

/** Heads to return to. */
export type Heads = Cut;

/** Blocks that can be taken back: more than a test makes. */
const depth = 100_000;
/** Enough rounds for every chain of a large graph to see every other one. */
const maxRounds = 16;
/** The gas limit of a query. */
const questionGas = 150_000_000n;

export class Ledger {
  readonly network: Network;
  private readonly blocks: MemoryBlocks;
  private readonly chains: ReadonlyMap<ChainId, Chain>;
  private readonly host: ExecutionHost;
  private readonly miner: Miner;
  private heads: Cut;

  constructor({ network: plain, first: blocks, miner, depthLimit }: LedgerOptions) {
    const states = new Map(chainsOf(plain).map((chain) => [chain, emptyState()]));
    const first = makeFirstBlocks({
      network: plain,
      states,
      ...blocks,
      host: executionHost({ network: plain, headers: noHeaders, depthLimit }),
    });
    if (!first.ok) throw new TypeError(`the first blocks cannot be made: ${first.fault}`);
    const { network, payloads } = first.value;
    this.network = network;
    this.miner = miner;
    this.blocks = new MemoryBlocks(network, payloads);
    this.host = executionHost({ network, headers: this.blocks, depthLimit });
    this.heads = genesisCut(network);
    this.chains = new Map(
      [...this.heads.heads].map(([id, header]) => {
        const state = states.get(id);
        assert(state !== undefined, 'every chain has a state');
        const rows = this.blocks.line(id);
        const line = new ChainLine(header, { rows, find: (hash) => this.blocks.find(id, hash) });
        return [id, { state, line }];
      }),
    );
  }

  get cut(): Heads {
    return this.heads;
  }

  head(id: ChainId): BlockHeader {
    return this.chain(id).line.head;
  }

  /** Returns the hash of a block in base64url (default: the newest one). */
  blockName(id: ChainId, height = this.head(id).height): string {
    const header = this.chain(id).line.at(height);
    assert(header !== undefined, 'a block of the chain');
    return toBase64Url(header.hash);
  }

  private payload({ chainId, payloadHash }: BlockHeader): PayloadWithOutputs {
    const payload = this.blocks.payload(chainId, payloadHash);
    assert(payload !== undefined, 'every block has its payload');
    return payload;
  }

  read(bytes: Uint8Array): Result<KnownTransaction, string> {
    return this.host.transactions.read(bytes);
  }

  /** Makes a block of a chain with one transaction, or an empty one. Neighbours that are behind are mined first. */
  mine(id: ChainId, time: Micros, offered: readonly KnownTransaction[] = []): Mined {
    this.catchUp(id, time);
    const extension = extensionOf(this.heads, id);
    assert(extension !== undefined, 'the neighbours were mined before');
    const { parent, adjacents } = extension;
    const { state, line } = this.chain(id);
    const opened = state.open(parent);
    assert(opened.ok, 'the state of a chain is at its head');
    const port = chainPort(
      contextOn(this.network, parent, this.miner, this.host),
      this.host.transactions,
    );
    const parts = { port, block: opened.value, minerData: encodeMiner(this.miner) };
    const built = buildBlock(parts, offered);
    if (!built.ok) return { kind: 'refused', text: blockFailureText(built.fault) };
    const [refused] = built.value.leftOut;
    if (refused !== undefined) return { kind: 'refused', text: refused.text };
    const adjacentParents = adjacents.map(({ chainId, hash }) => this.known(chainId, hash));
    const parents = { parent, adjacents, adjacentParents };
    const earliest = earliestTime(parents);
    const creationTime = time > earliest ? time : earliest;
    const { payload } = built.value;
    const { payloadHash } = payload;
    const header = headerAbove(this.network, { ...parents, payloadHash, creationTime });
    const cut = extendCut(this.heads, header);
    assert(cut !== undefined, 'the block extends the cut');
    this.blocks.add({ header, payload });
    commitBlock(state, { ...built.value, header });
    line.push(header);
    this.heads = cut;
    return { kind: 'mined', header, output: payload.transactions[0]?.output ?? new Uint8Array() };
  }

  /** Makes a block of every chain. */
  round(time: Micros): void {
    const before = [...this.heads.heads];
    for (const [id, { height }] of before) {
      if (this.head(id).height === height) this.mine(id, time);
    }
  }

  /** Brings every chain to the height of the highest one. */
  level(time: Micros): void {
    const heights = () => [...this.heads.heads].map(([id, { height }]) => ({ id, height }));
    const highest = Math.max(...heights().map(({ height }) => height));
    for (;;) {
      const behind = heights().filter(({ height }) => height < highest);
      if (behind.length === 0) return;
      for (const { id, height } of behind) if (this.head(id).height === height) this.mine(id, time);
    }
  }

  /** Runs a transaction on the newest state without saving anything. */
  ask(id: ChainId, command: Command): Result<CommandResult, string> {
    const { state, line } = this.chain(id);
    const opened = state.open(line.head);
    assert(opened.ok, 'the state of a chain is at its head');
    const context = contextOn(this.network, line.head, noMiner, this.host);
    const request = { command, preflight: false, signatures: 'skip' } as const;
    const settings = { network: this.network.name, blockGasLimit: questionGas };
    const answer = opened.value.attempt(
      (database) => executeLocal(database, context, request, settings),
      () => false,
    );
    if (answer.kind === 'result') return good(answer.result);
    return bad(answer.kind === 'unreadable' ? answer.sentence : 'the query was refused');
  }

  /** Returns the proof of a transaction's output for another chain, in base64url; mines until the other chain sees it. */
  prove(requestKey: string, way: Way, time: Micros): Result<string, string> {
    const receipt = this.chain(way.source).state.receipt(requestKey);
    if (receipt === undefined) return bad(`chain ${way.source} has no transaction ${requestKey}`);
    const { height, position: index } = receipt;
    const request: ProofRequest = { ...way, subject: 'output', height, index };
    const source = {
      find: (id: ChainId, hash: Hash) => this.blocks.find(id, hash),
      ancestor: (header: BlockHeader, height: number) => this.chain(header.chainId).line.at(height),
      head: (id: ChainId) => this.heads.heads.get(id),
      payload: (header: BlockHeader) => this.payload(header),
    };
    for (let round = 0; ; round++) {
      const made = createProof(this.network, source, request);
      if (made.ok) return good(encodeContinuationProof(made.value));
      const isTooYoung = made.fault.kind === 'target-not-reachable';
      if (!isTooYoung || round >= maxRounds) return bad(proofFaultText(made.fault));
      this.round(time);
    }
  }

  /** Returns to heads that were read from `cut` of this ledger; later blocks are discarded. */
  moveTo(cut: Heads): void {
    for (const [id, { height, hash }] of cut.heads) {
      const { line } = this.chain(id);
      const at = line.at(height);
      if (at === undefined || !equalBytes(at.hash, hash)) {
        throw new TypeError(`the snapshot has blocks of chain ${id} that were taken back`);
      }
    }
    for (const [id, { height }] of cut.heads) {
      const { state, line } = this.chain(id);
      const rewound = state.rewind(height);
      assert(rewound.ok, 'no state of a simnet is given up');
      line.cutAbove(height);
    }
    this.heads = cut;
  }

  private catchUp(id: ChainId, time: Micros): void {
    const { height } = this.head(id);
    for (const neighbour of neighboursAbove(this.network, this.head(id))) {
      if (this.head(neighbour).height < height) this.mine(neighbour, time);
    }
  }

  private known(id: ChainId, hash: Hash): BlockHeader {
    const header = this.blocks.find(id, hash) ?? genesisCut(this.network).heads.get(id);
    assert(header !== undefined, 'the store has every block of the cut');
    return header;
  }

  private chain(id: ChainId): Chain {
    const chain = this.chains.get(id);
    assert(chain !== undefined, 'a chain of the network');
    return chain;
  }
}

type Way = { readonly source: ChainId; readonly target: ChainId };

function emptyState(): ChainState {
  return new ChainState({ entries: new MemoryEntries(), depth, info: lineInfo });
}
