// `pact chain replay`: executes the blocks of files, each on the state that the previous ones left, and compares every
// hash. Chains are independent: anything that one needs from others is in its proofs.

import { toBase64Url } from '../../../base/base64url.ts';
import { equalBytes } from '../../../base/bytes.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainBlock } from '../../../chain/blocks/index.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { type CheckedRule, explainHeader } from '../../../chain/rules/header-failure.ts';
import { genesisHeader, isGenesis, type Network } from '../../../chain/rules/network.ts';

import { systemClock } from '../../../base/platform/system.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { clearLine, isWatched, writeLine, writeProgress } from '../output.ts';
import { counts } from '../../../tools/testing/reporters/words.ts';
import { ChainReplay } from './execute-blocks.ts';
import { findNetwork, type FoundNetwork } from './networks.ts';
import { type Networks, networksWith, readBlocks } from './read-files.ts';
import { acceptFailureText, refusalText, ruleTable } from './text.ts';

type ReplayOptions = { readonly isJson: boolean; readonly network: string | undefined };

export async function replayFiles(
  files: readonly string[],
  { isJson, network }: ReplayOptions,
): Promise<ExitStatus> {
  const own = network === undefined ? undefined : await findNetwork(network);
  if (own?.ok === false) return fail(own.fault);
  const replay = new Replay(own?.value);
  const progress = new ReplayProgress();
  const refuse = (refusal: RefusedBlock): ExitStatus => {
    progress.clear();
    writeLine(isJson ? replay.json(refusal) : refusal.report);
    return exitStatus.failure;
  };
  for (const file of files) {
    for (const block of readBlocks(file, replay.networks)) {
      const refusal = block.ok ? replay.add(block.value) : unusable(block.fault);
      progress.show(replay.chains);
      if (refusal?.kind === 'refused') return refuse(refusal);
      if (refusal === undefined) continue;
      progress.clear();
      return fail(refusal.text);
    }
  }
  const refusal = replay.checkNeighbours();
  if (refusal !== undefined) return refuse(refusal);
  progress.clear();
  if (replay.chains.length === 0) return fail(`${files.join(', ')}: there is no block`);
  writeLine(isJson ? replay.json() : replay.text());
  return exitStatus.success;
}

/** The reason why a block is not accepted. */
type Refusal = Unusable | RefusedBlock;

/** The files cannot be replayed. */
type Unusable = { readonly kind: 'unusable'; readonly text: string };

type RefusedBlock = {
  readonly kind: 'refused';
  readonly text: string;
  readonly header: BlockHeader;
  /** The result of each check. */
  readonly report: string;
  /** The names of the broken rules or of the failure. */
  readonly failures: readonly string[];
};

type ReplayedChain = {
  readonly network: Network;
  readonly chain: number;
  readonly replay: ChainReplay;
  readonly first: number;
  newest: BlockHeader;
  blocks: number;
  transactions: number;
  /** Headers not yet checked against their neighbours. */
  unbraided: BlockHeader[];
  stateHash: string;
};

class Replay {
  readonly networks: Networks;
  private readonly own: FoundNetwork | undefined;
  private readonly byName = new Map<string, ReplayedChain>();
  /** The headers of all chains, to find parents. */
  private readonly headers = new Map<string, BlockHeader>();

  constructor(own: FoundNetwork | undefined) {
    this.own = own;
    this.networks = networksWith(own?.network);
  }

  get chains(): readonly ReplayedChain[] {
    return [...this.byName.values()];
  }

  /** Executes a block; returns `undefined` if it is accepted. */
  add(block: ChainBlock): Refusal | undefined {
    const { header } = block;
    const network = this.networks.withCode(header.networkCode);
    if (network === undefined) {
      return unusable(
        `${placeText(header)} belongs to an unknown network: give its file with --network`,
      );
    }
    const name = `${network.code} ${header.chainId}`;
    const known = this.byName.get(name);
    if (known !== undefined) return this.extend(known, block);
    const begun = this.begin(network, block);
    if (!begun.ok) return begun.fault;
    this.byName.set(name, begun.value);
    return isGenesis(network, header) ? undefined : this.extend(begun.value, block);
  }

  /** Starts a chain with its first block: the given one, or that of the network file. */
  private begin(network: Network, block: ChainBlock): Result<ReplayedChain, Refusal> {
    const { chainId: chain } = block.header;
    const header = genesisHeader(network, chain);
    const payload = isGenesis(network, block.header)
      ? block.payload
      : network === this.own?.network
        ? this.own.firstPayloads.get(chain)
        : undefined;
    if (header === undefined || payload === undefined) {
      const text = `${placeText(block.header)}: the first block of the chain must come before it`;
      return bad(unusable(text));
    }
    if (isGenesis(network, block.header) && !equalBytes(block.header.hash, header.hash)) {
      const text = `The first block of chain ${chain} of ${network.name} is ${toBase64Url(header.hash)}`;
      return bad(refused(block.header, [text], ['other-first-block']));
    }
    const started: ReplayedChain = {
      ...{ network, chain, replay: new ChainReplay(network), first: header.height, newest: header },
      ...{ blocks: 0, transactions: 0, unbraided: [], stateHash: '' },
    };
    const refusal = this.execute(started, { header, payload });
    return refusal === undefined ? good(started) : bad(refusal);
  }

  private extend(known: ReplayedChain, block: ChainBlock): Refusal | undefined {
    const rules = this.checkedRules(known.network, block.header);
    const broken = brokenRules(block.header, rules);
    if (broken !== undefined) return broken;
    const refusal = this.execute(known, block);
    if (refusal === undefined && rules.some(({ fails }) => fails === undefined)) {
      known.unbraided.push(block.header);
    }
    return refusal;
  }

  /** Checks headers that were read before the headers of their neighbours. */
  checkNeighbours(): RefusedBlock | undefined {
    for (const known of this.byName.values()) {
      const waiting = known.unbraided;
      known.unbraided = [];
      for (const header of waiting) {
        const rules = this.checkedRules(known.network, header);
        const refusal = brokenRules(header, rules);
        if (refusal !== undefined) return refusal;
        if (rules.some(({ fails }) => fails === undefined)) known.unbraided.push(header);
      }
    }
    return undefined;
  }

  private checkedRules(network: Network, header: BlockHeader): readonly CheckedRule[] {
    return explainHeader(network, header, {
      now: BigInt(systemClock.dateMs()) * 1000n,
      networkOf: this.networks.withCode,
      find: (_, hash) => this.headers.get(toBase64Url(hash)),
    });
  }

  private execute(known: ReplayedChain, block: ChainBlock): Refusal | undefined {
    const { header, payload } = block;
    const added = known.replay.add(block);
    if (!added.ok) {
      const lines = [refusalText(added.fault, payload)];
      return refused(header, lines, [added.fault.kind], acceptFailureText(added.fault));
    }
    this.headers.set(toBase64Url(header.hash), header);
    known.newest = header;
    known.blocks++;
    known.transactions += payload.transactions.length;
    known.stateHash = toBase64Url(added.value.state.stateHash);
    return undefined;
  }

  text(): string {
    return this.chains.map(chainText).join('\n');
  }

  json(refusal?: RefusedBlock): string {
    const chains = this.chains.map((each) => ({
      network: each.network.name,
      chain: each.chain,
      firstHeight: each.first,
      height: each.newest.height,
      hash: toBase64Url(each.newest.hash),
      blocks: each.blocks,
      transactions: each.transactions,
      headersWithoutNeighbours: each.unbraided.length,
      stateHash: each.stateHash,
    }));
    if (refusal === undefined) return JSON.stringify({ chains }, undefined, 2);
    const { text, header, failures } = refusal;
    const { chainId: chain, height } = header;
    const refusedBlock = { chain, height, hash: toBase64Url(header.hash), failures, text };
    return JSON.stringify({ chains, refused: refusedBlock }, undefined, 2);
  }
}

const unusable = (text: string): Unusable => ({ kind: 'unusable', text });

function brokenRules(header: BlockHeader, rules: readonly CheckedRule[]): RefusedBlock | undefined {
  const failures = rules.filter(({ rule, fails }) => fails === true && !isOnlyUnknown(rule));
  if (failures.length === 0) return undefined;
  const names = failures.map(({ rule }) => rule);
  return refused(header, ['Its header breaks a rule.', ruleTable(rules)], names);
}

/** Neighbours' blocks that are missing in the files are not a fault. */
const isOnlyUnknown = (rule: string): boolean => rule === 'MissingAdjacentParent';

function refused(
  header: BlockHeader,
  lines: readonly string[],
  failures: readonly string[],
  text = lines[0] ?? '',
): RefusedBlock {
  const report = [`${placeText(header)} is refused.`, ...lines].join('\n');
  return { kind: 'refused', text, header, report, failures };
}

const placeText = ({ hash, chainId, height }: BlockHeader): string =>
  `Block ${toBase64Url(hash)} (chain ${chainId}, height ${height})`;

function chainText(chain: ReplayedChain): string {
  const { network, newest, blocks, transactions, unbraided, stateHash } = chain;
  const extent = `${counts(blocks, 'block')}, ${counts(transactions, 'transaction')}`;
  const lines = [
    `${network.name}, chain ${chain.chain}: heights ${chain.first} to ${newest.height}, ${extent}; every hash is correct`,
    `  newest block  ${toBase64Url(newest.hash)}`,
    `  state hash    ${stateHash}`,
  ];
  if (unbraided.length === 0) return lines.join('\n');
  const headers = counts(unbraided.length, 'header');
  return [
    ...lines,
    `  not checked   neighbours of ${headers}: their blocks are not in the files`,
  ].join('\n');
}

/** Shows the progress of a replay in a line at the bottom of the terminal. */
type Progressing = { readonly blocks: number; readonly transactions: number };

const redrawEveryMs = 250;

class ReplayProgress {
  private readonly isShown = isWatched();
  private last = -Infinity;

  show(chains: readonly Progressing[]): void {
    if (!this.isShown) return;
    const now = systemClock.nowMs();
    if (now - this.last < redrawEveryMs) return;
    this.last = now;
    const blocks = chains.reduce((sum, each) => sum + each.blocks, 0);
    const transactions = chains.reduce((sum, each) => sum + each.transactions, 0);
    const text = `  ${counts(blocks, 'block')}, ${counts(transactions, 'transaction')}`;
    writeProgress(clearLine + text);
  }

  clear(): void {
    if (this.isShown) writeProgress(clearLine);
  }
}
