// Messages about cuts.
// Source: Chainweb/CutDB/RestAPI.hs, Chainweb/Cut/CutHashes.hs; interface reference, section 1.1.

import { bad, good, type Result } from '../../base/result.ts';
import { cutHashesFromJson, cutHashesToJson, type CutHashes } from '../../chain/model/cut-json.ts';
import { aboutOf, type About } from './about.ts';
import { documentBytes, readObject } from './documents.ts';
import { messageLimits } from './limits.ts';
import { message } from './message.ts';

export const cutPath = '/{word}/0.0/{network}/cut';

/** How a node finds out its own address. */
export const headCut = message<undefined, About>({
  name: 'headCut',
  method: 'HEAD',
  path: cutPath,
  status: 200,
  type: undefined,
  maxBytes: 0,
  read: ({ headers }, _, { word }) => good(aboutOf(headers, word)),
});

/** `maxHeight`: the greatest sum of heights. */
export const getCut = message<{ readonly maxHeight: number | undefined }, CutHashes>({
  name: 'getCut',
  method: 'GET',
  path: cutPath,
  status: 200,
  type: 'application/json',
  maxBytes: messageLimits.cutBytes,
  query: ({ maxHeight }) => ({ maxheight: maxHeight }),
  read: ({ body }) => readCut(body),
});

/** The origin is the peer that pushes it. */
export const putCut = message<CutHashes, undefined>({
  name: 'putCut',
  method: 'PUT',
  path: cutPath,
  status: 204,
  type: undefined,
  bodyBytes: messageLimits.attachedCutBytes,
  maxBytes: 0,
  body: (cut) => documentBytes(cutHashesToJson(cut)),
  read: () => good(undefined),
});

const requiredKeys = ['hashes', 'origin', 'weight', 'height', 'instance', 'id'] as const;

/** A cut is small unless blocks are attached. Its heights and weight are claims. */
export function readCut(bytes: Uint8Array): Result<CutHashes, string> {
  const read = readObject(bytes);
  if (!read.ok) return read;
  const missing = requiredKeys.find((key) => !read.value.has(key));
  if (missing !== undefined) return bad(`key "${missing}" not found`);
  const cut = cutHashesFromJson(read.value);
  if (!cut.ok) return cut;
  const { headers, payloads } = cut.value;
  const isPlain = headers.size === 0 && payloads.size === 0;
  if (isPlain && bytes.length > messageLimits.cutBytes) {
    return bad(`a cut without blocks has at most ${messageLimits.cutBytes} bytes`);
  }
  return cut;
}
