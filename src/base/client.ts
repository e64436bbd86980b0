// The sender of a request, as far as a server can tell. Work that several senders wait for is shared out by network
// first and by connection second: opening more connections, or inventing more accounts, gives a sender no larger share
// than its neighbours on other networks have, and clients behind one address share what that address gets.

import { ipText, parsePlainAddress, prefixOf } from './ip-address.ts';

export type Client = {
  /** An IPv4 address, or the first 64 bits of an IPv6 address, all of which one subscriber has. */
  readonly network: string;
  /** The number of the connection; never used again in this process. */
  readonly connection: number;
};

/** Requests that the program itself makes. */
export const ownClient: Client = { network: '', connection: 0 };

/** Returns the network of a remote address, as Node prints addresses. */
export function networkOf(address: string): string {
  const plain = parsePlainAddress(address);
  if (plain === undefined) return address;
  return plain.version === 4
    ? ipText(plain)
    : `${ipText(prefixOf(plain, subscriberBits))}/${subscriberBits}`;
}

const subscriberBits = 64;
