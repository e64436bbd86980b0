// The sender of a request, as far as a server can tell. Work that several senders wait for is shared out by network
// first and by connection second: opening more connections, or inventing more accounts, gives a sender no larger share
// than its neighbours on other networks have, and clients behind one address share what that address gets.

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
  const [bare = ''] = address.split('%', 1);
  if (!bare.includes(':')) return bare;
  const mapped = /^::ffff:([0-9]+\.[0-9.]+)$/i.exec(bare)?.[1];
  return mapped ?? `${leadingGroups(bare).join(':')}::/64`;
}

const prefixGroups = 4;
const allGroups = 8;

/** Returns the first four of the eight groups of an IPv6 address, without leading zeros. */
function leadingGroups(address: string): readonly string[] {
  const [before = '', after] = address.split('::', 2);
  const groups = groupsOf(before);
  if (after !== undefined) {
    const rest = groupsOf(after);
    while (groups.length + rest.length < allGroups) groups.push('0');
    groups.push(...rest);
  }
  return groups.slice(0, prefixGroups);
}

function groupsOf(text: string): string[] {
  if (text === '') return [];
  return text.split(':').map((group) => Number.parseInt(group, 16).toString(16));
}
