// `pact chain replay`: executes the blocks of files and compares every hash.

import { toBase64Url } from '../../../base/base64url.ts';
import { systemClock } from '../../../base/platform/system.ts';
import { counted } from '../../../base/prose.ts';
import {
  brokenRules,
  ChainsReplay,
  type Refusal,
  type ReplayedChain,
} from '../../../chain/blocks/index.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { clearLine, isWatched, writeLine, writeProgress } from '../output.ts';
import { chainRoom } from '../stack-size.ts';
import { findNetwork } from './networks.ts';
import { networksWith, readBlocks } from './read-files.ts';
import { acceptFailureText, refusalText, ruleTable } from './text.ts';

export async function replayFiles(
  files: readonly string[],
  options: { readonly isJson: boolean; readonly network: string | undefined },
): Promise<ExitStatus> {
  const own = options.network === undefined ? undefined : await findNetwork(options.network);
  if (own?.ok === false) return fail(own.fault);
  const networks = networksWith(own?.value.network);
  const replay = new ChainsReplay({
    networkOf: networks.withCode,
    firstPayload: (network, chain) =>
      network === own?.value.network ? own.value.firstPayloads.get(chain) : undefined,
    now: () => BigInt(systemClock.dateMs()) * 1000n,
    limits: chainRoom(),
  });
  const progress = new ReplayProgress();
  const refuse = (refusal: Refusal): ExitStatus => {
    progress.clear();
    const refused = refusedBlock(refusal);
    if (refused.failures.length === 0) return fail(refused.text);
    writeLine(options.isJson ? replayJson(replay.chains, refused) : refused.report);
    return exitStatus.failure;
  };
  for (const file of files) {
    for (const block of readBlocks(file, networks)) {
      const refusal = block.ok ? replay.add(block.value) : undefined;
      progress.show(replay.chains);
      if (refusal !== undefined) return refuse(refusal);
      if (block.ok) continue;
      progress.clear();
      return fail(block.fault);
    }
  }
  const refusal = replay.checkNeighbours();
  if (refusal !== undefined) return refuse(refusal);
  progress.clear();
  const { chains } = replay;
  if (chains.length === 0) return fail(`${files.join(', ')}: there is no block`);
  writeLine(options.isJson ? replayJson(chains) : chains.map(chainText).join('\n'));
  return exitStatus.success;
}

type RefusedBlock = {
  readonly header: BlockHeader;
  readonly text: string;
  /** The names of the broken rules or of the failure; none if the files cannot be replayed. */
  readonly failures: readonly string[];
  /** The result of each check. */
  readonly report: string;
};

function refusedBlock(refusal: Refusal): RefusedBlock {
  const { header } = refusal;
  const place = `Block ${toBase64Url(header.hash)} (chain ${header.chainId}, height ${header.height})`;
  const refused = (
    failures: readonly string[],
    text: string,
    details: readonly string[] = [text],
  ): RefusedBlock => {
    const report = [`${place} is refused.`, ...details].join('\n');
    return { header, text, failures, report };
  };
  switch (refusal.kind) {
    case 'unknown-network':
      return refused([], `${place} belongs to an unknown network: give its file with --network`);
    case 'no-first-block':
      return refused([], `${place}: the first block of the chain must come before it`);
    case 'other-first-block': {
      const { network, expected } = refusal;
      const hash = toBase64Url(expected.hash);
      const text = `The first block of chain ${header.chainId} of ${network.name} is ${hash}`;
      return refused([refusal.kind], text);
    }
    case 'broken-rules': {
      const text = 'Its header breaks a rule.';
      return refused(brokenRules(refusal.rules), text, [text, ruleTable(refusal.rules)]);
    }
    case 'invalid': {
      const { failure, payload } = refusal;
      const details = [refusalText(failure, payload)];
      return refused([failure.kind], acceptFailureText(failure), details);
    }
  }
}

function replayJson(chains: readonly ReplayedChain[], refused?: RefusedBlock): string {
  const shown = {
    chains: chains.map((each) => ({
      network: each.network.name,
      chain: each.chain,
      firstHeight: each.first,
      height: each.newest.height,
      hash: toBase64Url(each.newest.hash),
      blocks: each.blocks,
      transactions: each.transactions,
      headersWithoutNeighbours: each.unbraided.length,
      stateHash: each.stateHash,
    })),
    refused: refused && {
      chain: refused.header.chainId,
      height: refused.header.height,
      hash: toBase64Url(refused.header.hash),
      failures: refused.failures,
      text: refused.text,
    },
  };
  return JSON.stringify(shown, undefined, 2);
}

function chainText(chain: ReplayedChain): string {
  const { network, newest, blocks, transactions, unbraided, stateHash } = chain;
  const extent = `${counted(blocks, 'block')}, ${counted(transactions, 'transaction')}`;
  const lines = [
    `${network.name}, chain ${chain.chain}: heights ${chain.first} to ${newest.height}, ${extent}; every hash is correct`,
    `  newest block  ${toBase64Url(newest.hash)}`,
    `  state hash    ${stateHash}`,
  ];
  if (unbraided.length > 0) {
    const headers = counted(unbraided.length, 'header');
    lines.push(`  not checked   neighbours of ${headers}: their blocks are not in the files`);
  }
  return lines.join('\n');
}

const redrawEveryMs = 250;

/** Shows the progress of a replay in a line at the bottom of the terminal. */
class ReplayProgress {
  private readonly isShown = isWatched();
  private last = -Infinity;

  show(chains: readonly ReplayedChain[]): void {
    if (!this.isShown) return;
    const now = systemClock.nowMs();
    if (now - this.last < redrawEveryMs) return;
    this.last = now;
    const sum = (count: (chain: ReplayedChain) => number): number =>
      chains.reduce((all, each) => all + count(each), 0);
    const blocks = counted(
      sum((each) => each.blocks),
      'block',
    );
    const transactions = counted(
      sum((each) => each.transactions),
      'transaction',
    );
    writeProgress(`${clearLine}  ${blocks}, ${transactions}`);
  }

  clear(): void {
    if (this.isShown) writeProgress(clearLine);
  }
}
