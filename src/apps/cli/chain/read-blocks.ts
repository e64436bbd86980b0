// Reads files of blocks: each line is a JSON value, either a block as nodes return it (`header` and
// `payloadWithOutputs`) or a page of blocks with `items`. Headers can also be base64url, and the payload can be
// `payload`, without outputs.

import { closeSync, openSync, readSync } from 'node:fs';
import { decodeUtf8 } from '../../../base/bytes.ts';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainBlock } from '../../../chain/blocks/index.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { payloadFromJson } from '../../../chain/model/payload-json.ts';
import { onDisk } from '../../../base/platform/disk/path-bytes.ts';
import { largestFile, readChunk, reasonOf } from '../files.ts';
import type { Networks } from './networks.ts';
import { readHeader } from './read-headers.ts';
import { parseJson } from './read-operand.ts';

/**
 * Yields the blocks of a file, or of standard input for `-`. The first fault ends the sequence; it is a sentence that
 * begins with the file and the line.
 */
export function* readBlocks(
  file: string,
  networks: Networks,
): Generator<Result<ChainBlock, string>, void, void> {
  let line = 0;
  for (const text of linesOf(file)) {
    line++;
    const place = `${file}:${line}`;
    if (!text.ok) return yield bad(`${file}: ${text.fault}`);
    if (text.value.trim() === '') continue;
    const json = parseJson(text.value);
    if (!json.ok) return yield bad(`${place}: ${json.fault}; each line must be one JSON value`);
    for (const [i, each] of itemsOf(json.value).entries()) {
      const block = blockOf(each, networks);
      if (!block.ok) return yield bad(`${place}: block ${i + 1}: ${block.fault}`);
      yield block;
    }
  }
}

function itemsOf(value: JsonValue): readonly JsonValue[] {
  const items = isJsonObject(value) ? value.get('items') : undefined;
  if (items !== undefined && isJsonArray(items)) return items;
  return isJsonArray(value) ? value : [value];
}

function blockOf(value: JsonValue, networks: Networks): Result<ChainBlock, string> {
  if (!isJsonObject(value)) return bad('it must be an object with header and payloadWithOutputs');
  const header = headerOf(value.get('header') ?? value.get('blockHeader'), networks);
  if (!header.ok) return bad(`header: ${header.fault}`);
  const given = value.get('payloadWithOutputs') ?? value.get('payload');
  if (given === undefined) return bad('the member payloadWithOutputs is missing');
  const payload = payloadFromJson(given);
  return payload.ok ? good({ header: header.value, payload: payload.value }) : payload;
}

function headerOf(value: JsonValue | undefined, networks: Networks): Result<BlockHeader, string> {
  return value === undefined ? bad('the header is missing') : readHeader(value, networks);
}

/** Yields lines without their line ends. A file of blocks may not fit into memory; a single line must. */
function* linesOf(file: string): Generator<Result<string, string>, void, void> {
  let descriptor: number | undefined;
  let parts: Uint8Array[] = [];
  let size = 0;
  try {
    descriptor = file === '-' ? undefined : openSync(onDisk(file), 'r');
    for (let chunk = nextChunk(descriptor); chunk !== undefined; chunk = nextChunk(descriptor)) {
      let start = 0;
      for (let end = chunk.indexOf(10); end >= 0; end = chunk.indexOf(10, start)) {
        yield textOf([...parts, chunk.subarray(start, end)]);
        parts = [];
        size = 0;
        start = end + 1;
      }
      parts.push(chunk.subarray(start));
      size += chunk.length - start;
      if (size > largestFile) return yield bad('a line is too long');
    }
    yield textOf(parts);
  } catch (error) {
    yield bad(reasonOf(error));
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

function nextChunk(descriptor: number | undefined): Uint8Array | undefined {
  if (descriptor === undefined) return readChunk();
  const buffer = Buffer.alloc(1 << 20);
  const length = readSync(descriptor, buffer);
  return length === 0 ? undefined : buffer.subarray(0, length);
}

function textOf(parts: readonly Uint8Array[]): Result<string, string> {
  const text = decodeUtf8(Buffer.concat(parts));
  return text === undefined ? bad('it is not UTF-8 text') : good(text);
}
