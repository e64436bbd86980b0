import { describe, expect, test } from 'vitest';
import type { PeerKey } from '../../../../src/p2p/address/peer-info.ts';
import { Chooser } from '../../../../src/p2p/peers/choose.ts';
import type { Peer, PeerTable } from '../../../../src/p2p/peers/peer-table.ts';
import { Scores } from '../../../../src/p2p/peers/score.ts';
import { type TableOptions, peerOf, tableOf } from '../../../support/peers.ts';

type ChooserOptions = TableOptions & { readonly anchors?: readonly PeerKey[] };

function chooserOf(options: ChooserOptions = {}) {
  const { table, time, draws } = tableOf(options);
  const scores = new Scores(time, () => false);
  const isExempt = (peer: Peer): boolean =>
    options.exempt?.(peer.info) ?? peer.part === 'configured';
  const { anchors = [] } = options;
  const chooser = new Chooser({ table, scores, clock: time, draws, isExempt, anchors });
  return { table, time, scores, chooser };
}

function addTried(table: PeerTable, ...addresses: readonly string[]): void {
  for (const address of addresses) {
    table.add(peerOf(address), `source ${address}`);
    table.succeeded(address);
  }
}

/** Opens sessions until there are so many, or nobody is left. */
function filled(chooser: Chooser, count: number): readonly Peer[] {
  const open: Peer[] = [];
  while (open.length < count) {
    const next = chooser.next(open);
    if (next === undefined) break;
    open.push(next);
  }
  return open;
}

describe('groups', () => {
  test('one session for each group, while others are left', () => {
    const { table, chooser } = chooserOf();
    for (let i = 0; i < 8; i++) addTried(table, `20.1.${i}.1:1789`, `20.2.${i}.1:1789`);
    addTried(table, '20.3.0.1:1789', '20.4.0.1:1789');
    const open = filled(chooser, 4);
    expect(new Set(open.map(({ group }) => group)).size).toBe(4);
  });

  test('a network within one group works', () => {
    const { table, chooser } = chooserOf();
    addTried(table, '20.1.1.1:1789', '20.1.2.1:1789', '20.1.3.1:1789');
    expect(filled(chooser, 8)).toHaveLength(3);
  });

  test('a silent peer of another group does not keep them apart', () => {
    const { table, chooser } = chooserOf();
    addTried(table, '20.1.1.1:1789', '20.1.2.1:1789', '20.2.1.1:1789');
    for (let i = 0; i < 3; i++) {
      table.tries('20.2.1.1:1789');
      table.failed('20.2.1.1:1789');
    }
    expect(filled(chooser, 2)).toHaveLength(2);
  });

  test('a second session of a group ends when another group answers again', async () => {
    const { table, chooser, time } = chooserOf();
    addTried(table, '20.1.1.1:1789', '20.1.2.1:1789', '20.2.1.1:1789');
    const silent = '20.2.1.1:1789';
    for (let i = 0; i < 3; i++) table.failed(silent);
    table.tries(silent);
    const open = filled(chooser, 2);
    expect(chooser.crowded(open)).toBeUndefined();
    await time.advance(60_000);
    expect(chooser.crowded(open)?.key).toBe(open[1]?.key);
  });
});

describe('order', () => {
  test('configured peers first, then anchors, then others', () => {
    const { table, chooser } = chooserOf({
      fixed: { configured: [peerOf('20.1.0.1:1789')] },
      anchors: ['20.2.0.1:1789', '20.9.0.1:1789'],
    });
    addTried(table, '20.2.0.1:1789', '20.3.0.1:1789', '20.4.0.1:1789');
    const keys = filled(chooser, 2).map(({ key }) => key);
    expect(keys).toEqual(['20.1.0.1:1789', '20.2.0.1:1789']);
  });

  test('mostly peers that answered once', () => {
    let fresh = 0;
    for (let seed = 0; seed < 100; seed++) {
      const { table, chooser } = chooserOf({ seed });
      addTried(table, '20.1.0.1:1789');
      for (let i = 0; i < 50; i++) table.add(peerOf(`21.${i}.0.1:1789`), 'source');
      if (chooser.next([])?.part === 'new') fresh += 1;
    }
    expect(fresh).toBeGreaterThan(5);
    expect(fresh).toBeLessThan(40);
  });

  test('nobody that is banned, or whose host is', () => {
    const { table, chooser, scores } = chooserOf();
    addTried(table, '20.1.0.1:1789', '20.2.0.1:1789');
    scores.fault('20.1.0.1:1789', 'fatal', 'wrong bytes', 0);
    scores.fault('20.2.0.1', 'fatal', 'wrong bytes', 0);
    expect(chooser.next([])).toBeUndefined();
  });
});

describe('waiting after failures', () => {
  test('a configured peer is asked again within seconds, however often it failed', async () => {
    const { table, chooser, time } = chooserOf({
      fixed: { configured: [peerOf('20.1.0.1:1789')] },
    });
    for (let i = 0; i < 20; i++) table.failed('20.1.0.1:1789');
    table.tries('20.1.0.1:1789');
    expect(chooser.next([])).toBeUndefined();
    await time.advance(6500);
    expect(chooser.next([])?.key).toBe('20.1.0.1:1789');
  });

  test('others wait for minutes, but less while there are few sessions', () => {
    const { table, chooser } = chooserOf();
    addTried(table, '20.1.0.1:1789');
    for (let i = 0; i < 20; i++) table.failed('20.1.0.1:1789');
    const peer = table.get('20.1.0.1:1789') as Peer;
    expect(chooser.waitMs(peer, 0)).toBeLessThan(19_000);
    expect(chooser.waitMs(peer, 3)).toBeGreaterThanOrEqual(600_000);
  });
});

test('a feeler asks a peer that never answered', () => {
  const { table, chooser } = chooserOf();
  addTried(table, '20.1.0.1:1789');
  expect(chooser.feeler([])).toBeUndefined();
  table.add(peerOf('20.2.0.1:1789'), 'source');
  expect(chooser.feeler([])?.key).toBe('20.2.0.1:1789');
});

// Attack 13, in a small form: 200 addresses in four groups against eight honest peers, a restart each hour.
test('an attacker with many addresses in few groups does not get all sessions', async () => {
  let eclipsed = 0;
  const seeds = 25;
  for (let seed = 0; seed < seeds; seed++) {
    let { table, time, chooser } = chooserOf({ seed });
    const honest = Array.from({ length: 8 }, (_, i) => `${50 + i}.1.0.1:1789`);
    addTried(table, ...honest);
    let open: readonly Peer[] = [];
    for (let hour = 0; hour < 24; hour++) {
      // Whatever session is open, the attacker tells of all its addresses through those that it holds.
      for (let i = 0; i < 200; i++) {
        table.add(peerOf(`66.${i % 4}.${i}.1:1789`), `66.${i % 4}.0.0/16`);
      }
      for (const peer of table.all()) if (peer.part === 'new') table.succeeded(peer.key);
      open = filled(chooser, 8);
      await time.advance(3_600_000);
      const kept = {
        ...table.snapshot(),
        anchors: open.map(({ key }) => key).slice(0, 2),
        bans: [],
      };
      ({ table, time, chooser } = chooserOf({
        seed: seed * 100 + hour,
        kept,
        anchors: kept.anchors,
        time,
      }));
    }
    if (open.filter(({ key }) => honest.includes(key)).length < 2) eclipsed += 1;
  }
  expect(eclipsed).toBe(0);
});
