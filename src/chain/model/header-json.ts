// Headers as JSON: a base64url string of the bytes, or an object. The member that names the network
// carries the product word of the wire: `multichainVersion`.
// Source: Chainweb/BlockHeader/Internal.hs (ObjectEncoded); consensus reference, section 2.6;
// specification, "Block header".

import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import {
  isJsonNumber,
  isJsonObject,
  JsonNumber,
  type JsonObject,
  type JsonValue,
} from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { AdjacentParent, BlockHeader, Hash } from './header.ts';
import { parseWord256, word256Text } from './binary.ts';

/** The name of the network in headers. */
export type NetworkNames = {
  /** The first half of the member's name: `multichain` unless an alias is served. */
  readonly productWord: string;
  readonly nameOf: (code: number) => string | undefined;
  readonly codeOf: (name: string) => number | undefined;
};

/** Members in the order of the reference. */
export function headerToJson(
  header: BlockHeader,
  { productWord, nameOf }: NetworkNames,
): JsonObject {
  const adjacents = header.adjacents.map(
    ({ chainId, hash }) => [String(chainId), toBase64Url(hash)] as const,
  );
  return new Map<string, JsonValue>([
    ['nonce', header.nonce.toString()],
    ['creationTime', number(header.creationTime)],
    ['parent', toBase64Url(header.parent)],
    ['adjacents', new Map(adjacents)],
    ['target', word256Text(header.target)],
    ['payloadHash', toBase64Url(header.payloadHash)],
    ['chainId', number(header.chainId)],
    ['weight', word256Text(header.weight)],
    ['height', number(header.height)],
    [`${productWord}Version`, nameOf(header.networkCode) ?? String(header.networkCode)],
    ['epochStart', number(header.epochStart)],
    ['featureFlags', number(header.forkState)],
    ['hash', toBase64Url(header.hash)],
  ]);
}

const number = (value: bigint | number): JsonNumber => new JsonNumber(value.toString());

/** Reads the object form. Unknown members are ignored; the hash is not checked. */
export function headerFromJson(
  value: JsonValue,
  { productWord, codeOf }: NetworkNames,
): Result<BlockHeader, string> {
  if (!isJsonObject(value)) return bad('a block header must be an object');
  const fields = new Fields(value);
  const networkName = fields.text(`${productWord}Version`);
  const networkCode = networkName === undefined ? undefined : codeOf(networkName);
  if (networkName !== undefined && networkCode === undefined) {
    fields.fault(`${productWord}Version`, `names the network ${networkName}, which is not known`);
  }
  const nonce = fields.text('nonce');
  const header = {
    forkState: fields.integer('featureFlags', maxWord64),
    creationTime: fields.integer('creationTime', maxInt64),
    parent: fields.hash('parent'),
    adjacents: fields.adjacents('adjacents'),
    target: fields.word256('target'),
    payloadHash: fields.hash('payloadHash'),
    chainId: Number(fields.integer('chainId', maxWord32)),
    weight: fields.word256('weight'),
    height: Number(fields.integer('height', maxHeight)),
    networkCode: networkCode ?? 0,
    epochStart: fields.integer('epochStart', maxInt64),
    nonce: fields.digits('nonce', nonce),
    hash: fields.hash('hash'),
  };
  return fields.first === undefined ? good(header) : bad(fields.first);
}

const maxWord32 = 2n ** 32n - 1n;
const maxInt64 = 2n ** 63n - 1n;
const maxWord64 = 2n ** 64n - 1n;
const maxHeight = BigInt(Number.MAX_SAFE_INTEGER);
const noHash: Hash = new Uint8Array(32);

/** Reads members and remembers the first fault. */
class Fields {
  first: string | undefined;
  private readonly object: JsonObject;

  constructor(object: JsonObject) {
    this.object = object;
  }

  fault(name: string, what: string): void {
    this.first ??= `the member ${name} of the block header ${what}`;
  }

  text(name: string): string | undefined {
    const value = this.object.get(name);
    if (typeof value === 'string') return value;
    this.fault(name, value === undefined ? 'is missing' : 'must be a string');
    return undefined;
  }

  integer(name: string, max: bigint): bigint {
    const value = this.object.get(name);
    if (value === undefined) this.fault(name, 'is missing');
    else if (!isJsonNumber(value)) this.fault(name, 'must be a number');
    else return this.digits(name, value.text, max);
    return 0n;
  }

  digits(name: string, text: string | undefined, max = maxWord64): bigint {
    if (text === undefined) return 0n;
    const value = /^\d{1,20}$/.test(text) ? BigInt(text) : undefined;
    if (value !== undefined && value <= max) return value;
    this.fault(name, `must be a whole number from 0 to ${max}`);
    return 0n;
  }

  hash(name: string): Hash {
    return this.decoded(name, this.text(name));
  }

  word256(name: string): bigint {
    const text = this.text(name);
    const value = text === undefined ? 0n : parseWord256(text);
    if (value === undefined) this.fault(name, 'must be base64url of 32 bytes');
    return value ?? 0n;
  }

  adjacents(name: string): readonly AdjacentParent[] {
    const value = this.object.get(name);
    if (value === undefined || !isJsonObject(value)) {
      this.fault(name, 'must be an object from chain ids to block hashes');
      return [];
    }
    const adjacents = [...value].map(([chain, hash]) => {
      const member = `${name}.${chain}`;
      const chainId = Number(chain);
      if (!/^(0|[1-9]\d{0,9})$/.test(chain) || chainId > maxWord32) {
        this.fault(member, 'must be a chain id');
      }
      return { chainId, hash: this.decoded(member, typeof hash === 'string' ? hash : '') };
    });
    return adjacents.sort((a, b) => a.chainId - b.chainId);
  }

  private decoded(name: string, text: string | undefined): Hash {
    if (text === undefined) return noHash;
    const bytes = fromBase64Url(text);
    if (bytes?.length === 32) return bytes;
    this.fault(name, 'must be base64url of 32 bytes');
    return noHash;
  }
}
