// The metadata that `local` adds to results: the block as code sees it.
// Source: pact/Pact/Core/StableEncoding.hs (PublicData); consensus reference, section 6.8.

import { JsonNumber, type JsonValue } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import { encodePublicMeta, type PublicMeta } from '../command/index.ts';
import type { TransactionContext } from './types.ts';

/** The time is in microseconds. */
export function blockMetadata(
  { height, parent }: Pick<TransactionContext, 'height' | 'parent'>,
  meta: PublicMeta,
): JsonValue {
  const written = readJson(encodePublicMeta(meta));
  return new Map<string, JsonValue>([
    ['publicMeta', written.kind === 'value' ? written.value : ''],
    ['blockTime', new JsonNumber(String(parent.time))],
    ['prevBlockHash', parent.hash],
    ['blockHeight', new JsonNumber(String(height))],
  ]);
}
