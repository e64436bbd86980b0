// The table of limits in docs/node-api.md agrees with the code: each row is generated from the limits, and each limit has a
// row or is listed here as one that clients do not notice.
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { apiLimits, httpLimitsOfNode } from '../../../../src/node/api/limits.ts';

type AllLimits = typeof apiLimits & typeof httpLimitsOfNode;

const seen = new Set<string>();
const limits = new Proxy(
  { ...httpLimitsOfNode, ...apiLimits },
  {
    get(target, name) {
      seen.add(String(name));
      return target[name as keyof AllLimits];
    },
  },
);

const kibibytes = (bytes: number) => `${bytes / 1024} KiB`;
const mebibytes = (bytes: number) => `${bytes / 1024 ** 2} MiB`;
const seconds = (milliseconds: number) => `${milliseconds / 1000} seconds`;

const rows: readonly (readonly [what: string, limit: string])[] = [
  [
    'a body',
    `${mebibytes(limits.bodyBytes)}, ${limits.commands} transactions, ${limits.pollKeys} keys of a poll`,
  ],
  ['a body of one key, and that of a miner', kibibytes(limits.smallBodyBytes)],
  ['a solved header', kibibytes(limits.solvedBodyBytes)],
  ['nested lists and objects of a body', String(limits.bodyDepth)],
  ['a page of hashes', String(limits.hashPage)],
  [
    'a page of headers, of blocks',
    `${limits.headerPage}, ${limits.blockPage}; blocks end after ${mebibytes(limits.blockPageBytes)}`,
  ],
  ['hashes on one side of the bounds of a branch', String(limits.branchBounds)],
  ['payloads of a batch', `${limits.payloadBatch}, the rest is left out`],
  [
    'a peer, a cut, request keys of other nodes',
    `${kibibytes(limits.peerBodyBytes)}, ${mebibytes(limits.cutBodyBytes)} (${kibibytes(limits.cutBytes)} without blocks), ${kibibytes(limits.keysBodyBytes)}`,
  ],
  ['request keys of sealed commands', kibibytes(limits.sealedKeysBytes)],
  ['a page of peers', `${limits.peerPage}; ${limits.usualPeerPage} if no limit is given`],
  ['an answer with transactions for other nodes', mebibytes(limits.lookupBytes)],
  [
    'Rosetta: a block, request keys of a mempool',
    `${mebibytes(limits.rosettaBlockBytes)}, ${limits.rosettaMempoolKeys}`,
  ],
  ['`listen`', `${limits.listenSeconds} seconds, ${limits.listeners} requests`],
  ['`local`, `spv` and `spv2` at once; `send`', `${limits.questions}; ${limits.submissions}`],
  ['streams', `${limits.streams}, each ${limits.eventsBehind} events behind`],
  ['a stream for miners', seconds(limits.minerStreamMs)],
  [
    'connections',
    `${limits.connections}, ${limits.connectionsPerAddress} of one address, ${limits.requestsAtOnce} requests of each`,
  ],
  [
    'the head of a request',
    `${seconds(limits.headersMs)}, ${limits.headers} lines, ${kibibytes(limits.headerBytes)}`,
  ],
  ['a whole request', seconds(limits.requestMs)],
  ['an idle connection', seconds(limits.keepAliveMs)],
  [
    'bodies and answers that are on their way',
    `${mebibytes(limits.bodiesBytes)}, ${mebibytes(limits.answersBytes)}, without the first ${kibibytes(limits.smallBytes)} of each`,
  ],
  [
    'slow senders and readers',
    `${kibibytes(limits.slowestBytesPerSecond)} a second, after ${seconds(limits.slowStartMs)}`,
  ],
  ['open requests when the node ends', seconds(limits.stopMs)],
];

/** Internal limits, limits that no request reaches, and those of connections between nodes. */
const unnoticed = [
  'connectionsPerGroup',
  'handshakeMs',
  'handshakesPerSecond',
  'handshakesPerSecondOfGroup',
  'depth',
  'connectionCheckMs',
  'refusedBodiesRead',
  'refusedBodyMs',
  'unhurriedMs',
  'roomMs',
  'sliceMs',
  'answerPiece',
  'eventsKeepAliveMs',
  'fewKeysBytes',
  'waitingPolls',
  'lookupStep',
];

test('the page has these limits and no others', () => {
  const page = readFileSync(new URL('../../../../docs/node-api.md', import.meta.url), 'utf8');
  const table = page.slice(page.indexOf('## Limits'), page.indexOf('## Metrics'));
  const written = [...table.matchAll(/^\| (.+?) +\| (.+?) +\|$/gm)].map(([, what, limit]) => [
    what,
    limit,
  ]);
  // After the header row and the separator.
  expect(written.slice(2)).toEqual(rows);
});

test('every limit is on the page, or is one that clients do not notice', () => {
  const all = Object.keys({ ...httpLimitsOfNode, ...apiLimits });
  expect([...seen, ...unnoticed].sort()).toEqual(all.sort());
});
