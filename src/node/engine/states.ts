// The states of the chains of a node at its start: those of the first blocks, made from transactions or executed from
// known payloads, and stored ones, which are brought up to the stored blocks. Chains with the same first payload have
// the same state, so it is executed once for all of them.

import { assert } from '../../base/assert.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  buildBlock,
  blockFailureText,
  commitBlock,
  contextOn,
  type ExecutionHost,
  genesisPort,
  type KnownTransaction,
  type AcceptedBlock,
  type CoinWrites,
  checkBlock,
  prepareBlocks,
} from '../../chain/blocks/index.ts';
import { fitToChains } from '../../chain/execute/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Hash, BlockHeader } from '../../chain/model/header.ts';
import { encodeMiner, noMiner } from '../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { genesisHeader, chainsOf, type Network } from '../../chain/rules/network.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { equalBytes } from '../../base/bytes.ts';
import { StoreFault, type VersionedEntries } from '../../storage/entries/index.ts';
import type { BlockStore } from './blocks.ts';

export type FirstBlocks = {
  /** Includes the hashes of the first payloads. */
  readonly network: Network;
  readonly payloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
};

type FirstBlocksParts = {
  readonly network: Network;
  /** JSON of the transactions. Two chains with the same list object have the same block. */
  readonly transactions: (chain: ChainId) => readonly Uint8Array[];
  /** A cache, by their transactions, of blocks that were executed for a network with the same rules. New ones are added. */
  readonly made?: MadeBlocks;
  /** The states to fill, which must be empty. */
  readonly states: ReadonlyMap<ChainId, ChainState>;
  readonly host: ExecutionHost;
  readonly onCommitted?: OnCommitted | undefined;
};

/** Called for each first block that becomes the newest one of its chain, with what it changed. */
type OnCommitted = (header: BlockHeader, coin: CoinWrites | undefined) => void;

export type MadeBlocks = Map<readonly Uint8Array[], Made>;

type Made = Pick<AcceptedBlock, 'payload' | 'state' | 'coin'>;

/** Makes the first blocks. A fault is a sentence. */
export function makeFirstBlocks(parts: FirstBlocksParts): Result<FirstBlocks, string> {
  const made = parts.made ?? new Map<readonly Uint8Array[], Made>();
  const byChain = new Map<ChainId, Made>();
  for (const chain of chainsOf(parts.network)) {
    const inputs = parts.transactions(chain);
    const known = made.get(inputs);
    const block = known === undefined ? makeFirst(parts, chain, inputs) : good(known);
    if (!block.ok) return block;
    made.set(inputs, block.value);
    byChain.set(chain, block.value);
  }
  const network = {
    ...parts.network,
    genesis: { ...parts.network.genesis, payloadHash: hashes(byChain) },
  };
  for (const [chain, { payload, state, coin }] of byChain) {
    const header = genesisHeader(network, chain);
    const target = parts.states.get(chain);
    assert(header !== undefined && target !== undefined, 'a chain has a first block and a state');
    commitBlock(target, { payload, state, gas: 0n, header });
    parts.onCommitted?.(header, coin);
  }
  const payloads = new Map([...byChain].map(([chain, { payload }]) => [chain, payload]));
  return good({ network, payloads });
}

function hashes(byChain: ReadonlyMap<ChainId, Made>): (chain: ChainId) => Hash {
  return (chain) => {
    const made = byChain.get(chain);
    assert(made !== undefined, 'a chain of the network');
    return made.payload.payloadHash;
  };
}

function makeFirst(
  { network, states, host }: FirstBlocksParts,
  chain: ChainId,
  inputs: readonly Uint8Array[],
): Result<Made, string> {
  const header = genesisHeader(network, chain);
  const block = header && states.get(chain)?.openFirst(header.height);
  assert(header !== undefined && block !== undefined, 'the state is empty');
  const transactions: KnownTransaction[] = [];
  for (const [i, each] of inputs.entries()) {
    const read = host.transactions.read(fitToChains(network, each));
    if (!read.ok)
      return bad(`transaction ${i} of the first block of chain ${chain}: ${read.fault}`);
    transactions.push(read.value);
  }
  const port = genesisPort(contextOn(network, header, noMiner, host), host.transactions);
  const built = buildBlock({ port, block, minerData: encodeMiner(noMiner) }, transactions);
  if (!built.ok) return bad(blockFailureText(built.fault));
  const [refused] = built.value.leftOut;
  if (refused === undefined) return good(built.value);
  return bad(`a transaction of the first block of chain ${chain} failed: ${refused.text}`);
}

/** Returns a string that is equal for two networks only if they have the same first block on chain 0. */
export function networkIdentity(network: Network): string {
  const { name, code, genesis } = network;
  const first = genesisHeader(network, chainsOf(network)[0] ?? 0);
  const hash = first === undefined ? 'none' : toBase64Url(first.hash);
  const chains = chainsOf(network).length;
  return `${name} (code ${code}) with ${chains} chains, begun at ${genesis.time}, first block ${hash}`;
}

type FirstStates = {
  readonly network: Network;
  readonly payloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  readonly states: ReadonlyMap<ChainId, ChainState>;
  readonly host: ExecutionHost;
  readonly onCommitted?: OnCommitted | undefined;
};

/** Executes the first block of every chain whose state is empty. A fault is a sentence. */
export function beginStates({
  network,
  payloads,
  states,
  host,
  onCommitted,
}: FirstStates): Result<void, string> {
  const prepare = prepareBlocks({ network, host, parentOf: () => undefined });
  // Chains with the same first payload have the same state, so it is executed once for all of them.
  const executed = new Map<string, AcceptedBlock>();
  for (const [chain, state] of states) {
    if (state.head !== undefined) continue;
    const header = genesisHeader(network, chain);
    const payload = payloads.get(chain);
    if (header === undefined || payload === undefined) {
      return bad(`the first block of chain ${chain} is not known, only its hash is`);
    }
    const key = toBase64Url(payload.payloadHash);
    const known = executed.get(key);
    if (known !== undefined && known.state.height === header.height) {
      commitBlock(state, { ...known, header });
      onCommitted?.(header, known.coin);
      continue;
    }
    const checked = checkBlock(state, { header, payload }, { prepare, isFirst: true });
    if (!checked.ok) {
      return bad(`the first block of chain ${chain} cannot be executed: ${checked.fault.kind}`);
    }
    executed.set(key, checked.value);
    commitBlock(state, checked.value);
    onCommitted?.(header, checked.value.coin);
  }
  return good(undefined);
}

/** `depth`: how many blocks of a chain can be taken back. */
export function statesOn(
  entries: ReadonlyMap<ChainId, VersionedEntries>,
  depth: number,
): ReadonlyMap<ChainId, ChainState> {
  return new Map(
    [...entries].map(([chain, own]) => [
      chain,
      new ChainState({ entries: own, depth, info: lineInfo }),
    ]),
  );
}

/** The blocks at which the states are. Throws a `StoreFault` if one is not the newest block of its chain. */
export function headsOfStates(
  store: BlockStore,
  states: ReadonlyMap<ChainId, ChainState>,
): ReadonlyMap<ChainId, BlockHeader> {
  return new Map(
    [...states].map(([chain, { head }]) => {
      const line = store.line(chain);
      const hash = head && line.get(head.height);
      const header = hash && store.find(chain, hash);
      if (header === undefined || !equalBytes(header.hash, head?.hash ?? new Uint8Array())) {
        throw new StoreFault(
          'damaged',
          `the state of chain ${chain} does not belong to its newest block; restore a backup`,
        );
      }
      return [chain, header] as const;
    }),
  );
}
