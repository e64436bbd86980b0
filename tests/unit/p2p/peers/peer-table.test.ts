import { describe, expect, test } from 'vitest';
import { keyOf } from '../../../../src/p2p/address/peer-info.ts';
import { tableLimits } from '../../../../src/p2p/peers/limits.ts';
import { idOf, peerOf, tableOf } from '../../../support/peers.ts';

const cut = { kind: 'cut' } as const;
const source = '198.51.0.0/16';

describe('what one group can take', () => {
  test('the peers of one source get 64 places', () => {
    const { table } = tableOf();
    for (let i = 0; i < 1000; i++)
      table.add(peerOf(`${20 + (i >> 8)}.${i & 255}.0.1:1789`), source);
    expect(table.size).toBe(tableLimits.newOfSource);
    expect(table.add(peerOf('99.1.0.1:1789'), '203.0.0.0/16')).toBeDefined();
  });

  test('a peer that failed gives its place to another one of its source', () => {
    const { table } = tableOf();
    for (let i = 0; i < 64; i++) table.add(peerOf(`20.${i}.0.1:1789`), source);
    expect(table.add(peerOf('21.1.0.1:1789'), source)).toBeUndefined();
    table.failed('20.7.0.1:1789');
    expect(table.add(peerOf('21.1.0.1:1789'), source)).toBeDefined();
    expect(table.get('20.7.0.1:1789')).toBeUndefined();
  });

  // Attack 7: 65,000 ports of one host.
  test('an address has four ports', () => {
    const { table } = tableOf();
    for (let port = 2000; port < 3000; port++) table.add(peerOf(`20.1.0.1:${port}`), `s${port}`);
    expect(table.size).toBe(tableLimits.portsOfAddress);
  });

  test('a group of addresses has eight places for peers that answered, others stay new', () => {
    const { table } = tableOf();
    for (let i = 0; i < 20; i++) {
      table.add(peerOf(`20.1.${i}.1:1789`), `s${i}`);
      table.succeeded(`20.1.${i}.1:1789`);
    }
    const parts = [...table.all()].map(({ part }) => part);
    expect(parts.filter((part) => part === 'tried')).toHaveLength(tableLimits.triedOfGroup);
    expect(parts.filter((part) => part === 'new')).toHaveLength(12);
  });

  test('addresses of tests have no such rules', () => {
    const { table } = tableOf({ exempt: ({ address }) => address.host === '127.0.0.1' });
    for (let port = 2000; port < 2100; port++) {
      table.add(peerOf(`127.0.0.1:${port}`), '127.0.0.0/16');
      table.succeeded(`127.0.0.1:${port}`);
    }
    expect([...table.all()].filter(({ part }) => part === 'tried')).toHaveLength(100);
  });

  test('the new part is never larger than its limit', () => {
    const { table } = tableOf();
    for (let i = 0; i < 6000; i++) {
      table.add(peerOf(`${20 + (i >> 8)}.${i & 255}.0.1:1789`), `source ${i % 600}`);
    }
    expect(table.size).toBeLessThanOrEqual(tableLimits.newSlots);
    expect(table.size).toBeGreaterThan(2500);
  });
});

describe('certificates', () => {
  test('what is said of a known peer does not change its certificate', () => {
    const { table } = tableOf();
    table.add(peerOf('20.1.0.1:1789', 'A'), source);
    table.add(peerOf('20.1.0.1:1789', 'B'), source);
    expect(table.get('20.1.0.1:1789')?.info.id).toBe(idOf('A'));
  });

  test('one of the configuration never changes, one without an id can get one', () => {
    const fixed = {
      configured: [peerOf('20.1.0.1:1789', 'A'), { ...peerOf('20.2.0.1:1789'), id: undefined }],
    };
    const { table } = tableOf({ fixed });
    table.repin('20.1.0.1:1789', idOf('B'));
    table.repin('20.2.0.1:1789', idOf('B'));
    expect(table.get('20.1.0.1:1789')?.info.id).toBe(idOf('A'));
    expect(table.get('20.2.0.1:1789')?.info.id).toBe(idOf('B'));
  });
});

describe('who stays', () => {
  test('a peer that never answered is forgotten after three failures', () => {
    const { table } = tableOf();
    const { key } = table.add(peerOf('20.1.0.1:1789'), source) ?? { key: '' };
    expect([table.failed(key), table.failed(key), table.failed(key)]).toEqual([true, true, false]);
    expect(table.size).toBe(0);
  });

  test('one that answered is forgotten after six failures and twelve hours', async () => {
    const { table, time } = tableOf();
    const { key } = table.add(peerOf('20.1.0.1:1789'), source) ?? { key: '' };
    table.succeeded(key);
    for (let i = 0; i < 10; i++) expect(table.failed(key)).toBe(true);
    await time.advance(tableLimits.forgetMs + 1);
    expect(table.failed(key)).toBe(false);
  });

  test('peers of the configuration and bootstraps stay, whatever happens', async () => {
    const { table, time } = tableOf({
      fixed: { configured: [peerOf('20.1.0.1:1789')], bootstraps: [peerOf('20.2.0.1:443')] },
    });
    await time.advance(tableLimits.forgetMs * 2);
    for (let i = 0; i < 50; i++) table.failed('20.1.0.1:1789');
    for (let i = 0; i < 50; i++) table.failed('20.2.0.1:443');
    expect(table.size).toBe(2);
  });

  // Attack 10.
  test('the own address and the own certificate are not in it, also if configured', () => {
    const own = peerOf('20.1.0.1:1789', 'M');
    const other = peerOf('20.8.0.1:1789', 'M');
    const { table } = tableOf({
      fixed: { configured: [{ ...own, id: undefined }, other] },
      ownId: own.id,
    });
    expect(table.size).toBe(1);
    table.setOwn(own.address);
    expect(table.size).toBe(0);
    expect(table.add(peerOf('20.1.0.1:1789', 'X'), source)).toBeUndefined();
    expect(table.add(peerOf('20.9.0.1:1789', 'M'), source)).toBeUndefined();
  });
});

describe('pages', () => {
  test('have peers that answered, in an order of their own', () => {
    const { table } = tableOf();
    const addresses = Array.from({ length: 30 }, (_, i) => `20.${i}.0.1:1789`);
    for (const address of addresses) table.add(peerOf(address), source);
    expect(table.page(cut)).toEqual([]);
    for (const address of addresses) table.succeeded(address);
    const page = table.page(cut).map(({ address }) => keyOf(address));
    expect([...page].sort()).toEqual([...addresses].sort());
    expect(page).not.toEqual(addresses);
    expect(table.page(cut).map(({ address }) => keyOf(address))).toEqual(page);
  });

  test('leave out peers that fail, and have those of a mempool that said so', () => {
    const { table } = tableOf();
    for (const address of ['20.1.0.1:1789', '20.2.0.1:1789']) {
      table.add(peerOf(address), source);
      table.succeeded(address);
    }
    table.failed('20.1.0.1:1789');
    table.join('20.2.0.1:1789', { kind: 'mempool', chain: 3 });
    expect(table.page(cut)).toEqual([peerOf('20.2.0.1:1789')]);
    expect(table.page({ kind: 'mempool', chain: 3 })).toEqual([peerOf('20.2.0.1:1789')]);
    expect(table.page({ kind: 'mempool', chain: 4 })).toEqual([]);
  });
});

test('what is kept comes back', () => {
  const { table } = tableOf({ fixed: { configured: [peerOf('20.9.0.1:1789')] } });
  table.add(peerOf('20.1.0.1:1789', 'B'), source);
  table.add(peerOf('20.2.0.1:1789', 'C'), source);
  table.succeeded('20.2.0.1:1789');
  const kept = { ...table.snapshot(), anchors: [], bans: [] };
  expect(kept.peers).toHaveLength(2);
  const { table: again } = tableOf({ kept, seed: 2 });
  expect({ ...again.snapshot() }).toEqual(table.snapshot());
  expect(again.get('20.2.0.1:1789')?.part).toBe('tried');
  expect(again.page(cut)).toEqual([peerOf('20.2.0.1:1789', 'C')]);
});
