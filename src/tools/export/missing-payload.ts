// A payload that a node does not have: either it deletes old ones, which ends the export, or its block was on a fork that the node
// left meanwhile, or has not reached each of the replicas that answer at this address.

import { toBase64Url } from '../../base/base64url.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { ExportError } from './export-error.ts';
import { exportLimits } from './limits.ts';
import type { Head } from './node-info.ts';
import { ancestors, type ChainPlace } from './verified-headers.ts';

export class MissingPayload extends ExportError {
  readonly header: BlockHeader;

  constructor({ service, chain }: ChainPlace, header: BlockHeader) {
    super(
      'unavailable',
      `${service.address} has no payload of chain ${chain} at height ${header.height}: it probably deletes old ones. ` +
        'Export from a node that keeps them, or begin above it with --from',
    );
    this.header = header;
  }
}

export type Missed = {
  readonly header: BlockHeader;
  /** The newest block of the chain, read after the payload was missing. */
  readonly head: Head;
  /** How many times in a row payloads of the chain were missing. */
  readonly times: number;
};

/** Returns whether it makes no sense to ask again. Throws an `ExportError` if the node does not say. */
export async function isDeleted(
  place: ChainPlace,
  { header: { height, hash }, head, times }: Missed,
): Promise<boolean> {
  if (head.height < height) return false;
  // No node deletes its newest blocks, but a replica may be a little behind.
  const isNew = head.height - height < exportLimits.newBlocks;
  if (isNew && times < exportLimits.newBlockTries) return false;
  const [header] = await ancestors(place, head, { from: height, to: height });
  return header !== undefined && toBase64Url(header.hash) === toBase64Url(hash);
}
