// Where a node says that it is reached, and until when it asks.
import { expect, test } from 'vitest';
import { bad, good } from '../../../../src/base/result.ts';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import type { HostAddress, PeerInfo } from '../../../../src/p2p/address/peer-info.ts';
import { isReserved } from '../../../../src/p2p/address/reserved.ts';
import { askOf } from '../../../../src/p2p/messages/ask.ts';
import { announceOwn } from '../../../../src/p2p/sessions/own-address.ts';

const peer: PeerInfo = { address: { host: 'a.peer', port: 1 }, id: undefined };
const id = 'A'.repeat(43);
const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** `seen`: what the peer says; `undefined`: it does not answer. */
function started(address: HostAddress | undefined, known: readonly PeerInfo[] = [peer]) {
  const time = new SimulatedTime({ settle: settled });
  const state = { seen: undefined as string | undefined, accepts: true, asked: 0 };
  const own: PeerInfo[] = [];
  const troubles: string[] = [];
  const ask = askOf({
    place: { word: 'chainweb', network: 'test', version: '3.2' },
    wire: {
      ask: (_to, { method }) => {
        state.asked++;
        if (state.seen === undefined) {
          return Promise.resolve(bad({ kind: 'unreachable', sentence: '' }));
        }
        const status = method !== 'PUT' ? 200 : state.accepts ? 204 : 400;
        const headers = new Map([['x-peer-addr', state.seen]]);
        return Promise.resolve(good({ status, headers, body: new Uint8Array() }));
      },
    },
  });
  const stop = announceOwn({
    ask,
    timer: time,
    peerToPeer: { setOwn: (info) => own.push(info), current: () => [peer] },
    address,
    port: 1789,
    known,
    reachability: 0.5,
    idAt: (host) => (host.endsWith('.signed') ? undefined : id),
    isReserved: (host) => isReserved(host),
    onTrouble: (sentence) => troubles.push(sentence),
    onBug: (error) => {
      throw error;
    },
  });
  return { time, state, own, troubles, stop };
}

test.each([
  [{ host: 'me.example', port: 7 }, id],
  [{ host: 'me.signed', port: 7 }, undefined],
])('a known address is announced: %j', async (address, expected) => {
  const { time, state, own } = started(address);
  state.seen = '1.2.3.4:5';
  await time.advance(0);
  expect(own).toEqual([{ address, id: expected }]);
});

test.each([[[peer]], [[]]])('peers are asked every ten seconds: %j', async (known) => {
  const { time, state, own } = started(undefined, known);
  await time.advance(9999);
  expect([state.asked, own]).toEqual([1, []]);
  state.seen = '1.2.3.4:5';
  await time.advance(1);
  expect(own).toEqual([{ address: { host: '1.2.3.4', port: 1789 }, id }]);
  expect(time.waiting).toBe(0);
});

test('the operator is told if peers cannot connect', async () => {
  const { time, state, troubles } = started({ host: 'me.example', port: 7 });
  state.seen = '1.2.3.4:5';
  state.accepts = false;
  await time.advance(0);
  expect(troubles).toEqual([expect.stringMatching(/^0 of 1 known peer can connect/)]);
});

test('nobody is asked any more after the end, even if it comes during a question', async () => {
  const { time, state, own, stop } = started(undefined);
  stop();
  state.seen = '1.2.3.4:5';
  await time.advance(60_000);
  expect([state.asked, own, time.waiting]).toEqual([1, [], 0]);
  const later = started(undefined);
  await later.time.advance(0);
  later.stop();
  await later.time.advance(60_000);
  expect(later.state.asked).toBe(1);
});
