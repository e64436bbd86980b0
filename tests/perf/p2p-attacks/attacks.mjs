// The attacks of p2p-attacks.mjs, in a process of their own: `node attacks.mjs NAME PORT`, started with an IPC channel. Reports
// attempts, statuses of answers, and connections to places that the node must not connect to.
import { randomBytes } from 'node:crypto';
import { connect, createServer } from 'node:net';
import { setTimeout as after } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { ask, connected } from './stranger.mjs';

const [, , name, portText] = process.argv;
const port = Number(portText);
const base = '/chainweb/0.0/my-network';
const report = { attempts: 0, answers: {}, reserved: 0 };
const count = (status) => {
  report.answers[status] = (report.answers[status] ?? 0) + 1;
};
/** Addresses of eight groups. */
const somewhere = (i) => `127.${50 + (i % 8)}.0.${2 + (i % 250)}`;

const attacks = {
  /** 500 handshakes a second from eight groups. */
  async flood() {
    for (let i = 0; ; i++) {
      report.attempts++;
      void connected({ from: somewhere(i), port }).then(
        (socket) => {
          count('connected');
          socket.destroy();
        },
        () => count('closed'),
      );
      if (i % 5 === 4) await after(10);
    }
  },
  /** Two thousand connections that say nothing, opened again when they are closed. */
  async silent() {
    let open = 0;
    for (let i = 0; ; i++) {
      while (open >= 2_000) await after(10);
      report.attempts++;
      open++;
      const socket = connect({ host: '127.0.0.1', port, localAddress: somewhere(i) });
      socket.on('error', () => undefined);
      socket.on('close', () => open--);
      if (i % 20 === 19) await after(10);
    }
  },
  /** Requests that arrive byte by byte, on as many connections as there are to have. */
  async slow() {
    for (let i = 0; ; i++) {
      report.attempts++;
      void connected({ from: `127.${50 + (i % 40)}.${i % 250}.2`, port }).then(
        (socket) => {
          count('connected');
          socket.write(`GET ${base}/cut HTTP/1.1\r\nx: `);
          const timer = setInterval(() => socket.write('y'), 500);
          socket.on('close', () => clearInterval(timer));
        },
        () => count('closed'),
      );
      await after(20);
    }
  },
  /** Announces peers at private addresses, and names of them. */
  async announce() {
    const inside = createServer((socket) => {
      // The node is told that 127.0.0.1 is allowed: its honest peer is there.
      if (socket.localAddress !== '127.0.0.1') report.reserved++;
      socket.destroy();
    });
    await new Promise((resolve) => inside.listen(28_703, '0.0.0.0', resolve));
    const hosts = [
      '127.0.0.2',
      '127.1.1.1',
      'localhost',
      'localhost.localdomain',
      '0.0.0.0',
      '::1',
      '::ffff:127.0.0.2',
      '127.2',
      '0x7f.0.0.2',
      '2130706434',
      '10.0.0.1',
      '169.254.169.254',
      'metadata.google.internal',
      '224.0.0.1',
    ];
    await each(async (socket, i) => {
      const hostname = hosts[i % hosts.length];
      const peer = { id: null, address: { hostname, port: 28_703 } };
      await put(socket, '/cut/peer', JSON.stringify(peer));
      await after(50);
    });
  },
  /** Bodies that are too large, too deep, compressed, or impossible. */
  async junk() {
    const cut = (members) =>
      JSON.stringify({
        hashes: {},
        origin: null,
        weight: '',
        height: 0,
        instance: 'my-network',
        id: '',
        ...members,
      });
    const bodies = [
      ['/cut', 'x'.repeat(1_500_000)],
      ['/cut', '['.repeat(60_000)],
      ['/cut', `{${Array.from({ length: 5_000 }, (_, i) => `"${i}":0`).join(',')}}`],
      ['/cut', cut({ height: 1e300 })],
      [
        '/cut',
        cut({
          hashes: Object.fromEntries(
            Array.from({ length: 900 }, (_, i) => [i, { height: i, hash: 'A'.repeat(43) }]),
          ),
        }),
      ],
      ['/cut', gzipSync(Buffer.alloc(10_000_000)), { 'content-encoding': 'gzip' }],
      ['/chain/0/mempool/insert', JSON.stringify(Array.from({ length: 2_000 }, () => '{}'))],
      ['/chain/0/mempool/insert', '['.repeat(1_000_000)],
      ['/cut/peer', '{"id":null,"address":{"hostname":"","port":-1}}'],
      ['/cut/peer', '\0'.repeat(2_000)],
    ];
    await each(async (socket, i) => {
      const [path, body, headers] = bodies[i % bodies.length];
      await put(socket, path, body, headers);
      await after(20);
    });
  },
  /** Blocks that do not exist, limited cuts, and branches, as fast as answers come. */
  async seek() {
    await each(async (socket, i) => {
      const hash = randomBytes(32).toString('base64url');
      const paths = [
        `/chain/0/header/${hash}`,
        `/chain/${i % 3}/payload/${hash}?height=${i}`,
        `/cut?maxheight=${i % 100}`,
        `/chain/${i % 3}/header?limit=1000`,
      ];
      report.attempts++;
      count(await ask(socket, base + paths[i % paths.length]));
    });
  },
};

export const attackNames = Object.keys(attacks);

/** Goes on with as many connections as there are to have, from eight groups. */
async function each(run) {
  const work = async (own) => {
    for (let i = own; ;) {
      const socket = await connected({ from: somewhere(i), port }).catch(() => undefined);
      if (socket === undefined) await after(200);
      for (; socket !== undefined && !socket.destroyed; i += 64) await run(socket, i);
      i += 64;
    }
  };
  await Promise.all(Array.from({ length: 64 }, (_, own) => work(own)));
}

async function put(socket, path, body, headers = {}) {
  report.attempts++;
  const type = { 'content-type': 'application/json;charset=utf-8', ...headers };
  count(await ask(socket, base + path, { method: 'PUT', body: Buffer.from(body), headers: type }));
}

if (process.send !== undefined && name in attacks) {
  process.on('message', () => process.send(report));
  process.on('uncaughtException', () => count('broken'));
  process.send('started');
  void attacks[name]();
}
