// The attacks: each is the smallest request that costs a node the most, sent by many connections at once. An attack gets
// ways to ask (`attacker.mjs`) and a moment at which it ends.
import { slowly } from '../../fuzz/serve/slowly.mjs';
import { language } from '../support/language.mjs';
import { senders, signed } from '../support/signed-transactions.mjs';

const network = 'development';
const times = (count, make) => Array.from({ length: count }, (_, i) => make(i));
const pactPath = (verb, chain = 0) =>
  `/multichain/0.0/${network}/chain/${chain}/pact/api/v1/${verb}`;
/** The question may cost as much gas as a block. */
const unsigned = '?preflight=false&signatureVerification=false';
const localPath = `${pactPath('local')}${unsigned}`;

let nonce = 0;

/** An anonymous command that differs from all others. */
function anonymous(code) {
  const cmd = JSON.stringify({
    networkId: network,
    payload: { exec: { code, data: {} } },
    signers: [],
    meta: {
      chainId: '0',
      sender: 'sender00',
      gasLimit: 150_000,
      gasPrice: 1e-8,
      ttl: 3_600,
      creationTime: Math.floor(Date.now() / 1000) - 30,
    },
    nonce: `${process.pid} ${nonce++}`,
  });
  return { cmd, hash: language.commandHash(cmd), sigs: [] };
}

const order = '21888242871839275222246405745257275088548364400416034343698204186575808495616';
const multiplications = `(map (lambda (i) (scalar-mult 'g1 {'x: 1, 'y: 2} (- ${order} i))) (enumerate 1 400))`;

/** Lists that contain each list twice, this number of levels deep: some bytes of code, 2^levels elements. */
function doubled(levels) {
  const lists = times(levels, (i) => `(a${i + 1} [a${i} a${i}])`).join(' ');
  return `(let* ((a0 [1]) ${lists}) a${levels})`;
}

const local = (code) => JSON.stringify(anonymous(code));
const sendOf = (commands) => JSON.stringify({ cmds: commands });
const paidByOther = (code, gasLimit = 2_000) =>
  signed(network, 0, { code, gasLimit, from: senders[1], clist: [{ name: 'coin.GAS', args: [] }] });
const unknownKey = () =>
  Buffer.from(`unknown ${process.pid} ${nonce++}`.padEnd(32)).toString('base64url');

/** A body of 1.8 MB whose parsing takes seconds. Few of them, since their hashes take long. */
let largeBodies;
const large = (i) => {
  largeBodies ??= times(4, () => sendOf([anonymous('1 '.repeat(900_000))]));
  return largeBodies[i % 4];
};

export const attacks = {
  locals: ({ keepAsking }) => keepAsking(4, () => ['POST', localPath, local(multiplications)]),
  'large-bodies': ({ keepAsking }) => keepAsking(4, (i) => ['POST', pactPath('send'), large(i)]),
  'thousand-locals': ({ keepAsking }) =>
    keepAsking(1_000, () => ['POST', localPath, local(multiplications)], { reconnects: true }),
  /** Clients that leave at once: their questions must not be answered first. */
  abandoned: ({ keepDoing, leave }) =>
    keepDoing(50, () => leave(['POST', localPath, local(multiplications)])),
  /** Sixteen questions at once on each connection. */
  pipelined: ({ keepDoing, port, from }) =>
    keepDoing(20, (i) => {
      const bodies = times(16, () => local(multiplications));
      const text = bodies.map((body) => headOf(localPath, body.length) + body).join('');
      return slowly(port, text, { from: from(i) });
    }),
  /** Transactions that use the gas of a block and pay for it: blocks may be late, but nobody else waits. */
  'paid-work': ({ keepAsking }) =>
    keepAsking(4, () => [
      'POST',
      pactPath('send'),
      sendOf([paidByOther(multiplications, 150_000)]),
    ]),
  'shared-lists': ({ keepAsking }) => keepAsking(4, () => ['POST', localPath, local(doubled(22))]),
  'sent-shared-lists': ({ keepAsking }) =>
    keepAsking(4, () => [
      'POST',
      pactPath('send'),
      sendOf(times(10, (i) => paidByOther(doubled(16 + (i % 10))))),
    ]),
  'unknown-keys': ({ keepAsking }) =>
    keepAsking(20, () => [
      'POST',
      pactPath('poll'),
      JSON.stringify({ requestKeys: times(5_000, unknownKey) }),
    ]),
  'mining-work': ({ keepAsking }) => keepAsking(20, () => workOf(`invented-${nonce++}`)),
  'slow-senders': ({ keepDoing, port, from }) =>
    keepDoing(1_000, (i) => slowly(port, slowTexts[i % slowTexts.length], { from: from(i) })),
  depth: ({ keepAsking }) =>
    keepAsking(16, (i) => {
      if (i % 2 === 0) {
        const path = `${localPath}&rewindDepth=${1 + (nonce % 50)}`;
        return [
          'POST',
          path,
          local('(map (lambda (n) (coin.get-balance "sender00")) (enumerate 1 200))'),
        ];
      }
      const body = JSON.stringify({ requestKey: unknownKey(), targetChainId: '1' });
      return ['POST', pactPath('spv'), body];
    }),
  /** Long questions of another kind: all keys of a table, and texts that grow. */
  'long-questions': ({ keepAsking }) =>
    keepAsking(16, (i) => ['POST', localPath, local(longQuestions[i % longQuestions.length])]),
  /** Waits for transactions that never come. */
  listen: ({ keepAsking }) =>
    keepAsking(1_800, () => ['POST', pactPath('listen'), JSON.stringify({ listen: unknownKey() })]),
  everything: (ways) =>
    Promise.all(
      [
        'locals',
        'large-bodies',
        'shared-lists',
        'sent-shared-lists',
        'unknown-keys',
        'mining-work',
        'depth',
      ].map((name) => attacks[name](ways)),
    ),
};

/** Bars that do not count for an attack: those who pay for the gas of every block may have it. */
export const excused = { 'paid-work': ['blocks'] };

const longQuestions = [
  '(fold (lambda (a b) (fold (+) 0 (enumerate 0 1000))) 0 (enumerate 0 100000))',
  '(length (fold (lambda (a b) (+ a "0123456789012345678901234567890123456789")) "" (enumerate 0 20000)))',
  '(length (sort (map (lambda (i) (hash i)) (enumerate 0 10000))))',
];

function workOf(account) {
  const key = 'f89ef46927f506c70b6a58fd322450a936311dc6ac91f4ec3d8ef949608dbf1f';
  const miner = { account, predicate: 'keys-all', 'public-keys': [key] };
  return ['GET', `/multichain/0.0/${network}/mining/work`, JSON.stringify(miner)];
}

const headOf = (path, bytes) =>
  `POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: ${bytes}\r\n\r\n`;

const slowTexts = [
  headOf(pactPath('send'), 2_000_000) + ' '.repeat(1_700_000),
  'GET /info HTTP/1.1\r\nA: ',
  '',
  'GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n'.repeat(16),
];
