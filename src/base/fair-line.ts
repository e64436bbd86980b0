// Items of several clients that wait for their turn. The network that had the least work comes first, and within it the
// connection that had the least: a client with many waiting items, or many expensive ones, hardly delays one that asks now
// and then. No client saves up turns: one that comes back counts as having had as much as the client whose turn it is, and
// when nothing waits, all begin anew.
// The line is bounded: when it is full, the newest item of the client with the most items makes room.
//
// The order is that of start-time fair queueing (Goyal, Vin, Cheng 1996), in two levels.

import type { Client } from './client.ts';

export type FairLineLimits = {
  readonly items: number;
  readonly itemsOfNetwork: number;
  readonly itemsOfConnection: number;
};

/** The work that one side had, in the unit of `charge`, or the level of the others when it came back. */
type Share = { used: number };

type ConnectionLine<Item> = Share & { readonly client: Client; readonly items: Item[] };

type NetworkLine<Item> = Share & {
  size: number;
  /** The share of the connection whose turn was last. */
  level: number;
  /** Connections with waiting items. */
  readonly waiting: Map<Client, ConnectionLine<Item>>;
  readonly past: WeakMap<Client, number>;
};

export class FairLine<Item extends object> {
  private readonly limits: FairLineLimits;
  /** Those with waiting items, and those that had more work than the one whose turn was last. */
  private readonly networks = new Map<string, NetworkLine<Item>>();
  private level = 0;
  private count = 0;

  constructor(limits: FairLineLimits) {
    this.limits = limits;
  }

  get size(): number {
    return this.count;
  }

  /**
   * Returns the item that has no place: the new one, if its client has too many waiting items, or the newest one of the
   * client with the most. `undefined`: all have a place.
   */
  add(client: Client, item: Item): Item | undefined {
    const own = this.networks.get(client.network);
    const waiting = own?.waiting.get(client)?.items.length ?? 0;
    if (waiting >= this.limits.itemsOfConnection) return item;
    let dropped: Item | undefined;
    if (own !== undefined && own.size >= this.limits.itemsOfNetwork) {
      dropped = this.dropFrom(own, waiting + 1);
      if (dropped === undefined) return item;
    } else if (this.count >= this.limits.items) {
      dropped = this.dropOther((own?.size ?? 0) + 1) ?? (own && this.dropFrom(own, waiting + 1));
      if (dropped === undefined) return item;
    }
    if (this.count === 0) this.networks.clear();
    this.append(client, item);
    return dropped;
  }

  /** Removes the item whose turn it is. */
  take(): Item | undefined {
    const network = least(this.networks.values(), ({ size }) => size > 0);
    const connection = network && least(network.waiting.values(), () => true);
    if (network === undefined || connection === undefined) return undefined;
    this.level = network.used;
    network.level = connection.used;
    const item = connection.items.shift();
    this.removed(network, connection);
    return item;
  }

  /** Counts work that was done for a client, such as milliseconds: the others come first until they had as much. */
  charge(client: Client, work: number): void {
    const network = this.networkOf(client);
    const connection = network.waiting.get(client);
    const used = Math.max(network.past.get(client) ?? 0, network.level) + work;
    network.past.set(client, used);
    if (connection !== undefined) connection.used = Math.max(connection.used, used);
    network.used = Math.max(network.used, this.level) + work;
  }

  /** Returns whether the item was waiting. */
  remove(client: Client, item: Item): boolean {
    const network = this.networks.get(client.network);
    const connection = network?.waiting.get(client);
    const at = connection?.items.indexOf(item) ?? -1;
    if (network === undefined || connection === undefined || at < 0) return false;
    connection.items.splice(at, 1);
    this.removed(network, connection);
    return true;
  }

  private append(client: Client, item: Item): void {
    const network = this.networkOf(client);
    if (network.size === 0) {
      network.used = Math.max(network.used, this.level);
      // Of two that had as much, the one that came first is first.
      this.networks.delete(client.network);
      this.networks.set(client.network, network);
    }
    const used = Math.max(network.past.get(client) ?? 0, network.level);
    const connection = network.waiting.get(client) ?? { client, used, items: [] };
    connection.items.push(item);
    network.waiting.set(client, connection);
    network.size++;
    this.count++;
  }

  private networkOf({ network }: Client): NetworkLine<Item> {
    const known = this.networks.get(network);
    if (known !== undefined) return known;
    this.forgetSettled();
    const line: NetworkLine<Item> = {
      used: this.level,
      size: 0,
      level: 0,
      waiting: new Map(),
      past: new WeakMap(),
    };
    this.networks.set(network, line);
    return line;
  }

  /** Forgets networks that wait for nothing: those that had no more work than others, and some if there are too many. */
  private forgetSettled(): void {
    for (const [name, { size, used }] of this.networks) {
      const isMany = this.networks.size > this.limits.items;
      if (size === 0 && (isMany || used <= this.level)) this.networks.delete(name);
    }
  }

  /** Drops the newest item of the network with the most, if that has more than `size`. */
  private dropOther(size: number): Item | undefined {
    let most: NetworkLine<Item> | undefined;
    for (const each of this.networks.values()) if (each.size > (most?.size ?? size)) most = each;
    return most && this.dropFrom(most, 0);
  }

  /** Drops the newest item of the connection with the most, if that has more than `size`. */
  private dropFrom(network: NetworkLine<Item>, size: number): Item | undefined {
    let most: ConnectionLine<Item> | undefined;
    for (const each of network.waiting.values()) {
      if (each.items.length > (most?.items.length ?? size)) most = each;
    }
    const item = most?.items.pop();
    if (most !== undefined) this.removed(network, most);
    return item;
  }

  /** Counts an item that was removed, and forgets a connection without items. */
  private removed(network: NetworkLine<Item>, { client, items }: ConnectionLine<Item>): void {
    network.size--;
    this.count--;
    if (items.length === 0) network.waiting.delete(client);
  }
}

/** Returns the first of those with the smallest share. */
function least<Some extends Share>(
  all: Iterable<Some>,
  counts: (each: Some) => boolean,
): Some | undefined {
  let first: Some | undefined;
  for (const each of all) {
    if (counts(each) && (first === undefined || each.used < first.used)) first = each;
  }
  return first;
}
