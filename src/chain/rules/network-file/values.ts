// Values in network files with their own syntax: positions, chains, amounts, times, targets and hashes.

import { fromBase64Url } from '../../../base/base64url.ts';
import { isJsonArray, isJsonNumber, isJsonObject, type JsonValue } from '../../../base/json.ts';
import type { ChainId } from '../../graph/chain-graph.ts';
import type { Hash, Micros } from '../../model/header.ts';
import { maxWord256 } from '../../model/binary.ts';
import { always, atForkNumber, atGenesis, atHeight, never } from '../forks.ts';
import type { ByPosition, ForkPosition } from '../forks.ts';
import { list, object, refused, text, andThen, type Reader } from './reading.ts';

/** More chains than any known graph has. */
export const maxChains = 1024;

/** `genesis`, `never`, `fork 1`, or the number of a height. */
export const position: Reader<ForkPosition> = (value, place) => {
  const written = writtenText(value) ?? '';
  if (written === 'genesis') return atGenesis;
  if (written === 'never') return never;
  if (/^\d{1,15}$/.test(written)) return atHeight(Number(written));
  const [, forkNumber] = /^fork (\d{1,9})$/.exec(written) ?? [];
  if (forkNumber !== undefined && Number(forkNumber) > 0) return atForkNumber(Number(forkNumber));
  return place.fault('must be genesis, never, the number of a height, or fork and a number from 1');
};

/** A constant value, or a list of `from` and `value` in ascending order of positions. */
export function byPosition<T>(reader: Reader<T>): Reader<ByPosition<T>> {
  const entries = list(object({ from: position, value: reader }, ['from', 'value']), {
    max: 1000,
  });
  return (value, place) => {
    if (!isListOfPositions(value)) {
      const everywhere = reader(value, place);
      return everywhere === refused ? refused : always(everywhere);
    }
    const read = entries(value, place);
    if (read === refused) return refused;
    const wrong = read.findIndex(({ from }, i) => {
      const before = read[i - 1];
      return before !== undefined && comparePositions(before.from, from) >= 0;
    });
    if (wrong < 0) return read;
    return place.item(wrong).fault('must be from a later position than the item before it');
  };
}

function isListOfPositions(value: JsonValue): boolean {
  const first = isJsonArray(value) ? value[0] : undefined;
  return first !== undefined && isJsonObject(first) && first.has('from');
}

const kinds = ['genesis', 'height', 'fork-number', 'never'] as const;

function comparePositions(left: ForkPosition, right: ForkPosition): number {
  const order = kinds.indexOf(left.kind) - kinds.indexOf(right.kind);
  return order === 0 ? figureOf(left) - figureOf(right) : order;
}

function figureOf(at: ForkPosition): number {
  if (at.kind === 'height') return at.height;
  return at.kind === 'fork-number' ? at.forkNumber : 0;
}

/** A value, or the word `none` for `undefined`. */
export function orNone<T>(reader: Reader<T>): Reader<T | undefined> {
  return (value, place) => (value === 'none' ? undefined : reader(value, place));
}

/** `0`, `1-9`, `0, 4-7`. */
export const chains: Reader<readonly ChainId[]> = (value, place) => {
  const what = `must be chains from 0 to ${maxChains - 1}: 0, or 1-9, or 0, 4-7`;
  const found: ChainId[] = [];
  for (const part of (writtenText(value) ?? '').split(/ *, */)) {
    const [, first, last = first] = /^(\d{1,4})(?:-(\d{1,4}))?$/.exec(part) ?? [];
    if (first === undefined || Number(last) >= maxChains) return place.fault(what);
    if (Number(last) < Number(first)) return place.fault(what);
    for (let chain = Number(first); chain <= Number(last); chain++) found.push(chain);
  }
  return found;
};

/** Coins with up to 12 places, in units of 10^-12. */
export const coins: Reader<bigint> = (value, place) => {
  const [, integer, fraction = ''] =
    /^(\d{1,15})(?:\.(\d{1,12}))?$/.exec(writtenText(value) ?? '') ?? [];
  if (integer === undefined) return place.fault('must be an amount with at most 12 places');
  return BigInt(integer + fraction.padEnd(12, '0'));
};

const unitsPerSecond = new Map([
  ['s', 1_000_000n],
  ['ms', 1000n],
  ['us', 1n],
]);

/** `30s`, `500ms`. */
export const duration: Reader<Micros> = andThen(
  text(/^[1-9]\d{0,8}(s|ms|us)$/, 'a duration such as 30s or 500ms'),
  (written) =>
    BigInt(written.replace(/\D/g, '')) * (unitsPerSecond.get(written.replace(/\d/g, '')) ?? 1n),
);

/** `2019-10-30T00:01:00Z`, with up to six places. */
export const time: Reader<Micros> = (value, place) => {
  const written = typeof value === 'string' ? value : '';
  const [, seconds, fraction = ''] =
    /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?Z$/.exec(written) ?? [];
  // No clock: both read and write this one form of UTC only. The result is compared with the input, because JavaScript reads
  // 2026-02-31 as a day of March.
  const date = new Date(seconds === undefined ? NaN : `${seconds}Z`);
  const milliseconds = date.getTime();
  const isReal = !Number.isNaN(milliseconds) && date.toISOString().startsWith(seconds ?? '-');
  if (!isReal) return place.fault('must be a time such as 2026-02-16T08:15:00Z');
  return BigInt(milliseconds) * 1000n + BigInt(fraction.padEnd(6, '0'));
};

/** `easiest`, `easiest / 100000`, or hexadecimal digits after 0x. */
export const target: Reader<bigint> = (value, place) => {
  const written = writtenText(value) ?? '';
  const [isEasiest, divisor = '1'] = /^easiest(?: *\/ *([1-9]\d{0,30}))?$/.exec(written) ?? [];
  if (isEasiest !== undefined) return maxWord256 / BigInt(divisor);
  const isDigits = /^0x[0-9a-fA-F]{1,64}$/.test(written) || /^\d{1,78}$/.test(written);
  const found = isDigits ? BigInt(written) : 0n;
  if (found > 0n && found <= maxWord256) return found;
  return place.fault(
    'must be easiest, easiest / and a divisor, or a number of at most 256 bits, such as 0x00ff',
  );
};

export const hash: Reader<Hash> = (value, place) => {
  const bytes = typeof value === 'string' ? fromBase64Url(value) : undefined;
  return bytes?.length === 32 ? bytes : place.fault('must be a hash: 43 characters of base64url');
};

/** Strings as they are, numbers by their digits. */
function writtenText(value: JsonValue): string | undefined {
  if (typeof value === 'string') return value;
  return isJsonNumber(value) ? value.text : undefined;
}
