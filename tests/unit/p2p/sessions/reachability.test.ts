// Which address a node believes to have, and whether others can connect to it.
import { expect, test } from 'vitest';
import { bad, good } from '../../../../src/base/result.ts';
import type { PeerInfo } from '../../../../src/p2p/address/peer-info.ts';
import { isReserved } from '../../../../src/p2p/address/reserved.ts';
import { askOf } from '../../../../src/p2p/messages/ask.ts';
import type { Ask } from '../../../../src/p2p/messages/message.ts';
import { ownHostSeenBy, reachabilityFault } from '../../../../src/p2p/sessions/reachability.ts';

const peersOf = (count: number): readonly PeerInfo[] =>
  Array.from({ length: count }, (_, i) => ({
    address: { host: `${i}.peer`, port: 1 },
    id: undefined,
  }));

const place = { word: 'chainweb', network: 'test', version: '3.2' };

/** Each peer sees an address; `undefined`: it does not answer. */
function seeing(addresses: readonly (string | undefined)[]): Ask {
  return askOf({
    place,
    wire: {
      ask: ({ address }) => {
        const seen = addresses[Number(address.host.split('.')[0])];
        return Promise.resolve(
          seen === undefined
            ? bad({ kind: 'unreachable', sentence: '' })
            : good({
                status: 200,
                headers: new Map([['x-peer-addr', seen]]),
                body: new Uint8Array(),
              }),
        );
      },
    },
  });
}

test.each([
  [['1.2.3.4:5'], '1.2.3.4'],
  [['1.2.3.4:5', '1.2.3.4:6', undefined], '1.2.3.4'],
  [['1.2.3.4:5', '1.2.3.4:6', '6.6.6.6:6'], '1.2.3.4'],
  [['[2600::1]:5'], '2600::1'],
  // Behind the same router: no public address.
  [['192.168.1.2:5', '1.2.3.4:5'], '1.2.3.4'],
  [[], 'no known peer says which address it sees'],
  [[undefined, 'x', '127.0.0.1:5'], 'no known peer says which address it sees'],
  [['1.2.3.4:5', '6.6.6.6:6'], 'known peers see different addresses: 1.2.3.4, 6.6.6.6'],
])('%j', async (addresses, expected) => {
  const host = await ownHostSeenBy(peersOf(addresses.length), {
    ask: seeing(addresses),
    isReserved: (each) => isReserved(each),
  });
  expect(host.ok ? host.value : host.fault).toBe(expected);
});

/** The first few accept the announcement. */
function accepting(count: number): { readonly ask: Ask; readonly paths: string[] } {
  const paths: string[] = [];
  const ask = askOf({
    place,
    wire: {
      ask: ({ address }, { method, path, body }) => {
        paths.push(`${method} ${path} ${Buffer.from(body ?? []).toString()}`);
        const status = Number(address.host.split('.')[0]) < count ? 204 : 400;
        return Promise.resolve(good({ status, headers: new Map(), body: new Uint8Array() }));
      },
    },
  });
  return { ask, paths };
}

const own: PeerInfo = { address: { host: '1.2.3.4', port: 1789 }, id: 'A'.repeat(43) };

test.each([
  [4, 0.5, 2, true],
  [4, 0.5, 1, false],
  [3, 0.5, 2, true],
  [3, 0.5, 1, false],
  [0, 0.5, 0, true],
  [3, 0, 0, true],
])('of %i peers a part of %d must accept: %i do', async (peers, part, accepted, isGood) => {
  const { ask } = accepting(accepted);
  const fault = await reachabilityFault(peersOf(peers), { ask, own, part });
  expect(fault).toBe(
    isGood
      ? undefined
      : `${accepted} of ${peers} known peers can connect to this node at 1.2.3.4:1789: open that port in the firewall and the router, or set p2p.announce`,
  );
});

test('a node does not announce itself to itself, and with 0 to nobody', async () => {
  const { ask, paths } = accepting(9);
  await reachabilityFault([...peersOf(1), own], { ask, own, part: 0 });
  expect(paths).toEqual([]);
  await reachabilityFault([...peersOf(1), own], { ask, own, part: 1 });
  expect(paths).toEqual([
    `PUT /chainweb/0.0/test/cut/peer {"id":"${own.id}","address":{"hostname":"1.2.3.4","port":1789}}`,
  ]);
});
