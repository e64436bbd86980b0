// Chains of a small network that run the contracts of stdlib: the first blocks are those of development networks, and every
// later block is built, has a header that keeps all rules, and may contain proofs from other chains.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { toBase64Url } from '../../src/base/base64url.ts';
import { decodeUtf8, utf8 } from '../../src/base/bytes.ts';
import {
  buildBlock,
  type BuiltBlock,
  chainPort,
  type ChainBlock,
  commitBlock,
  contextOn,
  type ExecutionHost,
  type KnownTransaction,
  executionHost,
  makeGenesis,
  prepareBlocks,
  replayBlocks,
} from '../../src/chain/blocks/index.ts';
import { type GraphName, knownGraphs } from '../../src/chain/graph/chain-graph.ts';
import { blockHash } from '../../src/chain/model/block-hash.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { type Miner, encodeMiner } from '../../src/chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import { epochStartAbove, targetAbove, weightAbove } from '../../src/chain/rules/difficulty.ts';
import { type Network, chainsOf, genesisHeader } from '../../src/chain/rules/network.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import { createProof, type ProofSource } from '../../src/chain/spv/create-proof.ts';
import { encodeContinuationProof } from '../../src/chain/spv/cross-chain-proof.ts';
import { HeadersByHash } from '../../src/chain/spv/header-source.ts';
import { ChainState } from '../../src/chain/state/chain-state.ts';
import {
  encodeCommand,
  readCommand,
  readKeyPair,
  signCommand,
  type KeyPair,
} from '../../src/chain/command/index.ts';
import { executeLocal, type TransactionContext } from '../../src/chain/execute/index.ts';
import { isRefusal } from '../../src/lang/db/database.ts';
import type { Decimal } from '../../src/lang/session/run.ts';
import { lineInfo } from '../../src/lang/session/store.ts';
import { MemoryEntries } from '../../src/storage/entries/index.ts';
import { table } from './core-samples.ts';
import { root } from './project-files.ts';
import { valueOf } from './value-of.ts';

type LocalAnswer = ReturnType<typeof executeLocal>;

type NamedKey = { readonly public: string; readonly secret: string };

const keys = parse(readFileSync(join(root, 'stdlib/genesis/keys.yaml'), 'utf8')) as Readonly<
  Record<string, NamedKey>
>;

/** Returns the key of an account of the first blocks, such as `sender00`. */
export function keyOf(account: string): KeyPair {
  const key = keys[account];
  if (key === undefined) throw new Error(`keys.yaml has no ${account}`);
  return valueOf(readKeyPair({ secretKey: key.secret }));
}

/** Returns the transactions of a chain's first block, as stdlib has them. */
export function genesisInputs(chain: number): readonly Uint8Array[] {
  const name = chain === 0 ? 'chain-0.json' : 'other-chains.json';
  const text = readFileSync(join(root, 'stdlib/genesis', name), 'utf8');
  return (JSON.parse(text) as readonly object[]).map((each) => utf8(JSON.stringify(each)));
}

export type Sent = {
  readonly chain?: number;
  readonly code?: string;
  readonly cont?: object;
  readonly data?: object;
  /** The account that pays the gas; it also signs, unless `signers` names others. */
  readonly sender?: string;
  readonly signers?: readonly string[];
  /** The capabilities of every signer: `['coin.TRANSFER', 'a', 'b', 1]`. If absent, the signatures are for everything. */
  readonly capabilities?: readonly (readonly [string, ...unknown[]])[];
  readonly gasLimit?: number;
  readonly gasPrice?: number;
  readonly nonce?: string;
  readonly creationTime?: number;
};

/** The output of a transaction in a block. */
type Output = {
  readonly reqKey: string;
  readonly gas: number;
  readonly result: {
    readonly status: string;
    readonly data?: unknown;
    readonly error?: { message: string };
  };
  readonly events?: readonly { readonly name: string; readonly params: readonly unknown[] }[];
  readonly continuation: { readonly pactId: string } | null;
};

type Grown = ReadonlyMap<number, BuiltBlock & { readonly header: BlockHeader }>;

const minerOfChains: Miner = {
  account: 'k:f880a433d6e2a13a32b6169030f56245efdd8c1b8a5027e9ce98a88e886bef27',
  predicate: 'keys-all',
  publicKeys: ['f880a433d6e2a13a32b6169030f56245efdd8c1b8a5027e9ce98a88e886bef27'],
};

const coinTable = table('coin-table', 'coin');

let madeNetworks = new Map<GraphName, Made>();
type Made = {
  readonly network: Network;
  readonly firstPayloads: ReadonlyMap<number, PayloadWithOutputs>;
};

const limits = { depthLimit: 1_000 };

/** The network and its first payloads, executed once for each graph. */
function madeNetwork(graph: GraphName): Made {
  const known = madeNetworks.get(graph);
  if (known !== undefined) return known;
  const plain: Network = {
    ...development,
    name: `stdlib-${graph}`,
    graphs: [{ from: 0, graph: knownGraphs[graph] }],
  };
  const host = executionHost({ network: plain, headers: new HeadersByHash(), ...limits });
  const firstPayloads = new Map(
    chainsOf(plain).map((chain) => {
      const made = makeGenesis(plain, chain, { transactions: genesisInputs(chain), host });
      if (!made.ok) throw new Error(made.fault);
      return [chain, made.value];
    }),
  );
  const payloadHash = (chain: number) => firstPayloads.get(chain)!.payloadHash;
  const made = {
    network: { ...plain, genesis: { ...plain.genesis, payloadHash } },
    firstPayloads,
  };
  madeNetworks = new Map(madeNetworks).set(graph, made);
  return made;
}

export class StdlibChains implements ProofSource {
  readonly network: Network;
  readonly headers = new HeadersByHash();
  readonly host: ExecutionHost;
  readonly states: readonly ChainState[];
  /** All blocks of each chain in the cut, from the first. */
  readonly blocks: ChainBlock[][];
  private readonly payloads = new Map<string, PayloadWithOutputs>();
  private nonce = 0;
  /** The miner of later blocks. */
  miner: Miner = minerOfChains;

  constructor(graph: GraphName = 'pair', changed: Partial<Network> = {}) {
    const { network, firstPayloads } = madeNetwork(graph);
    this.network = { ...network, ...changed };
    this.host = executionHost({ network: this.network, headers: this.headers, ...limits });
    const chains = chainsOf(this.network);
    this.states = chains.map(() => emptyState());
    this.blocks = chains.map((chain) => {
      const header = genesisHeader(this.network, chain)!;
      this.remember(header, firstPayloads.get(chain)!);
      return [{ header, payload: firstPayloads.get(chain)! }];
    });
    for (const chain of chains) {
      const done = this.replay(this.states[chain]!, this.blocks[chain]!);
      if (!done.ok) throw new Error(JSON.stringify(done.fault));
    }
  }

  head(chain: number): BlockHeader {
    return this.blocks[chain]!.at(-1)!.header;
  }

  find(chain: number, hash: Uint8Array): BlockHeader | undefined {
    return this.headers.find(chain, hash);
  }

  ancestor(header: BlockHeader, height: number): BlockHeader | undefined {
    return this.headers.ancestor(header, height);
  }

  payload({ payloadHash }: BlockHeader): PayloadWithOutputs | undefined {
    return this.payloads.get(toBase64Url(payloadHash));
  }

  /** Executes blocks on a state, starting with the first. */
  replay(state: ChainState, blocks: readonly ChainBlock[]) {
    const parentOf = ({ chainId, parent }: BlockHeader) => this.find(chainId, parent);
    const prepare = prepareBlocks({ network: this.network, host: this.host, parentOf });
    return replayBlocks(state, blocks, { prepare });
  }

  /** Adds one block to every chain, with those of the transactions that are valid for it. */
  grow(transactions: readonly Uint8Array[] = []): Grown {
    const built = new Map<number, BuiltBlock>();
    const known = transactions.map((each) => [this.chainOf(each), each] as const);
    for (const chain of this.states.keys()) {
      const own = known.filter(([id]) => id === String(chain)).map(([, each]) => each);
      built.set(chain, this.build(chain, own));
    }
    const headers = [...built].map(([chain, { payload }]) => this.headerAbove(chain, payload));
    const grown = new Map<number, BuiltBlock & { readonly header: BlockHeader }>();
    for (const [chain, block] of built) {
      const header = headers[chain]!;
      commitBlock(this.states[chain]!, { ...block, header });
      this.blocks[chain]!.push({ header, payload: block.payload });
      this.remember(header, block.payload);
      grown.set(chain, { ...block, header });
    }
    return grown;
  }

  /** Builds the next block of a chain without committing it. */
  build(chain: number, transactions: readonly Uint8Array[]): BuiltBlock {
    const opened = this.states[chain]!.open(this.head(chain));
    if (!opened.ok) throw new Error(opened.fault.kind);
    const port = chainPort(this.contextAbove(chain), this.host.transactions);
    const parts = { port, block: opened.value, minerData: encodeMiner(this.miner) };
    const block = buildBlock(
      parts,
      transactions.map((each) => this.read(each)),
    );
    if (!block.ok) throw new Error(JSON.stringify(block.fault));
    return block.value;
  }

  private read(bytes: Uint8Array): KnownTransaction {
    const read = this.host.transactions.read(bytes);
    if (!read.ok) throw new Error(read.fault);
    return read.value;
  }

  private chainOf(bytes: Uint8Array): string {
    return this.read(bytes).transaction.payload.meta.chainId;
  }

  /** Returns the context of a chain's next block. */
  contextAbove(chain: number): TransactionContext {
    return contextOn(this.network, this.head(chain), this.miner, this.host);
  }

  /** Runs a local query, with or without preflight. */
  ask(sent: Sent, { preflight = false, chain = sent.chain ?? 0 } = {}): LocalAnswer {
    const opened = this.states[chain]!.open(this.head(chain));
    if (!opened.ok) throw new Error(opened.fault.kind);
    const command = valueOf(readCommand(decodeUtf8(this.transaction(sent))!));
    const request = { command, preflight, signatures: 'check' } as const;
    const settings = { network: this.network.name, blockGasLimit: 150_000n };
    return opened.value.use((database) =>
      executeLocal(database, this.contextAbove(chain), request, settings),
    );
  }

  /** Returns the sum of all balances on a chain, in units of 10^-12. */
  coinsOn(chain: number): bigint {
    return [...this.balances(chain).values()].reduce((sum, each) => sum + each, 0n);
  }

  /** Returns the balances on a chain, in units of 10^-12. */
  balances(chain: number): ReadonlyMap<string, bigint> {
    const view = this.states[chain]!.at(this.head(chain).height);
    if (!view.ok) throw new Error(view.fault.kind);
    const { database } = view.value;
    const accounts = database.rowKeys(coinTable);
    if (isRefusal(accounts)) throw new Error('coin has no table');
    return new Map(
      accounts.map((account) => {
        const row = database.readRow(coinTable, account);
        if (row === undefined || isRefusal(row)) throw new Error('the account has no row');
        const { mantissa, places } = row.get('balance') as Decimal;
        return [account, mantissa * 10n ** BigInt(12 - places)];
      }),
    );
  }

  growBy(count: number): void {
    for (let i = 0; i < count; i++) this.grow();
  }

  /** Runs one transaction in the next block of its chain; it must be valid. */
  run(sent: Sent): Output & { readonly height: number; readonly chain: number } {
    const { chain = 0 } = sent;
    const { payload, leftOut, header } = this.grow([this.transaction(sent)]).get(chain)!;
    if (leftOut.length > 0) throw new Error(leftOut[0]!.text);
    return { ...outputsOf(payload)[0]!, height: header.height, chain };
  }

  /** Makes a proof; grows the chains until the target chain can verify it. */
  proofOf(
    of: { readonly chain: number; readonly height: number; readonly index?: number },
    target: number,
  ): string {
    const { chain: source, height, index = 0 } = of;
    for (let waited = 0; waited < 10; waited++) {
      const request = { subject: 'output', source, target, height, index } as const;
      const made = createProof(this.network, this, request);
      if (made.ok) return encodeContinuationProof(made.value);
      this.grow();
    }
    throw new Error('the target cannot be reached');
  }

  /** Reverts the blocks above a height on all chains. */
  rewind(height: number): void {
    for (const [chain, state] of this.states.entries()) {
      if (!state.rewind(height).ok) throw new Error('not kept');
      this.blocks[chain]!.splice(height + 1);
    }
  }

  transaction(sent: Sent): Uint8Array {
    const { chain = 0, code = '', cont, data = {}, sender = 'sender00', capabilities } = sent;
    const { signers = [sender], gasLimit = 10_000, gasPrice = 1e-6 } = sent;
    const { nonce = `nonce ${this.nonce++}` } = sent;
    const { creationTime = Number(this.head(chain).creationTime / 1_000_000n) } = sent;
    const meta = { chainId: String(chain), sender, gasLimit, gasPrice, ttl: 28_800, creationTime };
    const payload = cont === undefined ? { exec: { code, data } } : { cont: { data, ...cont } };
    const clist = capabilities?.map(([name, ...args]) => ({ name, args }));
    const pairs = signers.map(keyOf);
    const signing = pairs.map(({ publicKey }) => ({ pubKey: publicKey, ...(clist && { clist }) }));
    const cmd = JSON.stringify({
      networkId: this.network.name,
      payload,
      signers: signing,
      meta,
      nonce,
    });
    return utf8(encodeCommand(valueOf(signCommand(cmd, pairs))));
  }

  private headerAbove(chain: number, { payloadHash }: PayloadWithOutputs): BlockHeader {
    const { network } = this;
    const parent = this.head(chain);
    const adjacents = parent.adjacents.map(({ chainId }) => this.head(chainId));
    const creationTime = parent.creationTime + network.blockDelay;
    const target = targetAbove(network, { parent, adjacentParents: adjacents }, creationTime);
    const content = {
      forkState: 0n,
      creationTime,
      parent: parent.hash,
      adjacents: adjacents.map(({ chainId, hash }) => ({ chainId, hash })),
      target,
      payloadHash,
      chainId: chain,
      weight: weightAbove(parent, target),
      height: parent.height + 1,
      networkCode: network.code,
      epochStart: epochStartAbove(network, parent, creationTime),
      nonce: 0n,
    };
    return { ...content, hash: blockHash(content) };
  }

  private remember(header: BlockHeader, payload: PayloadWithOutputs): void {
    this.headers.add(header);
    this.payloads.set(toBase64Url(header.payloadHash), payload);
  }
}

function emptyState(): ChainState {
  return new ChainState({ entries: new MemoryEntries(), depth: 100, info: lineInfo });
}

/** Returns the outputs of a block's transactions. */
export function outputsOf({ transactions }: PayloadWithOutputs): readonly Output[] {
  return transactions.map(({ output }) => JSON.parse(decodeUtf8(output)!) as Output);
}
