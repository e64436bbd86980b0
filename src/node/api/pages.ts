// Pages of blocks: the parameters that all listings share, the bounds of branches, and how pages are written.
// Source: interface reference, section 1.3.

import { isJsonObject, jsonNull, printJson, type JsonObject } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  branchPage,
  headerPage,
  type BranchBounds,
  type PageRequest,
} from '../../chain/choice/header-pages.ts';
import type { HeaderPaths } from '../../chain/choice/header-tree.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import { cursorText, type Page, type PageCursor } from '../../chain/model/page-cursor.ts';
import type { Answer } from '../../base/http/index.ts';
import type { ChainPort } from '../port.ts';
import { keyNotFound } from './endpoint.ts';
import { readBody, readHashes, type BodyFault, hashText } from './body.ts';
import { fault } from './faults.ts';
import { apiLimits, type ApiLimits } from './limits.ts';
import { cursor, natural, type QueryValues } from './query.ts';

export const pageQuery = {
  limit: natural('The most items to return; reduced to the size of a page.', { absent: undefined }),
  next: cursor('Where to continue: the member next of the previous page.'),
  minheight: natural('The lowest height.', { absent: undefined }),
  maxheight: natural('The greatest height.', { absent: undefined }),
} as const;

type PageQuery = QueryValues<typeof pageQuery>;
export type HeaderPage = Page<BlockHeader, Hash>;

export function pageRequest(
  { limit, next, minheight, maxheight }: PageQuery,
  max: number,
): PageRequest {
  return {
    limit: Math.min(limit ?? max, max),
    next,
    minHeight: minheight,
    maxHeight: maxheight,
  };
}

/** The headers of a listing, or an answer that refuses it. */
export function listed(chain: ChainPort, request: PageRequest): Result<HeaderPage, Answer> {
  const page = headerPage(chain.headers, request);
  return page.ok ? page : bad(keyNotFound(page.fault.hash));
}

/** The headers of the branches that a body names. */
export function branch(
  chain: ChainPort,
  request: PageRequest,
  { body, limits }: { readonly body: string; readonly limits: ApiLimits },
): Result<HeaderPage, Answer> {
  const bounds = readBounds(body, limits);
  if (!bounds.ok) return bounds;
  const page = branchPage(pathsOf(chain), bounds.value, request);
  return page.ok ? page : bad(keyNotFound(page.fault.hash));
}

/** The headers of a chain, with the line of the cut. */
export function pathsOf(chain: ChainPort): HeaderPaths {
  return {
    get: (hash) => chain.headers.get(hash),
    lineAt: (height) => chain.headerAt(height),
  };
}

function readBounds(
  body: string,
  { bodyDepth, branchBounds }: ApiLimits,
): Result<BranchBounds, Answer> {
  const read = readBody(body, bodyDepth);
  if (!read.ok) return bad(fault('bad-body', read.fault));
  const { value } = read;
  if (!isJsonObject(value)) return bad(fault('bad-body', { why: 'the body must be an object' }));
  const lower = readBound(value, 'lower');
  if (!lower.ok) return bad(fault('bad-body', lower.fault));
  const upper = readBound(value, 'upper');
  if (!upper.ok) return bad(fault('bad-body', upper.fault));
  const bounds = { lower: distinct(lower.value), upper: distinct(upper.value) };
  for (const side of ['upper', 'lower'] as const) {
    if (bounds[side].length > branchBounds) return bad(tooManyBounds(side));
  }
  return good(bounds);
}

/** Without bounds, if the member is missing or null. */
function readBound(body: JsonObject, side: 'upper' | 'lower'): Result<readonly Hash[], BodyFault> {
  const value = body.get(side);
  return value === undefined || value === jsonNull ? good([]) : readHashes(value, side);
}

/** The reference's error, as the JSON string that it sends: the number is that for clients, to other nodes too. */
function tooManyBounds(side: 'upper' | 'lower'): Answer {
  const max = apiLimits.branchBounds;
  const text = `"${side} branch bound limit exceeded. Only ${max} values are supported."`;
  return { kind: 'json', status: 400, text };
}

function distinct(hashes: readonly Hash[]): readonly Hash[] {
  return [...new Map(hashes.map((hash) => [hashText(hash), hash])).values()];
}

/** `items`: each as JSON. `limit` is the number of items, as in the reference. */
export function pageText<Key>(
  items: readonly string[],
  next: PageCursor<Key> | undefined,
  keyText: (key: Key) => string,
): string {
  const cursor = next === undefined ? 'null' : printJson(cursorText(next, keyText));
  return `{"limit":${items.length},"items":[${items.join(',')}],"next":${cursor}}`;
}
