// How often other nodes may ask, by address, by neighbourhood, and by what requests cost.
import { expect, test } from 'vitest';
import type { GatedRequest } from '../../../../src/base/http/index.ts';
import { peerRates, PeerThrottle, prices } from '../../../../src/node/api/peer-throttle.ts';
import { FakeDesk } from '../../../support/fake-desk.ts';
import { FakeNode } from '../../../support/fake-node.ts';
import { apiOf, base } from '../../../support/node-api.ts';

const B = '/chainweb/0.0/development';
const free = { milliseconds: prices.freeMs, bytes: 0, price: 0 };

function throttleOf(isExempt = false) {
  const clock = { now: 0, nowMs: () => clock.now };
  const throttle = new PeerThrottle({ clock, isExempt: () => isExempt });
  const request = (method: string, path: string, address = '203.0.113.9'): GatedRequest => ({
    method,
    path: `${B}${path}`,
    sender: { address, port: 1 },
    network: address,
  });
  /** The requests that are admitted of a thousand. */
  const burst = (...asked: Parameters<typeof request>): number => {
    let count = 0;
    for (let i = 0; i < 1000; i++) if (throttle.admits(request(...asked))) count++;
    return count;
  };
  return { clock, throttle, request, burst };
}

test.each([
  ['GET', '/cut', peerRates.all],
  ['PUT', '/cut', peerRates.all],
  ['GET', '/cut/peer', peerRates.all],
  ['GET', '/nowhere', peerRates.all],
  ['PUT', '/cut/peer', peerRates.putPeer],
  ['PUT', '/chain/3/mempool/peer', peerRates.putPeer],
  ['POST', '/chain/3/mempool/getPending', peerRates.mempool],
  ['GET', '/chain/3/mempool/peer', peerRates.mempool],
] as const)('%s %s has a rate', (method, path, { perSecond, burst: atOnce }) => {
  const { clock, burst } = throttleOf();
  expect(burst(method, path)).toBe(atOnce);
  clock.now += 1000;
  expect(burst(method, path)).toBe(perSecond);
});

test('an address that asks too much does not slow down others', () => {
  const { burst } = throttleOf();
  burst('GET', '/cut');
  expect(burst('GET', '/cut', '198.51.100.1')).toBe(peerRates.all.burst);
});

test('neighbours share a rate', () => {
  const { burst } = throttleOf();
  const counts = [1, 2, 3, 4, 5].map((i) => burst('GET', '/cut', `203.0.${i}.9`));
  expect(counts).toEqual([200, 200, 200, 200, 0]);
});

test('a mempool does not use up what headers have', () => {
  const { burst } = throttleOf();
  expect(burst('POST', '/chain/0/mempool/lookup')).toBe(80);
  expect(burst('GET', '/chain/0/header/x')).toBe(120);
});

test('sealed commands have a rate of their own', () => {
  const { burst } = throttleOf();
  expect(burst('POST', '/multichain/0.0/net/sealed/lookup')).toBe(40);
  expect(burst('POST', '/chain/0/mempool/lookup')).toBe(80);
});

test('dear requests count as several', () => {
  const { clock, throttle, request, burst } = throttleOf();
  const asked = request('POST', '/chain/0/header/branch');
  throttle.charge(asked, free);
  throttle.charge(asked, { ...free, bytes: prices.requestBytes - 1 });
  expect(burst('GET', '/cut')).toBe(200);
  clock.now += 10_000;
  throttle.charge(asked, { ...free, milliseconds: prices.freeMs + 10 * prices.requestMs });
  throttle.charge(asked, { ...free, bytes: 20 * prices.requestBytes });
  throttle.charge(asked, { ...free, price: 30 });
  expect(burst('GET', '/cut')).toBe(200 - 10 - 20 - 30);
  throttle.charge(asked, { ...free, price: 1e9 });
  // A debt is never larger than the burst.
  clock.now += 4000;
  expect(burst('GET', '/cut')).toBe(0);
  clock.now += 4000;
  expect(burst('GET', '/cut')).toBe(200);
});

test('a machine that is busy with other things does not make a request much dearer', () => {
  const { throttle, request, burst } = throttleOf();
  throttle.charge(request('GET', '/cut'), { ...free, milliseconds: 60_000 });
  expect(burst('GET', '/cut')).toBe(200 - prices.maxTime);
});

test('friends have no limits', () => {
  const { throttle, request, burst } = throttleOf(true);
  throttle.charge(request('GET', '/cut'), { ...free, price: 1e9 });
  expect(burst('GET', '/cut')).toBe(1000);
});

test('the interface for other nodes refuses what is too much, and that for clients does not', async () => {
  const desk = new FakeDesk();
  const { ask } = await apiOf(new FakeNode(), { group: 'p2p', peers: desk });
  const path = `${base}/chain/0/mempool/member`;
  const init = { method: 'POST', body: '[]', headers: { 'content-type': 'application/json' } };
  const answers = await Promise.all(Array.from({ length: 100 }, () => ask(path, init)));
  const refused = answers.filter(({ status }) => status === 429);
  expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(40);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]?.headers.get('content-type')).toBe('application/json');
  expect(await refused[0]?.text()).toBe('{"message":"Too many requests."}');
  desk.isFriendly = true;
  expect((await ask(path, init)).status).toBe(200);
  const clients = await apiOf(new FakeNode());
  const many = Array.from({ length: 300 }, () => clients.ask(`${base}/cut`));
  expect((await Promise.all(many)).every(({ status }) => status === 200)).toBe(true);
});
