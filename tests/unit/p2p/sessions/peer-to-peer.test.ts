import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { cutHeight } from '../../../../src/chain/choice/cut.ts';
import type { CutHashes } from '../../../../src/chain/model/cut-json.ts';
import { sessionLimits } from '../../../../src/p2p/sessions/limits.ts';
import { statusFault } from '../../../support/peer-ledger.ts';
import { PeerNet, type TestNode } from '../../../support/peer-network.ts';
import { peerOf } from '../../../support/peers.ts';
import { bad } from '../../../../src/base/result.ts';

const a = '20.1.0.1:1789';
const b = '20.2.0.1:1789';
const c = '20.3.0.1:1789';

/** The first knows nobody, each other one the first. */
async function started(
  net: PeerNet,
  ...addresses: readonly string[]
): Promise<readonly TestNode[]> {
  const nodes: TestNode[] = [];
  for (const address of addresses) {
    const [first] = nodes;
    nodes.push(net.node(address, { configured: first === undefined ? [] : [first.own] }).start());
  }
  await net.time.advance(5000);
  return nodes;
}

const heightOf = (node: TestNode): number => cutHeight(node.ledger.cut());

describe('two nodes', () => {
  test('find each other although only one knows the other, in the order of the reference', async () => {
    const net = new PeerNet();
    const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
    expect(other.sessions()).toEqual([a]);
    expect(one.sessions()).toEqual([b]);
    const opening = net.log.filter(({ from }) => from === b).map(({ name }) => name);
    expect(opening.slice(0, 2)).toEqual(['getPeers', 'putPeer']);
    expect(opening.slice(2, 4).sort()).toEqual(['getCut', 'putCut']);
    await net.stop();
  });

  test('a mined block is pushed at once, with the block', async () => {
    const net = new PeerNet();
    const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
    const header = one.ledger.mine(0);
    await net.time.advance(net.latencyMs * 2);
    expect(heightOf(other)).toBe(1);
    const { cut, sender } = other.sync.taken.at(-1) ?? {};
    expect([...(cut?.headers.keys() ?? [])]).toEqual([toBase64Url(header.hash)]);
    expect(cut?.payloads.size).toBe(1);
    expect(sender).toBe(a);
    await net.stop();
  });

  test('what came from a peer is not sent back to it', async () => {
    const net = new PeerNet();
    const [one] = (await started(net, a, b)) as [TestNode, TestNode];
    await net.time.advance(5000);
    const before = net.count('putCut', { from: b, to: a });
    one.ledger.mine(0);
    await net.time.advance(1000);
    expect(net.count('putCut', { from: b, to: a })).toBe(before);
    await net.stop();
  });

  test('only the newest cut is pushed, one at a time', async () => {
    const net = new PeerNet();
    const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
    net.latencyMs = 500;
    const before = net.count('putCut', { from: a });
    for (let i = 0; i < 12; i++) one.ledger.mine(i % 3);
    await net.time.advance(3000);
    expect(net.count('putCut', { from: a }) - before).toBeLessThanOrEqual(2);
    expect(heightOf(other)).toBe(12);
    await net.stop();
  });

  test('nothing is pushed and no transactions are exchanged far behind, but the cut is asked for', async () => {
    const net = new PeerNet();
    const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
    other.sync.isNear = false;
    await net.time.advance(1000);
    const counts = () =>
      ['putCut', 'getPending', 'getCut'].map((name) => net.count(name, { from: b }));
    const before = counts();
    other.ledger.mine(1);
    await net.time.advance(10_000);
    const [pushed, pending, pulled] = counts().map((count, at) => count - (before[at] ?? 0));
    expect([pushed, pending]).toEqual([0, 0]);
    expect(pulled).toBeGreaterThan(3);
    expect(one.sessions()).toEqual([b]);
    await net.stop();
  });

  test('a session ends after four minutes, and the next begins at once', async () => {
    const net = new PeerNet();
    const [, other] = (await started(net, a, b)) as [TestNode, TestNode];
    await net.time.advance(sessionLimits.lifeMs + sessionLimits.lifeSpreadMs);
    expect(other.events.filter(({ kind }) => kind === 'session-over')).toHaveLength(1);
    expect(other.events.filter(({ kind }) => kind === 'session-opened')).toHaveLength(2);
    expect(other.sessions()).toEqual([a]);
    await net.stop();
  });

  test('a peer that was away is found again within seconds', async () => {
    const net = new PeerNet();
    const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
    net.isLinked = () => false;
    await net.time.advance(300_000);
    expect([...one.sessions(), ...other.sessions()]).toEqual([]);
    one.ledger.mine(0);
    net.isLinked = () => true;
    await net.time.advance(10_000);
    expect(heightOf(other)).toBe(1);
    // Being away is no fault.
    expect(other.p2p.view.peers().map(({ score }) => score >= -5)).toEqual([true]);
    await net.stop();
  });

  test('stopping leaves no timer', async () => {
    const net = new PeerNet();
    await started(net, a, b, c);
    await net.stop();
    expect(net.time.waiting).toBe(0);
  });
});

describe('more nodes', () => {
  test('learn of each other from pages and announcements, and agree', async () => {
    const net = new PeerNet();
    const addresses = Array.from({ length: 6 }, (_, i) => `20.${i + 1}.0.1:1789`);
    const nodes = await started(net, ...addresses);
    await net.time.advance(60_000);
    for (const node of nodes) expect(node.sessions().length).toBeGreaterThanOrEqual(4);
    nodes[3]?.ledger.mine(2);
    await net.time.advance(3000);
    expect(nodes.map(heightOf)).toEqual([1, 1, 1, 1, 1, 1]);
    await net.stop();
  });

  test('on one machine, all of which know all', async () => {
    const net = new PeerNet();
    const addresses = Array.from({ length: 6 }, (_, i) => `127.0.0.1:${4000 + i}`);
    const all = addresses.map((address) =>
      peerOf(address, address.replaceAll(/[^0-9A-Za-z]/g, '_')),
    );
    const nodes = addresses.map((address) =>
      net.node(address, { configured: all, isTestAddress: () => true }).start(),
    );
    await net.time.advance(5000);
    for (const node of nodes) expect(node.sessions()).toHaveLength(5);
    await net.stop();
  });
});

describe('private nodes', () => {
  test('a pair that is configured on both sides talks, and tells nobody', async () => {
    const net = new PeerNet();
    const [one, other] = [a, b].map((address) => peerOf(address, address.replaceAll(/\W/g, '_')));
    const first = net
      .node(a, { isPrivate: true, configured: [other as typeof one & object] })
      .start();
    const second = net
      .node(b, { isPrivate: true, configured: [one as typeof one & object] })
      .start();
    await net.time.advance(5000);
    first.ledger.mine(0);
    await net.time.advance(100);
    expect(heightOf(second)).toBe(1);
    expect(net.count('putPeer') + net.count('getPeers')).toBe(0);
    await net.stop();
  });

  test('one that the other does not know still follows it', async () => {
    const net = new PeerNet();
    const first = net.node(a).start();
    const second = net.node(b, { isPrivate: true, configured: [first.own] }).start();
    await net.time.advance(5000);
    first.ledger.mine(0);
    second.ledger.mine(1);
    await net.time.advance(5000);
    expect(heightOf(second)).toBe(1);
    first.ledger.mine(1);
    await net.time.advance(5000);
    expect(heightOf(second)).toBe(2);
    // Each push that is refused is followed by a pause.
    await net.time.advance(60_000);
    expect(net.count('putCut', { from: b })).toBeLessThan(12);
    await net.stop();
  });
});

describe('answers that are no answers', () => {
  test('too many requests: half as often', async () => {
    const net = new PeerNet();
    const [, other] = (await started(net, a, b)) as [TestNode, TestNode];
    net.override = ({ name, to }) => (name === 'getCut' && to === a ? statusFault(429) : undefined);
    const before = net.count('getCut', { from: b });
    await net.time.advance(20_000);
    expect(net.count('getCut', { from: b }) - before).toBeLessThanOrEqual(6);
    expect(other.sessions()).toEqual([a]);
    await net.stop();
  });

  test('an unknown peer announces itself again', async () => {
    const net = new PeerNet();
    const [, other] = (await started(net, a, b)) as [TestNode, TestNode];
    let refused = 0;
    net.override = ({ name, from }) => {
      if (name !== 'putCut' || from !== b || refused > 0) return undefined;
      refused += 1;
      return statusFault(401);
    };
    const before = net.count('putPeer', { from: b });
    other.ledger.mine(0);
    await net.time.advance(15_000);
    expect(net.count('putPeer', { from: b }) - before).toBe(1);
    expect(other.sessions()).toEqual([a]);
    await net.stop();
  });

  test('an answer that cannot be read ends the session, and costs points', async () => {
    const net = new PeerNet();
    const [, other] = (await started(net, a, b)) as [TestNode, TestNode];
    net.override = ({ name, to }) =>
      name === 'getCut' && to === a ? bad({ kind: 'unreadable', sentence: 'no cut' }) : undefined;
    await net.time.advance(3000);
    expect(other.p2p.view.peers()[0]?.score).toBeLessThanOrEqual(-10);
    expect(other.events.some(({ kind }) => kind === 'session-failed')).toBe(true);
    await net.stop();
  });

  test('one that cannot connect to us is asked all the same', async () => {
    const net = new PeerNet();
    net.override = ({ name }) => (name === 'putPeer' ? statusFault(400) : undefined);
    const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
    expect(other.events.some(({ kind }) => kind === 'unreachable')).toBe(true);
    one.ledger.mine(0);
    await net.time.advance(3000);
    expect(heightOf(other)).toBe(1);
    await net.stop();
  });
});

describe('pushed cuts', () => {
  const cutOf = (node: TestNode): CutHashes => {
    const taken = node.sync.taken.at(-1)?.cut;
    if (taken === undefined) throw new Error('no cut was taken');
    return taken;
  };

  test('of an unknown origin are refused', async () => {
    const net = new PeerNet();
    const [one] = (await started(net, a, b)) as [TestNode, TestNode];
    const sender = { address: '20.9.0.1', port: 5000 };
    expect(one.p2p.desk.takeCut(cutOf(one), peerOf('20.9.0.1:1789'), sender)).toBe('unknown-peer');
    await net.stop();
  });

  // Attack 33: the origin is another peer, which would be asked and blamed.
  test('are blamed on the connection, and the known certificate is used, not the one that is said', async () => {
    const net = new PeerNet();
    const [one] = (await started(net, a, b)) as [TestNode, TestNode];
    const origin = peerOf(b, 'forged');
    const cut = cutOf(one);
    expect(one.p2p.desk.takeCut(cut, origin, { address: '66.0.0.1', port: 5000 })).toBe('taken');
    expect(one.sync.taken.at(-1)).toEqual({ cut, peer: b, sender: '66.0.0.1' });
    for (let i = 0; i < 5; i++) one.p2p.fault('66.0.0.1', 'malformed', 'an impossible cut');
    expect(one.p2p.view.peers().find(({ address }) => address === b)?.score).toBe(0);
    // From then on nothing of that connection is looked at.
    const before = one.sync.taken.length;
    one.p2p.desk.takeCut(cut, origin, { address: '66.0.0.1', port: 5001 });
    expect(one.sync.taken).toHaveLength(before);
    await net.stop();
  });
});

test('a peer with too few points loses its session, a banned one is not asked again', async () => {
  const net = new PeerNet();
  const [one] = (await started(net, a, b)) as [TestNode, TestNode];
  one.p2p.fault(b, 'fatal', 'a header with another hash');
  await net.time.advance(60_000);
  expect(one.sessions()).toEqual([]);
  expect(one.events.some(({ kind }) => kind === 'banned')).toBe(true);
  const [status] = one.p2p.view.peers();
  expect(status?.ban?.why).toBe('a header with another hash');
  expect(status?.ban?.untilMs).toBeGreaterThan(net.time.dateMs() + 23 * 3_600_000);
  expect(one.p2p.view.counts()).toEqual({ known: 1, sessions: 0, banned: 1 });
  await net.stop();
});

test('what is known of peers survives a restart', async () => {
  const net = new PeerNet();
  const [one] = (await started(net, a, b, c)) as [TestNode, TestNode];
  await net.time.advance(30_000);
  await one.stop();
  const kept = one.kept;
  expect(kept?.anchors.length).toBeGreaterThan(0);
  const again = net.node(a, { ...(kept && { kept }) }).start();
  await net.time.advance(3000);
  expect([...again.sessions()].sort()).toEqual([b, c]);
  await net.stop();
});

// Attack 2.8: a node comes back with another certificate and announces itself.
test('a new certificate is taken when the peer shows it', async () => {
  const net = new PeerNet();
  const [one, other] = (await started(net, a, b)) as [TestNode, TestNode];
  await other.stop();
  await net.time.advance(20_000);
  const again = net.node(b, { id: 'new', configured: [one.own] }).start();
  await net.time.advance(20_000);
  expect(again.sessions()).toEqual([a]);
  expect(one.p2p.view.peers()[0]?.id).toBe(again.own.id);
  expect(one.sessions()).toEqual([b]);
  await net.stop();
});

test('a private peer that is not there yet is no slow one', async () => {
  const net = new PeerNet();
  const first = net.node(a, { isPrivate: true });
  const second = net.node(b, { isPrivate: true, configured: [first.own] }).start();
  await net.time.advance(60_000);
  expect(second.p2p.view.peers()[0]).toMatchObject({ score: 0, faults: [] });
  await net.stop();
});

test('a node that does not know its address has no session with itself', async () => {
  const net = new PeerNet();
  const [one, other] = (await started(net, a, b, c)) as [TestNode, TestNode];
  const late = net.node('20.4.0.1:1789', { configured: [other.own] });
  late.isUp = true;
  late.p2p.start();
  // Somebody tells others of it.
  void one.p2p.desk.announce({ kind: 'cut' }, late.own, { address: '20.4.0.1', port: 5000 });
  await net.time.advance(90_000);
  expect(late.sessions()).not.toContain(late.key);
  expect(late.sessions().length).toBeGreaterThan(1);
  await net.stop();
});
