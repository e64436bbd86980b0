// What `pact node status` and `pact node peers` print.
import { expect, test } from 'vitest';
import { peersText, statusText } from '../../../../../src/apps/cli/node/operator-texts.ts';
import type { PeerStatus } from '../../../../../src/p2p/sessions/operator.ts';

const nowMs = 1_790_000_000_000;
const chain = { chain: 0, height: 12, hash: 'h', timeMs: nowMs - 5000, waiting: 1 };

test('a node without peers', () => {
  const status = { network: 'ours', version: '1.0.0', chains: [chain] };
  expect(statusText(status, nowMs)).toBe(
    [
      'network  ours, 1 chain, version 1.0.0',
      'health   healthy',
      'heights  12, the newest block is 5 s old',
      'mempool  1 transaction waiting',
    ].join('\n'),
  );
});

test('a node that is behind its peers', () => {
  const status = {
    network: 'ours',
    version: '1.0.0',
    chains: [chain, { ...chain, chain: 1, height: 14 }],
    unhealthy: 'syncing: height 12 of 900',
    peers: {
      address: '10.0.0.1:1789',
      id: 'A'.repeat(43),
      progress: {
        mode: 'far-behind',
        height: 12,
        goal: 900,
        blocksPerSecond: 100,
        secondsLeft: 18,
        problem: undefined,
        doubtedChains: [],
      },
      counts: { known: 4, sessions: 2, banned: 1 },
    },
  } as const;
  expect(statusText(status, nowMs)).toBe(
    [
      'network  ours, 2 chains, version 1.0.0',
      'health   syncing: height 12 of 900',
      'heights  12 to 14, the newest block is 5 s old',
      'mempool  2 transactions waiting',
      'sync     far behind: height 12 of 900, 100 blocks a second, 18 s left',
      'peers    2 connected, 4 known, 1 banned',
      'address  10.0.0.1:1789',
      `id       ${'A'.repeat(43)}`,
    ].join('\n'),
  );
});

test('peers, with the reasons of their scores', () => {
  const peer: PeerStatus = {
    address: '10.0.0.2:1789',
    id: 'B'.repeat(43),
    known: 'configured',
    isFriend: true,
    group: '10.0.0.0/16',
    score: 3.7,
    hasSession: true,
    lastSuccessMs: nowMs - 180_000,
    failures: 0,
    height: 12,
    faults: [],
    ban: undefined,
  };
  const bad: PeerStatus = {
    ...peer,
    address: 'far.example:443',
    id: undefined,
    known: 'new',
    isFriend: false,
    score: -60,
    hasSession: false,
    lastSuccessMs: undefined,
    failures: 2,
    height: undefined,
    faults: ['bytes of a header that do not match its hash'],
    ban: { untilMs: nowMs + 7_200_000, why: 'bytes of a header that do not match its hash' },
  };
  expect(peersText({ peers: [peer, bad] }, nowMs)).toBe(
    [
      'PEER             KNOWN   CONNECTED  SCORE  HEIGHT  ANSWERED   ID',
      `10.0.0.2:1789    friend  yes        4      12      3 min ago  ${'B'.repeat(43)}`,
      'far.example:443  new     no         -60    -       never      signed by an authority',
      '  banned for 2 h more: bytes of a header that do not match its hash',
      '  2 failures since it answered last',
      '  bytes of a header that do not match its hash',
    ].join('\n'),
  );
  expect(peersText({ peers: [] }, nowMs)).toBe('It knows no peers.');
});
