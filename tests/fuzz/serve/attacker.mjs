// One connection of an attacker: makes requests by chance, valid and not, sends them at once, slowly or
// in part, and reads the answers, or does not.
import { connect } from 'node:net';
import { requestOf } from './bodies.mjs';
import { choose } from './code.mjs';

const wait = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Milliseconds until an answer is given up. */
const patience = 15_000;

/** Heads that are no HTTP, or strange HTTP. */
const heads = [
  'GET http:// HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET * HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET //// HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /%c0%ae%zz HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n',
  'OPTIONS /api/v1/send HTTP/1.1\r\nHost: a\r\n\r\n',
  'HEAD /version HTTP/1.1\r\nHost: a\r\n\r\n',
  'TRACE /version HTTP/1.1\r\nHost: a\r\n\r\n',
  'CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n',
  'GET /version HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: upgrade\r\n\r\n',
  'GET /version HTTP/1.0\r\n\r\n',
  'GET /version HTTP/9.9\r\n\r\n',
  `GET /${'x'.repeat(10_000)} HTTP/1.1\r\nHost: a\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: a\r\n${'A: b\r\n'.repeat(3000)}\r\n`,
  'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Length: +2\r\n\r\n{}',
  'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Length: 3\r\n\r\n{}',
  'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n',
  'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nfffffffffffff\r\n',
  'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}',
  'POST /api/v1/send HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nExpect: 100-continue\r\nContent-Length: 2\r\n\r\n{}',
  '\u0000\u0001\u0002',
  '\r\n\r\n\r\n',
];

/** Attacks until `isOver`; tells `saw` of every status, or of `none`. */
export async function attack({ port, random, keys, isOver, saw, doing }) {
  while (!isOver()) {
    const kind = choose(random, kinds);
    const { head, body, what, sent = [] } = kind.make(random, keys);
    doing(`${kind.name} ${what}`);
    const status = await kind.send({ port, head, body, random });
    saw(status);
    for (const key of sent) if (keys.push(key) > 5000) keys.shift();
    if (status === 'none') await wait(random(100));
  }
}

function valid(random, keys) {
  const { route, body, keys: sent } = requestOf(random, keys);
  const bytes = Buffer.from(body);
  const length = random(30) === 0 ? bytes.length + random(1000) - 500 : bytes.length;
  const head =
    `POST /api/v1/${route} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n` +
    `Content-Length: ${Math.max(0, length)}\r\nConnection: ${choose(random, ['close', 'keep-alive'])}\r\n\r\n`;
  return { head, body: bytes, sent, what: `${route} ${body.slice(0, 300)}` };
}

const strange = (random) => {
  const head = choose(random, heads);
  return { head, body: Buffer.alloc(0), what: JSON.stringify(head.slice(0, 80)) };
};

const atOnce = ({ port, head, body }) =>
  exchange(port, (socket) => {
    socket.write(head);
    socket.write(body);
  });

/** In pieces, as slowly as the server lets it. */
const slowly = ({ port, head, body, random }) =>
  exchange(port, async (socket) => {
    const bytes = Buffer.concat([Buffer.from(head), body]);
    const step = 1 + random(Math.max(2, bytes.length / 3));
    for (let at = 0; at < bytes.length && !socket.destroyed; at += step) {
      socket.write(bytes.subarray(at, at + step));
      await wait(random(3000));
    }
  });

const inPart = ({ port, head, body, random }) =>
  exchange(port, async (socket) => {
    socket.write(head);
    socket.write(body.subarray(0, random(body.length + 1)));
    await wait(random(200));
    if (random(2) === 0) socket.resetAndDestroy();
    else socket.destroy();
  });

/** And nothing of the answer is read for a while. */
const unread = ({ port, head, body, random }) =>
  exchange(port, async (socket) => {
    socket.pause();
    socket.write(head);
    socket.write(body);
    await wait(random(8000));
    socket.resume();
  });

const again = ({ port, head, body, random }) =>
  exchange(port, (socket) => {
    for (let i = random(20); i >= 0; i--) {
      socket.write(head);
      socket.write(body);
    }
  });

const kinds = [
  ...Array.from({ length: 12 }, () => ({ name: 'valid', make: valid, send: atOnce })),
  { name: 'strange', make: strange, send: atOnce },
  { name: 'slow', make: valid, send: slowly },
  { name: 'partly', make: valid, send: inPart },
  { name: 'unread', make: valid, send: unread },
  { name: 'again', make: valid, send: again },
  { name: 'strange again', make: strange, send: again },
];

/** The status of the first answer; `none` where there was no answer. */
function exchange(port, send) {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let status = 'none';
    const timer = setTimeout(() => socket.destroy(), patience);
    socket.on('connect', () => void send(socket));
    socket.on('data', (chunk) => {
      if (status !== 'none') return;
      status = /^HTTP\/1\.\d (\d+)/.exec(chunk.toString('latin1', 0, 20))?.[1] ?? 'strange';
      // The rest of the answer is not waited for.
      setTimeout(() => socket.destroy(), 50);
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      clearTimeout(timer);
      resolve(status);
    });
  });
}
