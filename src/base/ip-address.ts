// IP addresses as bytes: reading both versions, the one text of each, and the ranges they are in.

export type IpAddress = {
  readonly version: 4 | 6;
  /** 4 or 16 bytes. */
  readonly bytes: readonly number[];
};

/** All addresses that begin with these bits. */
export type IpRange = { readonly first: IpAddress; readonly bits: number };

/**
 * Returns `undefined` for anything else, such as `127.1` or `0x7f.0.0.1`: no part of an address is left out, and decimals have
 * no leading zeros. A zone (`fe80::1%eth0`) is dropped, and an IPv6 address may end in an IPv4 address.
 */
export function parseIpAddress(text: string): IpAddress | undefined {
  if (text.length > maxLength) return undefined;
  if (!text.includes(':')) return parseIpv4(text);
  return parseIpv6(text.replace(/%[^:%]+$/, ''));
}

/** The longest IPv6 address, with a zone. */
const maxLength = 80;
const groupCount = 8;

function parseIpv4(text: string): IpAddress | undefined {
  if (!/^(0|[1-9][0-9]{0,2})(\.(0|[1-9][0-9]{0,2})){3}$/.test(text)) return undefined;
  const bytes = text.split('.').map(Number);
  return bytes.every((byte) => byte < 256) ? { version: 4, bytes } : undefined;
}

function parseIpv6(text: string): IpAddress | undefined {
  const parts = text.split('::');
  if (parts.length > 2) return undefined;
  const [before, after] = parts.map((part, i) => groupsIn(part, i === parts.length - 1));
  if (before === undefined || (parts.length === 2 && after === undefined)) return undefined;
  const absent = groupCount - before.length - (after?.length ?? 0);
  if (parts.length === 2 ? absent < 1 : absent !== 0) return undefined;
  const groups = [...before, ...Array.from({ length: absent }, () => 0), ...(after ?? [])];
  return { version: 6, bytes: groups.flatMap((group) => [group >> 8, group & 0xff]) };
}

function groupsIn(part: string, isLast: boolean): readonly number[] | undefined {
  if (part === '') return [];
  const groups: number[] = [];
  const words = part.split(':');
  for (const [i, word] of words.entries()) {
    if (/^[0-9a-f]{1,4}$/i.test(word)) {
      groups.push(Number.parseInt(word, 16));
      continue;
    }
    const [a, b, c, d] = (isLast && i === words.length - 1 && parseIpv4(word)?.bytes) || [];
    if (a === undefined || b === undefined || c === undefined || d === undefined) return undefined;
    groups.push(a * 256 + b, c * 256 + d);
  }
  return groups;
}

/** Returns the text that browsers and system calls print (RFC 5952), but never an IPv4 address within IPv6. */
export function ipText({ version, bytes }: IpAddress): string {
  if (version === 4) return bytes.join('.');
  const groups = Array.from(
    { length: groupCount },
    (_, i) => (bytes[2 * i] ?? 0) * 256 + (bytes[2 * i + 1] ?? 0),
  );
  const zeros = longestZeros(groups);
  const text = (part: readonly number[]): string =>
    part.map((group) => group.toString(16)).join(':');
  if (zeros === undefined) return text(groups);
  return `${text(groups.slice(0, zeros.start))}::${text(groups.slice(zeros.start + zeros.length))}`;
}

/** Returns the first longest run of at least two zeros. */
function longestZeros(
  groups: readonly number[],
): { readonly start: number; readonly length: number } | undefined {
  let longest: { start: number; length: number } | undefined;
  let length = 0;
  for (const [i, group] of groups.entries()) {
    length = group === 0 ? length + 1 : 0;
    if (length > (longest?.length ?? 1)) longest = { start: i + 1 - length, length };
  }
  return longest;
}

const mappedBytes = 12;
const mappedPrefix = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff] as const;

/** Reads an address; one that an IPv6 socket prints as `::ffff:192.0.2.7` is that IPv4 address. */
export function parsePlainAddress(text: string): IpAddress | undefined {
  const address = parseIpAddress(text);
  return address && unmapped(address);
}

function unmapped(address: IpAddress): IpAddress {
  const isMapped =
    address.version === 6 && mappedPrefix.every((byte, i) => address.bytes[i] === byte);
  return isMapped ? { version: 4, bytes: address.bytes.slice(mappedBytes) } : address;
}

/**
 * Returns the text of a remote address as Node prints it, without the prefix of mapped IPv4 addresses and without a zone; a text
 * that is no address stays as it is.
 */
export function plainAddress(text: string): string {
  const address = parsePlainAddress(text);
  return address === undefined ? text : ipText(address);
}

/** Reads `10.0.0.0/8`; an address alone is a range of one. Returns `undefined` if bits beyond the prefix are set. */
export function parseIpRange(text: string): IpRange | undefined {
  const [, start = '', width] = /^([^/]*)(?:\/(0|[1-9][0-9]{0,2}))?$/.exec(text) ?? [];
  const first = start.includes('%') ? undefined : parseIpAddress(start);
  if (first === undefined) return undefined;
  const bits = width === undefined ? 8 * first.bytes.length : Number(width);
  if (bits > 8 * first.bytes.length) return undefined;
  return first.bytes.every((byte, i) => masked(first, bits)[i] === byte)
    ? { first, bits }
    : undefined;
}

export function isWithin(address: IpAddress, { first, bits }: IpRange): boolean {
  if (address.version !== first.version) return false;
  return masked(address, bits).every((byte, i) => byte === first.bytes[i]);
}

/** Returns the first of the addresses that share this many leading bits. */
export function prefixOf({ version, bytes }: IpAddress, bits: number): IpAddress {
  return { version, bytes: masked({ version, bytes }, bits) };
}

function masked({ bytes }: IpAddress, bits: number): readonly number[] {
  return bytes.map((byte, i) => byte & (0xff00 >> Math.min(8, Math.max(0, bits - 8 * i))));
}
