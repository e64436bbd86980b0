// Executes every block of the cut in a folder, from the first one of each chain, on separate states. Each header must
// follow the rules, each payload and output must be reproduced, and so must the stored states.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  blockFailureText,
  type AcceptFailure,
  checkBlock,
  commitBlock,
  type ExecutionHost,
  prepareBlocks,
} from '../../chain/blocks/index.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader } from '../../chain/model/header.ts';
import { isGenesis, type Network } from '../../chain/rules/network.ts';
import { findParents, validateHeader } from '../../chain/rules/validate-header.ts';
import { ChainState } from '../../chain/state/chain-state.ts';
import { lineInfo } from '../../lang/session/store.ts';
import { MemoryEntries } from '../../storage/entries/index.ts';
import { HistoryCheck } from '../coin-history/check-history.ts';
import type { HistoryTables } from '../coin-history/history-tables.ts';
import type { BlockStore } from '../engine/blocks.ts';

type VerifyParts = {
  readonly network: Network;
  readonly store: BlockStore;
  readonly heads: ReadonlyMap<ChainId, BlockHeader>;
  readonly host: ExecutionHost;
  /** The stored states. */
  readonly states: ReadonlyMap<ChainId, ChainState>;
  /** The stored coin history, if there is one; the host must record it. */
  readonly coin?: HistoryTables | undefined;
  /** Microseconds. */
  readonly now: bigint;
};

export type Verified = { readonly blocks: number; readonly transactions: number };

/** Returns the first block that is wrong. */
export type Difference = {
  readonly chain: ChainId;
  readonly height: number;
  readonly hash: string;
  readonly text: string;
};

export function verifyBlocks(parts: VerifyParts): Result<Verified, Difference> {
  const { network, store, host, heads } = parts;
  const fresh = new Map<ChainId, ChainState>();
  for (const chain of heads.keys()) {
    const entries = new MemoryEntries();
    fresh.set(chain, new ChainState({ entries, depth: 1, info: lineInfo }));
  }
  const parentOf = ({ chainId, parent }: BlockHeader) => store.find(chainId, parent);
  const prepare = prepareBlocks({ network, host, parentOf });
  const history = parts.coin && new HistoryCheck(parts.coin);
  let transactions = 0;
  const blocks = inOrder(parts);
  for (const header of blocks) {
    const differs = (text: string): Result<Verified, Difference> => bad(at(header, text));
    const rule = brokenRule(parts, header);
    if (rule !== undefined) return differs(`its header breaks the rule ${rule}`);
    const payload = store.payload(header.chainId, header.payloadHash);
    if (payload === undefined) return differs('its payload is not stored, or cannot be read');
    const state = fresh.get(header.chainId);
    if (state === undefined) return differs('the network has no such chain');
    const isFirst = isGenesis(network, header);
    const checked = checkBlock(state, { header, payload }, { prepare, isFirst });
    if (!checked.ok) return differs(failureText(checked.fault));
    commitBlock(state, checked.value);
    const { coin } = checked.value;
    const wrong = coin && history?.block(header, coin);
    if (wrong !== undefined) return differs(wrong);
    transactions += payload.transactions.length;
  }
  const differs = differentState(parts, fresh, history);
  if (differs !== undefined) return bad(differs);
  return good({ blocks: blocks.length, transactions });
}

/** Compares the stored states with those that the blocks have made. */
function differentState(
  { heads, states }: VerifyParts,
  fresh: ReadonlyMap<ChainId, ChainState>,
  history: HistoryCheck | undefined,
): Difference | undefined {
  for (const [chain, header] of heads) {
    const made = fresh.get(chain);
    const kept = states.get(chain);
    if (made === undefined || kept === undefined) continue;
    const wrong = stateFault(header, { made, kept }) ?? history?.chain(chain, kept);
    if (wrong !== undefined) return at(header, wrong);
  }
  return undefined;
}

function stateFault(
  { hash }: BlockHeader,
  { made, kept }: { readonly made: ChainState; readonly kept: ChainState },
): string | undefined {
  if (kept.head === undefined) return undefined;
  const isSame =
    equalBytes(kept.head.hash, hash) &&
    equalBytes(kept.computeStateHash(), made.computeStateHash());
  return isSame ? undefined : 'the stored state differs from the result of executing the blocks';
}

function at({ chainId, height, hash }: BlockHeader, text: string): Difference {
  return { chain: chainId, height, hash: toBase64Url(hash), text };
}

/** Holds all blocks of the cut, so that proofs find the blocks that they refer to. */
function inOrder({ store, heads }: VerifyParts): readonly BlockHeader[] {
  const blocks: BlockHeader[] = [];
  for (const [chain, head] of heads) {
    let block: BlockHeader | undefined = head;
    while (block !== undefined) {
      blocks.push(block);
      block = store.find(chain, block.parent);
    }
  }
  return blocks.sort(byHeight);
}

function brokenRule({ network, store, now }: VerifyParts, header: BlockHeader): string | undefined {
  if (isGenesis(network, header)) return undefined;
  const step = findParents(network, header, {
    networkOf: (code) => (code === network.code ? network : undefined),
    find: (chain, hash) => store.find(chain, hash),
  });
  return step.ok ? validateHeader(step.value, now)[0] : step.fault;
}

function failureText(failure: AcceptFailure): string {
  switch (failure.kind) {
    case 'wrong-header-hash':
      return 'the hash of its header does not match its content';
    case 'unfit':
      return failure.text;
    case 'no-parent':
    case 'not-first':
      return 'it does not follow the block before it';
    default:
      return blockFailureText(failure);
  }
}
