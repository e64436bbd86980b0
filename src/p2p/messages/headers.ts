// Messages about headers: one by its hash, and a page of the ancestors of some blocks.
// Source: Chainweb/BlockHeaderDB/RestAPI.hs; interface reference, sections 1.3 and 1.5.

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import type { JsonValue } from '../../base/json.ts';
import { bad, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { decodeHeader, type BlockHeader, type Hash } from '../../chain/model/header.ts';
import { documentBytes, readEach, readList, readObject } from './documents.ts';
import { messageLimits } from './limits.ts';
import { message } from './message.ts';

const headerPath = '/{word}/0.0/{network}/chain/{chain}/header';

/** The hash of the answer is what the sender claims; nothing but its form is checked. */
export const getHeader = message<{ readonly chain: ChainId; readonly hash: Hash }, BlockHeader>({
  name: 'getHeader',
  method: 'GET',
  path: `${headerPath}/{blockHash}`,
  status: 200,
  type: 'application/octet-stream',
  maxBytes: messageLimits.headerBytes,
  parameters: ({ chain, hash }) => ({ chain, blockHash: toBase64Url(hash) }),
  read: ({ body }) => decodeHeader(body),
});

export type BranchAsked = {
  readonly chain: ChainId;
  /** Blocks whose ancestors are asked for, themselves included: those that are not below the greatest height. */
  readonly upper: readonly Hash[];
  /** Blocks that are left out, with their ancestors; unknown ones are ignored. */
  readonly lower: readonly Hash[];
  readonly minHeight: number;
  readonly maxHeight: number;
  /** The most headers; a node may send fewer. */
  readonly limit: number;
};

/** Headers from the top down. Nodes of the reference send 20 at once, and take four bounds of each kind. */
export const branchHeaders = message<BranchAsked, readonly BlockHeader[]>({
  name: 'branchHeaders',
  method: 'POST',
  path: `${headerPath}/branch`,
  status: 200,
  type: 'application/json',
  bodyBytes: messageLimits.boundsBytes,
  maxBytes: messageLimits.headersBytes,
  parameters: ({ chain }) => ({ chain }),
  query: ({ minHeight, maxHeight, limit }) => ({
    limit,
    minheight: minHeight,
    maxheight: maxHeight,
  }),
  body: ({ upper, lower }) =>
    documentBytes(
      new Map([
        ['upper', upper.map(toBase64Url)],
        ['lower', lower.map(toBase64Url)],
      ]),
    ),
  read: ({ body }, { limit }) => readHeaders(body, limit),
});

function readHeaders(bytes: Uint8Array, limit: number): Result<readonly BlockHeader[], string> {
  const page = readObject(bytes);
  if (!page.ok) return page;
  const items = readList(page.value.get('items'), Math.min(limit, messageLimits.headers));
  return items.ok ? readEach(items.value, headerFromText) : items;
}

/** Reads a header as pages and cuts have it: the base64url of its bytes. */
export function headerFromText(value: JsonValue): Result<BlockHeader, string> {
  const bytes = typeof value === 'string' ? fromBase64Url(value) : undefined;
  return bytes === undefined ? bad('a header must be base64url') : decodeHeader(bytes);
}
