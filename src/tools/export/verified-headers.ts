// Headers of a chain from a node, checked: each has the hash that its bytes have, belongs to the chain, and is the parent of the next
// one; the newest is, or is followed by, the block that was asked for. Proof of work is not checked: the node is trusted to choose
// its blocks, but not to change them.

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { isJsonArray, isJsonObject } from '../../base/json.ts';
import { blockHash } from '../../chain/model/block-hash.ts';
import { decodeHeader, type BlockHeader } from '../../chain/model/header.ts';
import { ExportError } from './export-error.ts';
import { exportLimits } from './limits.ts';
import type { Head } from './node-info.ts';
import type { Service } from './service.ts';

export type ChainPlace = {
  readonly service: Service;
  readonly chain: number;
  /** Where the paths of the chain begin: `/multichain/0.0/development/chain/0`. */
  readonly path: string;
};

export type HeightRange = { readonly from: number; readonly to: number };

/**
 * Returns the ancestors of a block at these heights, itself included, in ascending order. `to` is at most its height. Throws an
 * `ExportError`; of the kind `unknown-block` if the node does not know the block any more.
 */
export async function ancestors(
  place: ChainPlace,
  head: Head,
  { from, to }: HeightRange,
): Promise<readonly BlockHeader[]> {
  /** From the top down. */
  const found: BlockHeader[] = [];
  let upper = head.hash;
  while (found.length <= to - from) {
    const range = { from, to: to - found.length };
    const page = await headerPage(place, upper, range);
    for (const header of page) {
      const before = found.at(-1);
      const fault = headerFault(place, header, { before, head, top: to });
      if (fault !== undefined) {
        const name = `block ${toBase64Url(header.hash)} of chain ${place.chain}`;
        throw new ExportError('wrong-answer', `${place.service.address}: ${name} ${fault}`);
      }
      found.push(header);
    }
    const lowest = found.at(-1);
    if (page.length === 0 || lowest === undefined) throw missing(place, range);
    upper = toBase64Url(lowest.parent);
  }
  return found.reverse();
}

type Expected = {
  /** The header above. */
  readonly before: BlockHeader | undefined;
  readonly head: Head;
  /** The greatest height that was asked for. */
  readonly top: number;
};

/** Returns the rest of a sentence about the block. */
function headerFault(
  { chain }: ChainPlace,
  header: BlockHeader,
  { before, head, top }: Expected,
): string | undefined {
  if (!equalBytes(blockHash(header), header.hash)) return 'has another hash than its bytes have';
  if (header.chainId !== chain) return `is one of chain ${header.chainId}`;
  const height = before === undefined ? top : before.height - 1;
  if (header.height !== height) return `has height ${header.height} instead of ${height}`;
  if (before === undefined) {
    const isOther = height === head.height && toBase64Url(header.hash) !== head.hash;
    return isOther ? 'is not the one that was asked for' : undefined;
  }
  if (!equalBytes(before.parent, header.hash)) return 'is not the parent of the block above it';
  if (before.networkCode !== header.networkCode) return 'is one of another network';
  return undefined;
}

function missing({ service, chain }: ChainPlace, { from, to }: HeightRange): ExportError {
  return new ExportError(
    'unavailable',
    `${service.address} has no header of chain ${chain} at height ${to}, which is needed from height ${from} on. ` +
      'Export from a node that has all blocks, or begin above it with --from',
  );
}

/** Nodes may send fewer than were asked for. */
async function headerPage(
  { service, path }: ChainPlace,
  upper: string,
  { from, to }: HeightRange,
): Promise<readonly BlockHeader[]> {
  const limit = Math.min(exportLimits.headers, to - from + 1);
  const asked = {
    method: 'POST',
    path: `${path}/header/branch?minheight=${from}&maxheight=${to}&limit=${limit}`,
    body: JSON.stringify({ upper: [upper], lower: [] }),
    maxBytes: exportLimits.smallAnswerBytes,
  } as const;
  const answer = await service.ask(asked);
  if (answer.kind === 'too-large') throw service.wrong(asked, 'the answer is too large');
  if (answer.status === 404) {
    throw new ExportError('unknown-block', service.statusText(asked, answer));
  }
  const page = service.parse(asked, answer);
  const items = isJsonObject(page) ? page.get('items') : undefined;
  if (items === undefined || !isJsonArray(items) || items.length > limit) {
    throw service.wrong(asked, `the answer must be a page with at most ${limit} items`);
  }
  return items.map((item) => {
    const bytes = typeof item === 'string' ? fromBase64Url(item) : undefined;
    if (bytes === undefined) throw service.wrong(asked, 'a header must be base64url');
    const header = decodeHeader(bytes);
    if (!header.ok) throw service.wrong(asked, header.fault);
    return header.value;
  });
}
