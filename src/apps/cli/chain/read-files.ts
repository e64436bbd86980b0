// Reads the files of `pact chain`: JSON, headers and blocks, in the formats of nodes.

import { closeSync, openSync, readSync } from 'node:fs';
import { isJsonArray, isJsonObject, type JsonValue } from '../../../base/json.ts';
import { jsonFaultTexts, readJson } from '../../../base/json-reader.ts';
import { lazily } from '../../../base/deferred.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { maxFileBytes, readChunk, readInput, readSourceFile, reasonOf } from '../files.ts';
import { fromBase64Url, toBase64Url } from '../../../base/base64url.ts';
import { type BlockHeader, decodeHeader } from '../../../chain/model/header.ts';
import { headerFromJson, type NetworkNames } from '../../../chain/model/header-json.ts';
import { decodeUtf8 } from '../../../base/bytes.ts';
import type { ChainBlock } from '../../../chain/blocks/index.ts';
import { payloadFromJson } from '../../../chain/model/payload-json.ts';
import { onDisk } from '../../../base/platform/disk/path-bytes.ts';
import { chainsOf, type Network, genesisHeader } from '../../../chain/rules/network.ts';
import { networkNamed, networkWithCode } from '../../../chain/rules/networks/index.ts';

export function readOperand(file: string): Result<string, string> {
  const answer = file === '-' ? readInput() : readSourceFile(file);
  return answer.kind === 'text' ? good(answer.text) : bad(answer.reason);
}

export function parseJson(text: string): Result<JsonValue, string> {
  const reading = readJson(text);
  if (reading.kind === 'value') return good(reading.value);
  const fault = jsonFaultTexts[reading.fault];
  return bad(`it is not valid JSON: ${fault}, at character ${reading.offset + 1}`);
}

/**
 * Reads block headers from files in the formats of nodes: one base64url string per line, or JSON with such strings,
 * objects, or a page of either.
 */
export function readHeaders(
  text: string,
  networks: Networks,
): Result<readonly BlockHeader[], string> {
  const values = valuesIn(text);
  if (!values.ok) return values;
  const headers: BlockHeader[] = [];
  for (const [i, value] of values.value.entries()) {
    const header = readHeader(value, networks);
    if (!header.ok) return bad(`header ${i + 1}: ${header.fault}`);
    headers.push(header.value);
  }
  return headers.length === 0 ? bad('there is no header in it') : good(headers);
}

function valuesIn(text: string): Result<readonly JsonValue[], string> {
  if (!/^\s*["[{]/.test(text)) return good(text.split(/\s+/).filter(Boolean));
  const json = parseJson(text);
  if (!json.ok) return json;
  const { value } = json;
  if (isJsonArray(value)) return good(value);
  const items = isJsonObject(value) ? value.get('items') : undefined;
  return good(items !== undefined && isJsonArray(items) ? items : [value]);
}

function readHeader(value: JsonValue, networks: Networks): Result<BlockHeader, string> {
  if (typeof value !== 'string') return headerFromJson(value, namesIn(value, networks));
  const bytes = fromBase64Url(value);
  return bytes === undefined ? bad('it is not base64url') : decodeHeader(bytes);
}

/** Nodes use a key with their own product word for the network, for instance `multichainVersion`. */
function namesIn(value: JsonValue, networks: Networks): NetworkNames {
  const keys = isJsonObject(value) ? [...value.keys()] : [];
  const member = keys.find((key) => /^.+Version$/.test(key)) ?? 'multichainVersion';
  return headerNames(networks, member.slice(0, -'Version'.length));
}

// Reads files of blocks: each line is a JSON value, either a block as nodes return it (`header` and
// `payloadWithOutputs`) or a page of blocks with `items`. Headers can also be base64url, and the payload can be
// `payload`, without outputs.

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
      if (size > maxFileBytes) return yield bad('a line is too long');
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

// The networks whose headers a command reads: the known ones, and one from a file, which takes precedence.

export type Networks = {
  readonly withCode: (code: number) => Network | undefined;
  readonly named: (name: string) => Network | undefined;
};

export function networksWith(own: Network | undefined): Networks {
  return {
    withCode: (code) => (own?.code === code ? own : networkWithCode(code)),
    named: (name) => (own?.name === name ? own : networkNamed(name)),
  };
}

/** Maps network codes to names and back, for headers from nodes. `productWord`: part of the key in their JSON. */
export function headerNames({ withCode, named }: Networks, productWord: string): NetworkNames {
  return {
    productWord,
    nameOf: (code) => withCode(code)?.name,
    codeOf: (name) => named(name)?.code,
  };
}

/** Returns a lookup of the first headers of a network by hash. */
export function firstHeaders(network: Network): (hash: string) => BlockHeader | undefined {
  const byHash = lazily(
    () =>
      new Map(
        chainsOf(network).flatMap((chain) => {
          const header = genesisHeader(network, chain);
          return header === undefined ? [] : [[toBase64Url(header.hash), header] as const];
        }),
      ),
  );
  return (hash) => byHash().get(hash);
}
