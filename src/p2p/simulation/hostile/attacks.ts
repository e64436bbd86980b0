// Attacks by peers, as far as they are not about connections: those are tried over real sockets.

import { concatBytes } from '../../../base/bytes.ts';
import { toBase64Url } from '../../../base/base64url.ts';
import { printJson } from '../../../base/json.ts';
import { encodeHeader } from '../../../chain/model/header.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import { mineOn } from '../chain/mine.ts';
import { simulatedTransaction } from '../chain/transactions.ts';
import {
  cutText,
  inventedHeads,
  isPath,
  peerText,
  randomHash,
  withBody,
  type Attack,
  type Hand,
} from './attack.ts';

const announce = (hand: Hand, host: string, port: number, id = randomHash(hand.random)): void =>
  hand.send({
    method: 'PUT',
    path: 'cut/peer',
    body: `{"id":"${id}","address":{"hostname":"${host}","port":${port}}}`,
  });

const pushCut = (hand: Hand, body: string): void => hand.send({ method: 'PUT', path: 'cut', body });

const invented = (hand: Hand, above = 1): string =>
  cutText({ heads: inventedHeads(hand, above), origin: hand.self });

const reserved = ['127.0.0.1', '10.0.0.1', '169.254.169.254', '[::1]', '[fc00::1]', '[fe80::1]'];
const riddles = ['0x7f.0.0.1', '2130706433', '0177.0.0.1', '127.1', 'localhost.'];
const otherPorts = [22, 25, 80, 111];

/** Requests at once, now and then: more than a node answers. */
const floodOf = ({ turn }: Hand): number => (turn % 5 === 1 ? 300 : 0);

const nth = <T>(list: readonly T[], turn: number): T => list[turn % list.length] as T;

const ofPeers: readonly Attack[] = [
  {
    numbers: [1],
    name: 'announces reserved addresses',
    act: (hand) => announce(hand, nth(reserved, hand.turn), 1789),
    expects: 'refused',
  },
  {
    numbers: [4],
    name: 'announces riddles for reserved addresses',
    act: (hand) => announce(hand, nth(riddles, hand.turn), 1789),
    expects: 'refused',
  },
  {
    numbers: [6],
    name: 'announces ports of other services',
    act: (hand) => announce(hand, '99.1.0.1', nth(otherPorts, hand.turn)),
    expects: 'refused',
  },
  {
    numbers: [7, 8, 9],
    name: 'announces many addresses that do not answer',
    act: (hand) => {
      for (let i = 0; i < 5; i++) announce(hand, `60.1.${hand.turn % 250}.${i + 1}`, 1789);
    },
    expects: 'limited',
  },
  {
    numbers: [11],
    name: 'announces honest nodes with other certificates',
    act: (hand) => {
      const { address } = nth(hand.honest, hand.turn);
      announce(hand, address.host, address.port);
    },
    expects: 'refused',
  },
  {
    numbers: [12],
    name: 'lists thousands of peers',
    forge: (request, answer, { random }) => {
      if (!isPath(request, 'GET', /\/peer$/)) return undefined;
      const item = `{"id":"${randomHash(random)}","address":{"hostname":"60.2.0.1","port":1789}}`;
      return withBody(
        answer,
        `{"limit":1,"items":[${Array(4000).fill(item).join(',')}],"next":null}`,
      );
    },
    expects: 'borne',
  },
  {
    numbers: [13],
    name: 'lists only accomplices',
    forge: (request, answer, { random }) => {
      if (!isPath(request, 'GET', /\/peer$/)) return undefined;
      const items = Array.from({ length: 64 }, (_, at) =>
        peerText({
          id: randomHash(random),
          address: { host: `61.${at % 4}.${random.below(250)}.1`, port: 1789 },
        }),
      );
      return withBody(answer, `{"limit":64,"items":[${items.join(',')}],"next":null}`);
    },
    expects: 'borne',
  },
];

const ofCuts: readonly Attack[] = [
  {
    numbers: [27, 28],
    name: 'pushes cuts of the greatest weight',
    act: (hand) =>
      pushCut(
        hand,
        cutText({ heads: inventedHeads(hand, 1), origin: hand.self, weight: '_'.repeat(42) + '8' }),
      ),
    expects: 'late',
  },
  {
    numbers: [29, 34],
    name: 'pushes many cuts whose blocks nobody has',
    act: (hand) => {
      for (let i = 0; i < 40; i++) pushCut(hand, invented(hand, 1 + (i % 5)));
    },
    expects: 'late',
  },
  {
    numbers: [30],
    name: 'pushes cuts with foreign chains',
    act: (hand) => {
      const heads = Array.from(
        { length: 100 },
        (_, chain) => [chain, 1, randomHash(hand.random)] as const,
      );
      pushCut(hand, cutText({ heads, origin: hand.self }));
    },
    expects: 'banned',
  },
  {
    numbers: [31],
    name: 'pushes heights that are no heights',
    act: (hand) => {
      const height = nth(['-1', '1.5', '"7"', '1e400', '99999999999999999999999'], hand.turn);
      const heads = inventedHeads(hand, 1).map(([chain, , hash]) => [chain, height, hash] as const);
      pushCut(hand, cutText({ heads, origin: hand.self, height: 3 }));
    },
    expects: 'banned',
  },
  {
    numbers: [32],
    name: 'pushes heights that no web of chains can have',
    act: (hand) => {
      const heads = inventedHeads(hand, 1).map(
        ([chain, height, hash]) => [chain, height + chain * 9, hash] as const,
      );
      pushCut(hand, cutText({ heads, origin: hand.self }));
    },
    expects: 'banned',
  },
  {
    numbers: [33],
    name: 'pushes invented cuts in the name of an honest node',
    act: (hand) => {
      const origin = nth(
        hand.honest.filter((each) => each !== hand.victim),
        hand.turn,
      );
      pushCut(hand, cutText({ heads: inventedHeads(hand, 1), origin }));
    },
    expects: 'borne',
  },
  {
    numbers: [35],
    name: 'answers with cuts just below far ahead',
    forge: (request, answer, hand) =>
      isPath(request, 'GET', /\/cut$/) ? withBody(answer, invented(hand, 15)) : undefined,
    expects: 'late',
  },
];

const ofBlocks: readonly Attack[] = [
  {
    numbers: [39],
    name: 'serves another header than the one asked for',
    forge: (request, answer, { ledger }) => {
      if (!isPath(request, 'GET', /\/header\/[^/]+$/) || answer.status !== 200) return undefined;
      const changed = answer.body.slice();
      changed[changed.length - 40] = (changed[changed.length - 40] ?? 0) ^ 1;
      return ledger.network.isPowDisabled ? withBody(answer, changed) : undefined;
    },
    expects: 'banned',
  },
  {
    numbers: [40],
    name: 'serves headers with a byte more',
    forge: (request, answer) =>
      isPath(request, 'GET', /\/header\/[^/]+$/)
        ? withBody(answer, concatBytes([answer.body, new Uint8Array(1)]))
        : undefined,
    expects: 'blamed',
  },
  {
    numbers: [44],
    name: 'never serves payloads',
    forge: (request, answer) =>
      /\/payload/.test(request.path)
        ? { ...answer, status: 404, body: new Uint8Array(0) }
        : undefined,
    expects: 'borne',
  },
  {
    numbers: [45],
    name: 'serves other payloads',
    forge: (request, answer, { random }) =>
      isPath(request, 'GET', /\/payload\/[^/]+$/)
        ? withBody(
            answer,
            `{"transactions":["${randomHash(random)}"],"minerData":"e30","transactionsHash":"${randomHash(random)}",` +
              `"outputsHash":"${randomHash(random)}","payloadHash":"${randomHash(random)}"}`,
          )
        : undefined,
    expects: 'borne',
  },
];

const ofExecution: readonly Attack[] = [
  {
    numbers: [48, 49],
    name: 'announces blocks that are invalid when they are executed',
    act: (hand) => {
      if (hand.turn % 10 === 1) pushCut(hand, cutWithInvalidBlock(hand));
    },
    expects: 'blamed',
  },
];

/** With the block itself: its header is in order, and the results of its transactions are not. */
function cutWithInvalidBlock({ ledger, random, self }: Hand): string {
  const mined = mineOn(ledger, { random, miner: 'hostile', state: random.bytes(32) });
  const { header, payload } = mined;
  const heads = [...ledger.cut().heads.values()].map((head) => {
    const { chainId, height, hash } = head.chainId === header.chainId ? header : head;
    return [chainId, height, toBase64Url(hash)] as const;
  });
  const headerText = `{"${toBase64Url(header.hash)}":"${toBase64Url(encodeHeader(header))}"}`;
  const payloadText = `{"${toBase64Url(payload.payloadHash)}":${printJson(payloadToJson(payload))}}`;
  const more = `,"headers":${headerText},"payloads":${payloadText}`;
  return cutText({ heads, origin: self, more });
}

const ofTransactions: readonly Attack[] = [
  {
    numbers: [52],
    name: 'lists a hundred thousand pending transactions',
    forge: (request, answer, { random }) => {
      if (!isPath(request, 'POST', /\/getPending$/)) return undefined;
      const keys = Array.from({ length: 20_000 }, () => `"${randomHash(random)}"`);
      return withBody(answer, `{"hashes":[${keys.join(',')}],"highwaterMark":[1,20000]}`);
    },
    expects: 'blamed',
  },
  {
    numbers: [53],
    name: 'answers a lookup with other transactions',
    forge: (request, answer, { random, ledger }) => {
      if (isPath(request, 'POST', /\/getPending$/)) {
        return withBody(
          answer,
          `{"hashes":["${randomHash(random)}"],"highwaterMark":[1,${random.below(9999)}]}`,
        );
      }
      if (!isPath(request, 'POST', /\/lookup$/)) return undefined;
      const createdSeconds = Number(ledger.now() / 1_000_000n);
      const { text } = simulatedTransaction({
        chain: 0,
        number: 1,
        createdSeconds,
        lifeSeconds: 60,
      });
      return withBody(answer, `[{"tag":"Pending","contents":${JSON.stringify(text)}}]`);
    },
    expects: 'blamed',
  },
  {
    numbers: [54],
    name: 'inserts transactions that are none',
    act: (hand) =>
      hand.send({
        method: 'PUT',
        path: 'chain/0/mempool/insert',
        body: JSON.stringify(Array(1000).fill('{"hash":"x","sigs":[],"cmd":"{}"}')),
      }),
    expects: 'refused',
  },
  {
    numbers: [57],
    name: 'asks for all pending transactions again and again',
    act: (hand) => {
      for (let i = 0; i < floodOf(hand) / 2; i++) {
        hand.send({ method: 'POST', path: `chain/${i % 3}/mempool/getPending` });
      }
    },
    expects: 'limited',
  },
];

const ofRates: readonly Attack[] = [
  {
    numbers: [58],
    name: 'asks for cuts of all heights',
    act: (hand) => {
      for (let i = 0; i < floodOf(hand); i++) {
        hand.send({ method: 'GET', path: `cut?maxheight=${hand.random.below(1000)}` });
      }
    },
    expects: 'limited',
  },
  {
    numbers: [59],
    name: 'asks for random blocks',
    act: (hand) => {
      for (let i = 0; i < floodOf(hand); i++) {
        hand.send({ method: 'GET', path: `chain/0/payload/${randomHash(hand.random)}` });
      }
    },
    expects: 'limited',
  },
  { numbers: [22], name: 'answers too late', lateMs: 12_000, expects: 'borne' },
  {
    numbers: [24],
    name: 'answers without end',
    forge: (_, answer) => withBody(answer, new Uint8Array(3 * 1024 * 1024)),
    expects: 'borne',
  },
  {
    numbers: [25],
    name: 'answers with compressed bodies',
    forge: (_, answer) => ({
      ...answer,
      headers: new Map([...answer.headers, ['content-encoding', 'gzip']]),
    }),
    expects: 'borne',
  },
  {
    numbers: [60],
    name: 'tells a wrong time, and fails',
    forge: (_, answer, { random }) => ({
      ...answer,
      status: random.below(3) === 0 ? 500 : answer.status,
      headers: new Map([...answer.headers, ['x-server-timestamp', '99999999999']]),
    }),
    expects: 'borne',
  },
];

export const attacks: readonly Attack[] = [
  ...ofPeers,
  ...ofCuts,
  ...ofBlocks,
  ...ofExecution,
  ...ofTransactions,
  ...ofRates,
];

/** Returns the attack with this number. */
export const attackNumbered = (number: number): Attack | undefined =>
  attacks.find(({ numbers }) => numbers.includes(number));
