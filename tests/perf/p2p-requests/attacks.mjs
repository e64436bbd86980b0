// Hostile requests to the port for other nodes, as data: what is sent again and again, on how many connections, and which
// statuses the answers may have. `place`: paths and texts of the network that is attacked.
import { randomBytes } from 'node:crypto';

const kibibyte = 1024;
const hash = () => randomBytes(32).toString('base64url');
const json = { 'content-type': 'application/json' };
const put = (path, body, headers = {}) => ({
  method: 'PUT',
  path,
  body,
  headers: { ...json, ...headers },
});
const post = (path, body) => ({ method: 'POST', path, body, headers: json });
const get = (path) => ({ method: 'GET', path });
const limited = [429, 'closed'];

const announce = (hostname, port = 1789, id = hash()) =>
  JSON.stringify({ id, address: { hostname, port } });
const pick = (items) => items[Math.floor(Math.random() * items.length)];

/** A cut of a known origin, with heads and more as the attack wants. */
function cutOf({ origin, network }, { hashes, weight = 'A'.repeat(43), id = hash(), more = {} }) {
  return JSON.stringify({ hashes, origin, weight, height: 3, instance: network, id, ...more });
}

const someHeads = (height) => ({
  0: { height, hash: hash() },
  1: { height, hash: hash() },
  2: { height, hash: hash() },
});

export const attacks = {
  /** 1: addresses that no peer has; one of them is a listener of this script, which must stay alone. */
  reserved: {
    make: ({ B, listener }) =>
      put(
        `${B}/cut/peer`,
        pick([
          announce('127.0.0.77', listener),
          announce('169.254.169.254'),
          announce('10.0.0.1'),
          announce('::1', listener),
          announce('fc00::1'),
          announce('fe80::1'),
          announce('localhost', listener),
          announce('64:ff9b::7f00:1', listener),
        ]),
      ),
    statuses: [400, ...limited],
  },
  /** 4: other spellings of addresses. */
  spellings: {
    make: ({ B, listener }) =>
      put(
        `${B}/cut/peer`,
        announce(
          pick([
            '0x7f.0.0.1',
            '2130706433',
            '0177.0.0.1',
            '127.1',
            '１２７.0.0.1',
            '::ffff:127.0.0.1',
            '127.0.0.77.',
          ]),
          listener,
        ),
      ),
    statuses: [400, ...limited],
  },
  /** 6: ports of other services. */
  ports: {
    make: ({ B }) => put(`${B}/cut/peer`, announce('192.0.2.77', pick([22, 25, 80, 1023]))),
    statuses: [400, ...limited],
  },
  /** 8 and 9: thousands of addresses that would have to be asked. */
  announcements: {
    connections: 4,
    make: ({ B }) =>
      put(
        `${B}/cut/peer`,
        announce(`203.0.${pick([114, 115])}.${Math.floor(Math.random() * 256)}`),
      ),
    statuses: [204, 400, ...limited],
  },
  /** 10 and 11: our own address, and another certificate for a peer that is known. */
  pins: {
    make: ({ B, own, origin }) =>
      put(
        `${B}/cut/peer`,
        pick([
          announce(own.host, own.port),
          announce(origin.address.hostname, origin.address.port),
        ]),
      ),
    statuses: [204, 400, ...limited],
  },
  /** 12: an announcement of two megabytes. */
  large: {
    make: ({ B }) => put(`${B}/cut/peer`, `["${'x'.repeat(2 * kibibyte * kibibyte)}"]`),
    statuses: [413, ...limited],
  },
  /** 24: two lengths, and a length that is not that of the body. */
  lengths: {
    raw: ({ B }) =>
      pick([
        `PUT ${B}/cut HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello`,
        `PUT ${B}/cut HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\nhello`,
        `GET http://169.254.169.254/ HTTP/1.1\r\nhost: a\r\n\r\n`,
        `CONNECT 127.0.0.1:80 HTTP/1.1\r\nhost: a\r\n\r\n`,
        `GET ${B}/cut HTTP/1.1\r\nhost: a\r\nupgrade: h2c\r\nconnection: upgrade\r\n\r\n`,
      ]),
    statuses: [200, 400, 404, 405, ...limited],
  },
  /** 26: a compressed cut. */
  compressed: {
    make: ({ B }) => put(`${B}/cut`, 'x', { 'content-encoding': 'gzip' }),
    statuses: [415, ...limited],
  },
  /** 27 to 29 and 35: always another cut, of the greatest weight, with the id of the true one. */
  cuts: {
    connections: 4,
    make: (place) =>
      put(
        `${place.B}/cut`,
        cutOf(place, {
          hashes: someHeads(place.height() + 1 + Math.floor(Math.random() * 18)),
          weight: Buffer.alloc(32, 255).toString('base64url'),
          id: place.cutId(),
        }),
      ),
    statuses: [204, ...limited],
  },
  /** 30 to 32: chains that do not exist, none, and heights that are no numbers. */
  impossible: {
    make: (place) => {
      const many = Object.fromEntries(
        Array.from({ length: 700 }, (_, i) => [i, { height: 1, hash: hash() }]),
      );
      const odd = JSON.stringify(pick([-1, 1.5, '7', 2 ** 60, 1e300, null, {}]));
      const head = `{"0":{"height":${odd},"hash":"${hash()}"}}`;
      const hashes = pick([many, {}, 'odd', [], { 0: 7 }, { '00': { height: 1, hash: hash() } }]);
      const text = cutOf(place, { hashes });
      return put(`${place.B}/cut`, hashes === 'odd' ? text.replace('"odd"', head) : text);
    },
    statuses: [204, 400, ...limited],
  },
  /** 30: a document that is deep or wide, as large as is read. */
  documents: {
    connections: 4,
    make: ({ B }) =>
      put(
        `${B}/cut`,
        pick([
          '['.repeat(kibibyte * kibibyte),
          `[${'1,'.repeat(500_000)}1]`,
          `{"hashes":"${'\\u0041'.repeat(170_000)}"}`,
        ]),
      ),
    statuses: [400, ...limited],
  },
  /** 33: blocks that nobody has, in the name of another peer. */
  reflection: {
    make: (place) => put(`${place.B}/cut`, cutOf(place, { hashes: someHeads(place.height() + 1) })),
    statuses: [204, ...limited],
  },
  /** 36 and 45: headers and payloads attached to a cut that are not what they say. */
  attachments: {
    make: (place) => {
      const heads = someHeads(place.height() + 1);
      const headers = Object.fromEntries(
        Object.values(heads).map((head) => [head.hash, randomBytes(318).toString('base64url')]),
      );
      const payloads = { [hash()]: { transactions: Array(9000).fill('AAAA'), minerData: 'AA' } };
      return put(`${place.B}/cut`, cutOf(place, { hashes: heads, more: { headers, payloads } }));
    },
    statuses: [204, 400, ...limited],
  },
  /** 54: transactions without signatures, as many as are read. */
  transactions: {
    connections: 4,
    make: ({ C }) => {
      const cmd = (i) =>
        JSON.stringify({
          payload: { exec: { code: `(+ 1 ${i})`, data: {} } },
          nonce: hash(),
          signers: [],
          meta: {},
        });
      const command = (_, i) => JSON.stringify({ hash: hash(), sigs: [], cmd: cmd(i) });
      return put(`${C}/mempool/insert`, JSON.stringify(Array.from({ length: 1024 }, command)));
    },
    statuses: [200, 400, ...limited],
  },
  /** 57: all of the mempool, again and again. */
  lookups: {
    connections: 4,
    make: ({ C }) =>
      pick([
        post(`${C}/mempool/getPending?nonce=1&since=0`, ''),
        post(`${C}/mempool/lookup`, JSON.stringify(Array.from({ length: 10_000 }, hash))),
      ]),
    statuses: [200, ...limited],
  },
  /** 58: the deepest cuts, branches and pages. */
  deep: {
    connections: 4,
    make: ({ B, C, head, height }) =>
      pick([
        get(`${B}/cut?maxheight=${Math.floor(Math.random() * 3 * height())}`),
        post(
          `${C}/header/branch?limit=20&maxheight=1`,
          JSON.stringify({ upper: [head()], lower: [] }),
        ),
        post(
          `${C}/header/branch?limit=20`,
          JSON.stringify({ upper: [head()], lower: Array.from({ length: 4 }, hash) }),
        ),
        get(`${C}/header?minheight=1`),
      ]),
    statuses: [200, 404, ...limited],
  },
  /** 59: blocks that do not exist. */
  unknown: {
    connections: 4,
    make: ({ C }) => get(pick([`${C}/header/${hash()}`, `${C}/payload/${hash()}?height=1`])),
    statuses: [404, ...limited],
  },
};
