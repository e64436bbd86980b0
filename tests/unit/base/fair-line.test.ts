// Waiting items of several clients: whose turn it is, and which item makes room.
import { expect, test } from 'vitest';
import type { Client } from '../../../src/base/client.ts';
import { FairLine } from '../../../src/base/fair-line.ts';
import { SeededRandom } from '../../../src/base/ports/random.ts';

type Item = { readonly name: string };

function lineOf(limits: { items?: number; itemsOfNetwork?: number; itemsOfConnection?: number }) {
  const line = new FairLine<Item>({
    items: 100,
    itemsOfNetwork: 100,
    itemsOfConnection: 100,
    ...limits,
  });
  const clients = new Map<string, Client>();
  /** `a1x`: an item of connection 1 of network a. */
  const clientOf = (name: string): Client => {
    const id = name.slice(0, 2);
    const client = clients.get(id) ?? { network: name.charAt(0), connection: Number(id.charAt(1)) };
    clients.set(id, client);
    return client;
  };
  const add = (names: string): readonly (string | undefined)[] =>
    names.split(' ').map((name) => line.add(clientOf(name), { name })?.name);
  /** Takes an item, which costs one. */
  const take = (): string | undefined => {
    const name = line.take()?.name;
    if (name !== undefined) line.charge(clientOf(name), 1);
    return name;
  };
  const rest = (): string => {
    const names: string[] = [];
    for (let next = take(); next !== undefined; next = take()) names.push(next);
    return names.join(' ');
  };
  return { line, add, take, rest, clientOf };
}

test('networks take turns, and within a network its connections', () => {
  const { add, rest } = lineOf({});
  add('a1x a1y a2x a2y a3x b9x b9y');
  expect(rest()).toBe('a1x b9x a2x b9y a3x a1y a2y');
});

test('one that asks now and then comes before connections that ask all the time', () => {
  const { add, take } = lineOf({});
  const crowd = 'a1x a2x a3x a4x a5x a6x';
  add(crowd);
  for (let turn = 0; turn < 12; turn++) add(String(take()));
  add('a9x');
  expect(take()).toBe('a9x');
  add('a9y');
  expect([take(), take()]).not.toContain('a9y');
});

test('a client whose connection waited for nothing does not save up turns', () => {
  const { add, take, rest } = lineOf({});
  add('a1x a2x');
  for (let turn = 0; turn < 20; turn++) add(String(take()));
  add('b1x b1y b1z');
  add('a1y');
  expect(rest()).toBe('b1x a1x b1y a2x b1z a1y');
});

test('whose items are expensive waits longer', () => {
  const { line, add, rest, clientOf } = lineOf({});
  add('a1x a1y b1x b1y b1z');
  line.charge(clientOf('a1'), 2.5);
  expect(rest()).toBe('b1x b1y b1z a1x a1y');
});

test('a connection, a network and the whole line have their limits', () => {
  const { line, add, rest } = lineOf({ items: 5, itemsOfNetwork: 3, itemsOfConnection: 2 });
  expect(add('a1x a1y a1z')).toEqual([undefined, undefined, 'a1z']);
  expect(add('a2x')).toEqual([undefined]);
  // Another connection of a full network takes the place of the newest item of the one with the most.
  expect(add('a3x a4x')).toEqual(['a1y', 'a4x']);
  expect(add('b1x b2x')).toEqual([undefined, undefined]);
  expect(line.size).toBe(5);
  // The line is full: the largest network makes room for a smaller one, not for one as large.
  expect(add('c1x')).toEqual(['a1x']);
  expect(add('b3x')).toEqual(['b3x']);
  expect(rest().split(' ').sort().join(' ')).toBe('a2x a3x b1x b2x c1x');
});

test('an item of a client that left is removed', () => {
  const { line, rest, clientOf } = lineOf({});
  const [gone, stays] = [{ name: 'a1gone' }, { name: 'a1stays' }];
  line.add(clientOf('a1'), gone);
  line.add(clientOf('a1'), stays);
  expect(line.remove(clientOf('a1'), gone)).toBe(true);
  expect(line.remove(clientOf('a1'), gone)).toBe(false);
  expect(line.remove(clientOf('a2'), stays)).toBe(false);
  expect([rest(), line.size]).toEqual(['a1stays', 0]);
});

test('networks that wait for nothing are forgotten', () => {
  const { line } = lineOf({ items: 10 });
  for (let i = 0; i < 1000; i++) {
    const client = { network: String(i), connection: i };
    line.add(client, { name: '' });
    line.take();
    line.charge(client, 1);
  }
  const { networks } = line as unknown as { networks: ReadonlyMap<string, unknown> };
  expect(networks.size).toBeLessThanOrEqual(11);
});

test('the number of items is right after any additions, turns and removals', () => {
  const random = new SeededRandom(7);
  const limits = { items: 20, itemsOfNetwork: 12, itemsOfConnection: 5 };
  const { line, clientOf } = lineOf(limits);
  const waiting = new Map<Item, Client>();
  for (let step = 0; step < 5000; step++) {
    const [choice = 0, network = 0, connection = 0] = random.bytes(3);
    const client = clientOf(`${'abcd'.charAt(network % 4)}${connection % 4}`);
    if (choice < 150) {
      const item = { name: String(step) };
      waiting.set(item, client);
      const dropped = line.add(client, item);
      if (dropped !== undefined) waiting.delete(dropped);
    } else if (choice < 230) {
      const taken = line.take();
      expect(taken === undefined).toBe(waiting.size === 0);
      if (taken !== undefined) expect(waiting.delete(taken)).toBe(true);
      line.charge(client, choice % 3);
    } else {
      const [own] = waiting;
      if (own !== undefined) expect(line.remove(own[1], own[0])).toBe(waiting.delete(own[0]));
    }
    expect(line.size).toBe(waiting.size);
    expect(line.size).toBeLessThanOrEqual(limits.items);
  }
});
