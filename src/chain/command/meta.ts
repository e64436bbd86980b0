// Metadata of a payload: public, for chains, or private, for encrypted commands.
// Source: pact/Pact/Core/StableEncoding.hs (PublicMeta); Pact 4's Types/ChainMeta.hs (PrivateMeta).

import {
  isJsonNumber,
  isJsonObject,
  printJson,
  printJsonNumber,
  printJsonString,
  type JsonValue,
} from '../../base/json.ts';
import {
  Decimal,
  decimalFromScientific,
  parseNumber,
  roundScientific,
  sortedSet,
} from '../../lang/session/run.ts';
import { decodeStable } from '../../lang/session/store.ts';
import type { Field } from './fields.ts';

export type PublicMeta = {
  readonly chainId: string;
  readonly sender: string;
  /** In gas units; saturates at 64 bits. */
  readonly gasLimit: bigint;
  readonly gasPrice: Decimal;
  /** Seconds. */
  readonly ttl: bigint;
  /** Seconds since 1970. */
  readonly creationTime: bigint;
};

/** Names of entities: the sender and the readers. */
export type PrivateMeta = {
  readonly address: { readonly from: string; readonly to: readonly string[] } | undefined;
  /** For nodes, which have several chains and forget old commands; `undefined`: for `pact serve`. */
  readonly placement: PrivatePlacement | undefined;
};

/** Where a private command runs, and until when it may begin to. */
export type PrivatePlacement = Pick<PublicMeta, 'chainId' | 'ttl' | 'creationTime'>;

/** Reads the metadata of a payload. */
export type MetaReader<Meta> = (place: Field) => Meta;

export const emptyPublicMeta: PublicMeta = {
  chainId: '',
  sender: '',
  gasLimit: 0n,
  gasPrice: new Decimal(0n, 0),
  ttl: 0n,
  creationTime: 0n,
};

export function publicMeta(place: Field): PublicMeta {
  return {
    chainId: place.field('chainId').text,
    sender: place.field('sender').text,
    gasLimit: saturated(integerIn(place.field('gasLimit'))),
    gasPrice: decimalIn(place.field('gasPrice')),
    ttl: integerIn(place.field('ttl')),
    creationTime: integerIn(place.field('creationTime')),
  };
}

/** Reads the metadata of a transaction that a client sends. Source: Pact 4's Types/Gas.hs (parseGT0), which allows 0. */
export function sentMeta(place: Field): PublicMeta {
  const meta = publicMeta(place);
  const gasLimit = place.field('gasLimit');
  if (integerIn(gasLimit) < 0n) gasLimit.refuse(belowZero);
  if (meta.gasPrice.mantissa < 0n) place.field('gasPrice').refuse(belowZero);
  return meta;
}

/** Ends with the reference's words. */
const belowZero = 'is negative: value must be greater than 0';

export function privateMeta(place: Field): PrivateMeta {
  // Refuses anything but an object, but allows a missing address.
  const address = place.optionalField('address');
  if (address === undefined) return { address: undefined, placement: undefined };
  const to = sortedSet(address.field('to').items.map((item) => item.text));
  return { address: { from: address.field('from').text, to }, placement: undefined };
}

/**
 * Reads metadata of a sealed command. With a sender and gas as in public metadata, its signatures would be valid for a
 * public command.
 */
export function onlyPrivateMeta(place: Field): PrivateMeta {
  const names = [...place.object.keys()].filter((name) => name !== 'address');
  if (names.some((name) => !placementNames.includes(name))) {
    return place.refuse(
      'must hold an address, for nodes also chainId, creationTime and ttl, and nothing else',
    );
  }
  const { address } = privateMeta(place);
  if (names.length === 0) return { address, placement: undefined };
  const chainId = place.field('chainId').text;
  const creationTime = integerIn(place.field('creationTime'));
  const ttl = integerIn(place.field('ttl'));
  return { address, placement: { chainId, ttl, creationTime } };
}

const placementNames: readonly string[] = ['chainId', 'creationTime', 'ttl'];

/** Returns metadata unchecked: signing tools accept commands for any platform. */
export function anyMeta(place: Field): JsonValue {
  return place.any;
}

export function encodePublicMeta(meta: PublicMeta): string {
  const { creationTime, ttl, gasLimit, chainId, gasPrice, sender } = meta;
  return (
    `{"creationTime":${integerText(creationTime)},"ttl":${integerText(ttl)}` +
    `,"gasLimit":${integerText(gasLimit)},"chainId":${printJsonString(chainId)}` +
    `,"gasPrice":${printJsonNumber(gasPrice.mantissa, -gasPrice.places)}` +
    `,"sender":${printJsonString(sender)}}`
  );
}

export function encodePrivateMeta({ address, placement }: PrivateMeta): string {
  const rest = placement === undefined ? '' : encodePlacement(placement);
  if (address === undefined) return `{"address":null${rest}}`;
  const to = address.to.map(printJsonString).join(',');
  return `{"address":{"to":[${to}],"from":${printJsonString(address.from)}}${rest}}`;
}

function encodePlacement({ chainId, creationTime, ttl }: PrivatePlacement): string {
  const times = `"creationTime":${integerText(creationTime)},"ttl":${integerText(ttl)}`;
  return `,"chainId":${printJsonString(chainId)},${times}`;
}

export function encodeAnyMeta(meta: JsonValue): string {
  return printJson(meta);
}

const integerText = (value: bigint): string => printJsonNumber(value, 0);

/** Reads a number (rounded half-even), a string of digits, or a Pact integer (`ParsedInteger`). */
function integerIn(place: Field): bigint {
  const json = place.any;
  if (isJsonNumber(json)) {
    return roundScientific(json.coefficient, json.exponent) ?? place.refuse('is too large');
  }
  if (typeof json === 'string') {
    const number = parseNumber(json);
    if (number?.kind === 'integer') return number.value;
  } else if (isJsonObject(json)) {
    const value = decodeStable(json);
    if (typeof value === 'bigint') return value;
  }
  return place.mustBe('an integer');
}

/** Reads a number in any notation with up to 255 places, or a string of digits. */
function decimalIn(place: Field): Decimal {
  const json = place.any;
  if (isJsonNumber(json)) {
    const { coefficient, exponent } = json;
    return decimalFromScientific(coefficient, exponent) ?? place.refuse('is too large');
  }
  const number = typeof json === 'string' ? parseNumber(json) : undefined;
  if (number === undefined) return place.mustBe('a decimal');
  return number.kind === 'decimal' ? number.value : new Decimal(number.value, 0);
}

const largestWord = 0xffff_ffff_ffff_ffffn;

/** Saturates at 0 and 64 bits, like the reference's machine word. */
function saturated(value: bigint): bigint {
  if (value < 0n) return 0n;
  return value > largestWord ? largestWord : value;
}
