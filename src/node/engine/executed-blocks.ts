// Blocks that were executed for a move that ended before it arrived: the next move does not execute them again. What a
// block writes follows from its parent, so it is right wherever its parent is the newest block.

import { toBase64Url } from '../../base/base64url.ts';
import type { AcceptedBlock } from '../../chain/blocks/index.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { moveLimits } from '../limits.ts';

export class ExecutedBlocks {
  private readonly byHash = new Map<string, AcceptedBlock>();
  private bytes = 0;

  get size(): number {
    return this.byHash.size;
  }

  get heldBytes(): number {
    return this.bytes;
  }

  find({ hash }: BlockHeader): AcceptedBlock | undefined {
    return this.byHash.get(toBase64Url(hash));
  }

  /** Replaces what was kept: the blocks in their order, as far as there is room. */
  keep(blocks: readonly AcceptedBlock[]): void {
    const { keptBlocks, keptBytes } = moveLimits;
    this.byHash.clear();
    this.bytes = 0;
    for (const block of blocks.slice(0, keptBlocks)) {
      const bytes = bytesOf(block);
      if (this.bytes + bytes > keptBytes) return;
      this.bytes += bytes;
      this.byHash.set(toBase64Url(block.header.hash), withoutCover(block));
    }
  }
}

/** What it was executed on is not needed any more, and may be large. */
function withoutCover({ state, ...block }: AcceptedBlock): AcceptedBlock {
  const { documents, next } = state.content;
  return { ...block, state: { ...state, content: { documents, next, cover: undefined } } };
}

/** Bytes that a block takes in memory: its payload, its entries and what it records, with an overhead for each. */
export function bytesOf({
  payload,
  state,
  coin,
}: Pick<AcceptedBlock, 'payload' | 'state' | 'coin'>): number {
  let bytes = 4096 + payload.coinbase.length;
  for (const { input, output } of payload.transactions) bytes += input.length + output.length;
  for (const ofSpace of state.content.documents.values()) {
    for (const document of ofSpace.values()) bytes += entryBytes + document.length;
  }
  if (coin === undefined) return bytes;
  const { coinbase, upgrades, transactions } = coin;
  const stages = transactions.flatMap(({ fund, payload: own, redeem }) => [fund, own, redeem]);
  for (const stage of [coinbase, ...upgrades, ...stages]) {
    // What was before is what another change or the state holds.
    for (const { after } of stage) bytes += entryBytes + after.length;
  }
  return bytes;
}

const entryBytes = 200;
