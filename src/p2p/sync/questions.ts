// What synchronization asks of peers. `askBlocks` makes it from messages.

import type { Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PayloadData } from '../../chain/model/payload.ts';
import type { PeerInfo } from '../address/peer-info.ts';
import type { AskFault } from '../messages/message.ts';

/** Answers are decoded, and nothing else of them is checked. */
export interface Questions {
  header(
    of: { readonly chain: ChainId; readonly height: number; readonly hash: Hash },
    options: AskOf,
  ): Promise<Result<BlockHeader, AskFault>>;
  /** Headers from the top down: ancestors of a block, itself included if it is not above the heights. */
  headers(of: PageOf, options: AskOf): Promise<Result<readonly BlockHeader[], AskFault>>;
  payload(header: BlockHeader, options: AskOf): Promise<Result<PayloadData, AskFault>>;
  /** Those that the peer has and that fit into an answer. */
  payloads(
    headers: readonly BlockHeader[],
    options: AskOf,
  ): Promise<Result<readonly PayloadData[], AskFault>>;
}

export type AskOf = { readonly peer: PeerInfo; readonly signal: AbortSignal };

export type PageOf = {
  readonly chain: ChainId;
  readonly upper: Hash;
  readonly minHeight: number;
  /** Not above the block: real nodes leave its branch out then. */
  readonly maxHeight: number;
  readonly limit: number;
};
