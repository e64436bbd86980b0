// The text of a peer's address: a name, an IPv4 address, or an IPv6 address in brackets, and a port.
// Source: Chainweb/HostAddress.hs. Stricter than there: no octets with leading zeros, IPv6 addresses in their one form, and no
// text that the client of HTTP would take for another host.

import { ipText, parseIpAddress } from '../../base/ip-address.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { HostAddress } from './peer-info.ts';

/** The longest name of the domain name system, and the longest label in it. */
const maxName = 253;
const maxLabel = 63;
export const maxPort = 65_535;

/** Reads `node.example:1789`, `192.0.2.7:1789` or `[2001:db8::7]:1789`. A fault is one sentence. */
export function parseHostAddress(text: string): Result<HostAddress, string> {
  const colon = text.lastIndexOf(':');
  const [hostText, portText] = [text.slice(0, Math.max(colon, 0)), text.slice(colon + 1)];
  if (colon < 0 || hostText === '' || !/^[0-9]{1,5}$/.test(portText)) {
    return bad('an address is a host and a port, such as node.example:1789');
  }
  const isBracketed = hostText.startsWith('[') && hostText.endsWith(']');
  if (hostText.includes(':') !== isBracketed) {
    return bad('an IPv6 address needs brackets, such as [2001:db8::7]:1789');
  }
  return hostAddressOf({
    host: isBracketed ? hostText.slice(1, -1) : hostText,
    port: Number(portText),
  });
}

/** Checks both parts of an address, as messages have them: an IPv6 address without brackets. */
export function hostAddressOf({ host, port }: HostAddress): Result<HostAddress, string> {
  if (!Number.isInteger(port) || port < 0 || port > maxPort) {
    return bad(`a port is a whole number up to ${maxPort}`);
  }
  const read = parseHost(host);
  return read.ok ? good({ host: read.value, port }) : read;
}

/** Returns the one text of a host: lower case, and IPv6 as short as possible. */
export function parseHost(text: string): Result<string, string> {
  if (/^[0-9a-f]*:/i.test(text)) return parseIpv6Host(text);
  if (parseIpAddress(text) !== undefined) return good(text);
  if (!isName(text)) {
    return bad('a host is a name such as node.example, an IPv4 address, or an IPv6 address');
  }
  const host = text.toLowerCase();
  // Names such as 0x7f.1 are numbers to a client of HTTP, and some spellings of international names are refused by it.
  return urlHost(host) === host ? good(host) : bad('the host is not a valid name');
}

/** Labels of ASCII letters, digits and hyphens, none of which ends in a hyphen; the last begins with a letter. */
function isName(text: string): boolean {
  if (text.length > maxName) return false;
  const labels = text.split('.');
  const isLabel = (label: string): boolean =>
    label.length <= maxLabel && /^[0-9a-z]([0-9a-z-]*[0-9a-z])?$/i.test(label);
  return labels.every(isLabel) && /^[a-z]/i.test(labels.at(-1) ?? '');
}

/** Nodes of the reference cannot read the group `ffff`: one such peer would make a whole list unreadable for them. */
function parseIpv6Host(text: string): Result<string, string> {
  const address = /^[0-9a-f:]+$/i.test(text) ? parseIpAddress(text) : undefined;
  if (address === undefined) return bad('the IPv6 address is not valid');
  const host = ipText(address);
  return host.split(':').includes('ffff')
    ? bad('an IPv6 address of a node must have no group ffff')
    : good(host);
}

function urlHost(host: string): string | undefined {
  try {
    return new URL(`https://${host}/`).hostname;
  } catch {
    return undefined;
  }
}
