// Replays chains of blocks that come in any order of chains: executes each block on the state that the previous ones left,
// and compares every hash. Chains are independent: anything that one needs from others is in its proofs. Headers are
// checked against their neighbours as far as the neighbours are known.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryEntries } from '../../storage/entries/index.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { BlockHeader, Micros } from '../model/header.ts';
import type { PayloadWithOutputs } from '../model/payload.ts';
import { type CheckedRule, explainHeader } from '../rules/header-failure.ts';
import { genesisHeader, isGenesis, type Network } from '../rules/network.ts';
import { HeadersByHash } from '../spv/header-source.ts';
import { ChainState } from '../state/chain-state.ts';
import { executionHost } from './chain-port.ts';
import {
  type AcceptFailure,
  type ChainBlock,
  checkBlock,
  commitBlock,
  prepareBlocks,
} from './replay.ts';

export type ReplayOptions = {
  readonly networkOf: (code: number) => Network | undefined;
  /** The payload of the first block of a chain, if it is known. */
  readonly firstPayload: (network: Network, chain: ChainId) => PayloadWithOutputs | undefined;
  readonly now: () => Micros;
  readonly limits: { readonly depthLimit: number; readonly nestingLimit: number };
};

/** The reason why a block is not accepted. */
export type Refusal =
  /** It cannot be replayed. */
  | { readonly kind: 'unknown-network' | 'no-first-block'; readonly header: BlockHeader }
  /** It is a first block, but not that of its network. */
  | {
      readonly kind: 'other-first-block';
      readonly header: BlockHeader;
      readonly network: Network;
      readonly expected: BlockHeader;
    }
  | {
      readonly kind: 'broken-rules';
      readonly header: BlockHeader;
      readonly rules: readonly CheckedRule[];
    }
  | {
      readonly kind: 'invalid';
      readonly header: BlockHeader;
      readonly payload: ChainBlock['payload'];
      readonly failure: AcceptFailure;
    };

export type ReplayedChain = {
  readonly network: Network;
  readonly chain: ChainId;
  readonly first: number;
  readonly newest: BlockHeader;
  readonly blocks: number;
  readonly transactions: number;
  /** Headers that are not checked against their neighbours, whose blocks are missing. */
  readonly unbraided: readonly BlockHeader[];
  readonly stateHash: string;
};

export class ChainsReplay {
  private readonly options: ReplayOptions;
  private readonly byName = new Map<string, RunningChain>();
  /** The headers of all chains, to find parents. */
  private readonly headers = new Map<string, BlockHeader>();

  constructor(options: ReplayOptions) {
    this.options = options;
  }

  get chains(): readonly ReplayedChain[] {
    return [...this.byName.values()];
  }

  /** Executes a block; returns `undefined` if it is accepted. */
  add(block: ChainBlock): Refusal | undefined {
    const { header } = block;
    const network = this.options.networkOf(header.networkCode);
    if (network === undefined) return { kind: 'unknown-network', header };
    const name = `${network.code} ${header.chainId}`;
    const known = this.byName.get(name);
    if (known !== undefined) return this.extend(known, block);
    const begun = this.begin(network, block);
    if (!begun.ok) return begun.fault;
    this.byName.set(name, begun.value);
    return isGenesis(network, header) ? undefined : this.extend(begun.value, block);
  }

  /** Checks headers that were read before the headers of their neighbours. */
  checkNeighbours(): Refusal | undefined {
    for (const running of this.byName.values()) {
      const waiting = running.unbraided;
      running.unbraided = [];
      for (const header of waiting) {
        const rules = this.rulesOf(running, header);
        if (brokenRules(rules).length > 0) return { kind: 'broken-rules', header, rules };
        if (isOpen(rules)) running.unbraided.push(header);
      }
    }
    return undefined;
  }

  /** Starts a chain with its first block: the given one, or the known one. */
  private begin(network: Network, block: ChainBlock): Result<RunningChain, Refusal> {
    const { header } = block;
    const isFirst = isGenesis(network, header);
    const expected = genesisHeader(network, header.chainId);
    const payload = isFirst ? block.payload : this.options.firstPayload(network, header.chainId);
    if (expected === undefined || payload === undefined) {
      return bad({ kind: 'no-first-block', header });
    }
    if (isFirst && !equalBytes(header.hash, expected.hash)) {
      return bad({ kind: 'other-first-block', header, network, expected });
    }
    const running = new RunningChain(network, expected, this.options.limits);
    const refusal = this.execute(running, { header: expected, payload });
    return refusal === undefined ? good(running) : bad(refusal);
  }

  private extend(running: RunningChain, block: ChainBlock): Refusal | undefined {
    const { header } = block;
    const rules = this.rulesOf(running, header);
    if (brokenRules(rules).length > 0) return { kind: 'broken-rules', header, rules };
    const refusal = this.execute(running, block);
    if (refusal === undefined && isOpen(rules)) running.unbraided.push(header);
    return refusal;
  }

  private rulesOf({ network }: RunningChain, header: BlockHeader): readonly CheckedRule[] {
    const { now, networkOf } = this.options;
    return explainHeader(network, header, {
      now: now(),
      networkOf,
      find: (_, hash) => this.headers.get(toBase64Url(hash)),
    });
  }

  private execute(running: RunningChain, block: ChainBlock): Refusal | undefined {
    const { header, payload } = block;
    const failure = running.execute(block);
    if (failure !== undefined) return { kind: 'invalid', header, payload, failure };
    this.headers.set(toBase64Url(header.hash), header);
    return undefined;
  }
}

/** Returns the names of the rules that a header breaks. Missing blocks of neighbours are not a fault. */
export const brokenRules = (rules: readonly CheckedRule[]): readonly string[] =>
  rules.flatMap(({ rule, fails }) =>
    fails === true && rule !== 'MissingAdjacentParent' ? [rule] : [],
  );

/** Returns true if some rules could not be checked. */
const isOpen = (rules: readonly CheckedRule[]): boolean =>
  rules.some(({ fails }) => fails === undefined);

/** A chain in memory with the blocks that were executed so far. */
class RunningChain implements ReplayedChain {
  readonly network: Network;
  readonly chain: ChainId;
  readonly first: number;
  newest: BlockHeader;
  blocks = 0;
  transactions = 0;
  unbraided: BlockHeader[] = [];
  stateHash = '';
  private readonly state = new ChainState({
    entries: new MemoryEntries(),
    depth: 1,
    info: lineInfo,
  });
  private readonly headers = new HeadersByHash();
  private readonly prepare: ReturnType<typeof prepareBlocks>;

  constructor(network: Network, first: BlockHeader, limits: ReplayOptions['limits']) {
    const { headers } = this;
    this.network = network;
    this.chain = first.chainId;
    this.first = first.height;
    this.newest = first;
    this.prepare = prepareBlocks({
      network,
      host: executionHost({ network, headers, ...limits }),
      parentOf: () => this.newest,
    });
  }

  /** Returns the reason if the block is not valid; otherwise the next one builds on it. */
  execute(block: ChainBlock): AcceptFailure | undefined {
    const { header, payload } = block;
    const { prepare } = this;
    const checked = checkBlock(this.state, block, { prepare, isFirst: this.blocks === 0 });
    if (!checked.ok) return checked.fault;
    commitBlock(this.state, checked.value);
    this.headers.add(header);
    this.newest = header;
    this.blocks++;
    this.transactions += payload.transactions.length;
    this.stateHash = toBase64Url(checked.value.state.stateHash);
    return undefined;
  }
}
