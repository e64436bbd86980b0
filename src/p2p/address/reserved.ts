// Which addresses no peer of a public network can have, and which addresses probably have one owner.
// Source: RFC 6890 with its updates (the special-purpose registries of IANA).

import {
  type IpAddress,
  type IpRange,
  ipText,
  isWithin,
  parseIpRange,
  parsePlainAddress,
  prefixOf,
} from '../../base/ip-address.ts';
import { assert } from '../../base/assert.ts';

/**
 * Returns whether a host is a special-purpose address: of this machine, a private network, a document, many receivers. Of names,
 * only `localhost` is known; others must be judged by what they resolve to. `except`: ranges that a test network uses.
 */
export function isReserved(host: string, except: readonly IpRange[] = []): boolean {
  const address = parsePlainAddress(isLoopbackName(host) ? '127.0.0.1' : host);
  if (address === undefined) return false;
  return isSpecial(address) && !except.some((range) => isWithin(address, range));
}

function isLoopbackName(host: string): boolean {
  const name = host.toLowerCase();
  return name === 'localhost' || name.endsWith('.localhost');
}

function isSpecial(address: IpAddress): boolean {
  if (address.version === 6 && !isWithin(address, globalUnicast)) return true;
  return specialRanges.some((range) => isWithin(address, range));
}

const ranges = (...texts: readonly string[]): readonly IpRange[] =>
  texts.map((text) => {
    const range = parseIpRange(text);
    assert(range !== undefined, `${text} is a range`);
    return range;
  });

/** Everything else is of this machine, of one network, for many receivers, or not given to anybody. */
const [globalUnicast] = ranges('2000::/3') as readonly [IpRange];

const specialRanges = ranges(
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
  // Protocols, among them Teredo, which carries an IPv4 address.
  '2001::/23',
  '2001:db8::/32',
  // 6to4: an IPv4 address within IPv6.
  '2002::/16',
  '3fff::/20',
);

/**
 * Hosts that probably have one owner: the /16 of an IPv4 address, the /32 of an IPv6 address, or the last two labels of a name. No
 * rule may depend on it alone: networks of friends often share a group.
 */
export type AddressGroup = string;

export function groupOf(host: string): AddressGroup {
  const address = parsePlainAddress(host);
  if (address === undefined) return host.toLowerCase().split('.').slice(-2).join('.');
  const bits = groupBits[address.version];
  return `${ipText(prefixOf(address, bits))}/${bits}`;
}

const groupBits = { 4: 16, 6: 32 } as const;
