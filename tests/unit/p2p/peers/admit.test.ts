import { describe, expect, test } from 'vitest';
import { bad, good, type Result } from '../../../../src/base/result.ts';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { isReserved } from '../../../../src/p2p/address/reserved.ts';
import { keyOf, type PeerInfo } from '../../../../src/p2p/address/peer-info.ts';
import { Admission, type AdmissionParts } from '../../../../src/p2p/peers/admit.ts';
import { admissionLimits } from '../../../../src/p2p/peers/limits.ts';
import type { Peer } from '../../../../src/p2p/peers/peer-table.ts';
import { Scores } from '../../../../src/p2p/peers/score.ts';
import { idOf, peerOf, tableOf, type TableOptions } from '../../../support/peers.ts';

const cut = { kind: 'cut' } as const;
const reserved = bad({ kind: 'invalid', text: 'IsReservedHostAddress' });

type Options = TableOptions & Partial<Pick<AdmissionParts, 'isPrivate' | 'isReserved'>>;

/** `certificates`: what listens where, by address; everything else is unreachable. */
function admissionOf(certificates: Readonly<Record<string, string>>, options: Options = {}) {
  const time = new SimulatedTime({ startDateMs: 1_700_000_000_000 });
  const { table, draws } = tableOf({ ...options, time });
  const scores = new Scores(time, () => false);
  const probes: string[] = [];
  const probe = (peer: PeerInfo): Promise<Result<undefined, string>> => {
    const key = keyOf(peer.address);
    probes.push(key);
    const id = certificates[key];
    return Promise.resolve(
      id !== undefined && idOf(id) === peer.id ? good(undefined) : bad('IsNotReachable "no"'),
    );
  };
  const admission = new Admission({
    table,
    scores,
    clock: time,
    timer: time,
    draws,
    isPrivate: false,
    isExempt: options.exempt ?? (() => false),
    isReserved: (host) => isReserved(host),
    probe,
    onAdmitted: () => undefined,
    ...options,
  });
  /** Announces a peer from an address, and lets the question back happen. */
  const announce = async (peer: PeerInfo, from = peer.address.host) => {
    const outcome = admission.announce(cut, peer, { address: from, port: 5000 });
    await time.advance(admissionLimits.jitterMs);
    return outcome;
  };
  return { admission, announce, table, scores, time, probes };
}

const home = peerOf('20.1.0.1:1789', 'B');

test('a peer that answers is added, and known from then on', async () => {
  const { announce, table, probes } = admissionOf({ '20.1.0.1:1789': 'B' });
  expect(await announce(home)).toEqual(good('added'));
  expect(table.page(cut)).toEqual([home]);
  expect(await announce(home)).toEqual(good('known'));
  expect(probes).toHaveLength(1);
});

test('one that does not answer is refused in the words of the reference', async () => {
  const { announce, table } = admissionOf({});
  expect(await announce(home)).toEqual(bad({ kind: 'invalid', text: 'IsNotReachable "no"' }));
  expect(table.size).toBe(0);
});

test('a private node stores nothing', async () => {
  const { announce, table, probes } = admissionOf({ '20.1.0.1:1789': 'B' }, { isPrivate: true });
  expect(await announce(home)).toEqual(good('ignored'));
  expect([table.size, probes.length]).toEqual([0, 0]);
});

// Attacks 1 and 6.
test.each([
  '127.0.0.1:1789',
  '10.0.0.1:1789',
  '169.254.169.254:1789',
  '[::1]:1789',
  '[fc00::1]:1789',
  '[fe80::1]:1789',
  '[64:ff9b::102:304]:1789',
  'localhost:1789',
  '20.1.0.1:22',
  '20.1.0.1:25',
  '20.1.0.1:1023',
])('%s is refused without a question', async (address) => {
  const { announce, probes } = admissionOf({});
  expect(await announce(peerOf(address), '20.9.0.1')).toEqual(reserved);
  expect(probes).toEqual([]);
});

test('ports 443 and 1024 are asked', async () => {
  const { announce, probes } = admissionOf({});
  await announce(peerOf('20.1.0.1:443'));
  await announce(peerOf('20.2.0.1:1024'));
  expect(probes).toHaveLength(2);
});

describe('attack 8: many announcements', () => {
  test('a sender is asked about once in ten seconds', async () => {
    const { announce, probes, time } = admissionOf({});
    await announce(peerOf('20.1.0.1:2001'));
    expect(await announce(peerOf('20.1.0.1:2002'))).toEqual(bad({ kind: 'too-many' }));
    await time.advance(admissionLimits.senderMs);
    await announce(peerOf('20.1.0.1:2002'));
    expect(probes).toHaveLength(2);
  });

  test('ten questions in a second, whoever sends', async () => {
    const { announce, probes } = admissionOf({});
    for (let i = 0; i < 50; i++) void announce(peerOf(`${20 + i}.1.0.1:1789`));
    await Promise.resolve();
    expect(probes.length).toBeLessThanOrEqual(admissionLimits.probesAtOnce);
    const { announce: slow, probes: slowProbes, time } = admissionOf({});
    for (let i = 0; i < 50; i++) {
      await slow(peerOf(`${20 + i}.1.0.1:1789`));
      await time.advance(0);
    }
    const seconds = time.nowMs() / 1000;
    expect(slowProbes.length).toBeLessThanOrEqual((seconds + 1) * admissionLimits.probesInSecond);
  });
});

// Attack 9.
test('a third address is asked once in ten minutes, and once a minute for one sender', async () => {
  const { announce, probes, time } = admissionOf({});
  const victim = '30.0.0.1:1789';
  await announce(peerOf(victim), '20.1.0.1');
  for (let i = 2; i < 50; i++) {
    expect(await announce(peerOf(victim), `20.${i}.0.1`)).toEqual(bad({ kind: 'too-many' }));
    await time.advance(1000);
  }
  expect(probes).toEqual([victim]);
  await announce(peerOf('31.0.0.1:1789'), '20.60.0.1');
  await time.advance(15_000);
  expect(await announce(peerOf('32.0.0.1:1789'), '20.60.0.1')).toEqual(bad({ kind: 'too-many' }));
});

// Attack 10.
test('the own address, and the own certificate elsewhere, are refused', async () => {
  const { announce, table, probes } = admissionOf({}, { ownId: idOf('M') });
  table.setOwn(peerOf('20.5.0.1:1789').address);
  const local = bad({ kind: 'invalid', text: 'IsLocalPeerAddress' });
  expect(await announce(peerOf('20.5.0.1:1789', 'X'))).toEqual(local);
  expect(await announce(peerOf('20.6.0.1:1789', 'M'))).toEqual(local);
  expect(probes).toEqual([]);
});

describe('attack 11: another certificate for a known address', () => {
  test('is refused unless the address shows it', async () => {
    const { announce, table } = admissionOf({ '20.1.0.1:1789': 'B' });
    await announce(home);
    const wrong = await announce(peerOf('20.1.0.1:1789', 'X'), '40.0.0.1');
    expect(wrong.ok).toBe(false);
    expect(table.get('20.1.0.1:1789')?.info.id).toBe(idOf('B'));
  });

  test('is taken if the address shows it, once an hour', async () => {
    const certificates: Record<string, string> = { '20.1.0.1:1789': 'B' };
    const { announce, table, time } = admissionOf(certificates);
    await announce(home);
    certificates['20.1.0.1:1789'] = 'C';
    await time.advance(admissionLimits.targetMs);
    expect(await announce(peerOf('20.1.0.1:1789', 'C'))).toEqual(good('added'));
    expect(table.get('20.1.0.1:1789')?.info.id).toBe(idOf('C'));
    certificates['20.1.0.1:1789'] = 'D';
    await time.advance(admissionLimits.targetMs);
    expect(await announce(peerOf('20.1.0.1:1789', 'D'))).toEqual(bad({ kind: 'too-many' }));
    await time.advance(admissionLimits.pinMs);
    expect(await announce(peerOf('20.1.0.1:1789', 'D'))).toEqual(good('added'));
  });

  test('never changes one of the configuration', async () => {
    const { announce, table, probes } = admissionOf(
      { '20.1.0.1:1789': 'X' },
      { fixed: { configured: [home] } },
    );
    expect(await announce(peerOf('20.1.0.1:1789', 'X'))).toEqual(good('ignored'));
    expect(table.get('20.1.0.1:1789')?.info.id).toBe(idOf('B'));
    expect(probes).toEqual([]);
  });
});

describe('pages', () => {
  const from = (key: string): Peer =>
    ({ key, group: '20.9.0.0/16', info: peerOf(key) }) as unknown as Peer;

  // Attack 12.
  test('at most sixteen peers are stored, none is asked', () => {
    const { admission, table, probes } = admissionOf({});
    const items = Array.from({ length: 500 }, (_, i) =>
      peerOf(`${20 + (i % 200)}.1.${i >> 8}.1:1789`),
    );
    expect(admission.page(items, from('20.9.0.1:1789'))).toBe(admissionLimits.storedOfPage);
    expect([table.size, probes.length]).toEqual([admissionLimits.storedOfPage, 0]);
  });

  test('reserved addresses and the own one are left out', () => {
    const { admission, table } = admissionOf({});
    table.setOwn(peerOf('20.5.0.1:1789').address);
    const items = [peerOf('127.0.0.1:1789'), peerOf('20.5.0.1:1789'), peerOf('20.7.0.1:6379')];
    expect(admission.page(items, from('20.9.0.1:1789'))).toBe(1);
  });
});
