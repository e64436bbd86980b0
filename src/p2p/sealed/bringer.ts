// Who brought a sealed command, by the address that it came from: neighbouring addresses share what one may bring.

import { groupOf } from '../address/reserved.ts';

/** `way`: clients of the HTTP interface and other nodes have shares of their own, also from the same address. */
export function bringerOf(way: 'client' | 'peer', address: string): string {
  return `${way} ${groupOf(address)}`;
}
