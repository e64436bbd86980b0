// Invalid requests: each is answered with a client error status and one plain sentence, and the server goes on.
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { allEndpoints } from '../../../../src/node/api/routes/index.ts';
import { base, chain0, fakeApi } from '../../../support/node-api.ts';

const pact = `${chain0}/pact/api/v1`;

/** Sends bytes, and returns the answer up to the end of the connection or until the server is silent. */
function raw(address: string, text: string | readonly string[], patienceMs = 300): Promise<string> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve) => {
    let reported = '';
    const socket = connect(Number(port), hostname);
    const end = (): void => {
      socket.destroy();
      resolve(reported);
    };
    let silence = setTimeout(end, patienceMs);
    socket.on('data', (chunk) => {
      reported += chunk.toString();
      clearTimeout(silence);
      silence = setTimeout(end, patienceMs);
    });
    socket.on('error', () => undefined);
    socket.on('close', end);
    for (const piece of typeof text === 'string' ? [text] : text) socket.write(piece);
  });
}

const statusOf = (answer: string): number => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1] ?? 0);

const malformed = [
  '',
  ' ',
  '{',
  '[',
  'null',
  'true',
  '1',
  '"x"',
  '[]',
  '{}',
  '{"a":',
  '\u0000',
  '{"a":1}}',
  '{"cmds":{}}',
  '{"requestKeys":{}}',
  '{"listen":null}',
  '{"listen":[]}',
  '{"cmd":1}',
  '1e1000000000',
  `[${'9'.repeat(100_000)}]`,
  '{"cmds":[{"hash":"x","sigs":1,"cmd":2}]}',
  '{"__proto__":{"cmds":[]}}',
  '{"constructor":{}}',
  '\ufeff{}',
  '{"cmds":[null]}',
  `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
];

test('bodies that are not JSON, or not an object of the right shape', async () => {
  const { post, faults } = await fakeApi();
  const paths = ['send', 'poll', 'listen', 'local', 'private', 'spv'].map(
    (verb) => `${pact}/${verb}`,
  );
  for (const path of [...paths, `${chain0}/hash/branch`, `${chain0}/payload/batch`]) {
    for (const body of malformed) {
      const [status, text] = await post(path, body);
      const isFine = [400, 413].includes(status) || (status === 200 && /branch|batch/.test(path));
      expect(isFine, `${path} ${body.slice(0, 40)}: ${status} ${text.slice(0, 80)}`).toBe(true);
      expect(text.length).toBeLessThan(500);
      expect(text).not.toMatch(/\n|node_modules|at .*\.ts/);
    }
  }
  expect(faults).toEqual([]);
});

test('malformed bodies for Rosetta', async () => {
  const { post, faults } = await fakeApi({ rosetta: true });
  const paths = allEndpoints
    .filter(({ feature }) => feature === 'rosetta')
    .map(({ path }) => path.replace('/{word}/0.0/{network}', base));
  expect(paths.length).toBeGreaterThan(8);
  const identifier = '{"blockchain":"kadena","network":"development","sub_network_identifier":';
  const bodies = [
    ...malformed,
    `{"network_identifier":${identifier}1}}`,
    `{"network_identifier":${identifier}{"network":0}}}`,
    `{"network_identifier":${identifier}{"network":"0"}},"block_identifier":{"index":-1}}`,
    `{"network_identifier":${identifier}{"network":"0"}},"block_identifier":{"index":1e999999}}`,
    `{"network_identifier":${identifier}{"network":"0"}},"account_identifier":{"address":null}}`,
    `{"network_identifier":${identifier}{"network":"0"}},"operations":[null],"metadata":[]}`,
  ];
  for (const path of paths) {
    for (const body of bodies) {
      const [status, text] = await post(path, body);
      const isAnswered = status === 500 && text.startsWith('{"code":');
      const isFine = [200, 400, 413].includes(status) || isAnswered;
      expect(isFine, `${path} ${body.slice(0, 90)}: ${status} ${text.slice(0, 80)}`).toBe(true);
      if (status === 400) expect(text.length).toBeLessThan(500);
    }
  }
  expect(faults).toEqual([]);
});

test('unsupported content types and encodings of bodies', async () => {
  const { ask } = await fakeApi();
  const sent = async (
    headers: Record<string, string>,
    body: string | Uint8Array<ArrayBuffer> = '{}',
  ) => (await ask(`${pact}/poll`, { method: 'POST', body, headers })).status;
  expect(await sent({ 'content-type': 'text/plain' })).toBe(415);
  expect(await sent({ 'content-type': '' })).toBe(415);
  expect(await sent({ 'content-type': 'application/json', 'content-encoding': 'gzip' })).toBe(415);
  expect(await sent({ 'content-type': 'application/json;charset=utf-8' })).toBe(400);
  expect(await sent({ 'content-type': 'APPLICATION/JSON' })).toBe(400);
  expect(await sent({ 'content-type': 'application/json' }, Uint8Array.of(0xff, 0xfe))).toBe(400);
});

test('wrong lengths, malformed requests', async () => {
  const { address, get } = await fakeApi();
  const head = `POST ${pact}/poll HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const requests: readonly [name: string, text: string, statuses: readonly number[]][] = [
    ['shorter than it says', `${head}Content-Length: 5\r\n\r\n{}`, [0]],
    ['longer than it says', `${head}Content-Length: 2\r\n\r\n{}{}`, [400]],
    ['negative', `${head}Content-Length: -1\r\n\r\n`, [400]],
    ['two lengths', `${head}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`, [400]],
    ['two ways', `${head}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, [400]],
    ['too long', `${head}Content-Length: 99999999999\r\n\r\n`, [413]],
    ['not a number', `${head}Content-Length: x\r\n\r\n`, [400]],
    ['bad chunk', `${head}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, [400]],
    ['no host', `GET ${base}/cut HTTP/1.1\r\n\r\n`, [400]],
    ['no path', 'GET  HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['no HTTP', 'hello\r\n\r\n', [400]],
    ['binary', '\u0016\u0003\u0001\u0000\u0000', [400]],
    ['method', 'BREW /cut HTTP/1.1\r\nHost: x\r\n\r\n', [400]],
    ['TRACE', `TRACE ${base}/cut HTTP/1.1\r\nHost: x\r\n\r\n`, [405]],
    ['absolute', `GET http://y${base}/cut HTTP/1.1\r\nHost: x\r\n\r\n`, [200]],
    ['large head', `GET /info HTTP/1.1\r\nHost: x\r\nX: ${'y'.repeat(20_000)}\r\n\r\n`, [431]],
    ['path', `GET ${base}/${'c'.repeat(8000)} HTTP/1.1\r\nHost: x\r\n\r\n`, [404]],
  ];
  for (const [name, text, statuses] of requests) {
    const answer = await raw(address, text);
    expect(statuses, `${name}: ${answer.slice(0, 200)}`).toContain(statusOf(answer));
    expect(answer).not.toMatch(/Error:|node:internal|\.ts:/);
  }
  expect((await get('/health-check'))[0]).toBe(200);
});

test('senders that are too slow get an answer that says so', async () => {
  const { address, get } = await fakeApi({
    httpLimits: { slowStartMs: 50, connectionCheckMs: 20 },
  });
  const head = `POST ${pact}/poll HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n`;
  const answer = await raw(address, `${head}Content-Length: 100\r\n\r\n{`, 2000);
  expect([statusOf(answer), answer.includes('arrived too slowly')]).toEqual([408, true]);
  expect((await get('/health-check'))[0]).toBe(200);
});

test('many requests on one connection are answered, and too many close it', async () => {
  const { address, get } = await fakeApi();
  const one = `GET /health-check HTTP/1.1\r\nHost: x\r\n\r\n`;
  const some = await raw(address, one.repeat(10));
  expect(some.match(/HTTP\/1\.1 200/g)).toHaveLength(10);
  const many = await raw(address, one.repeat(500));
  expect(many.match(/HTTP\/1\.1 200/g)?.length ?? 0).toBeLessThan(500);
  expect((await get('/health-check'))[0]).toBe(200);
});

test('clients that leave midway leave nothing behind', async () => {
  const { address, get, faults } = await fakeApi();
  const { hostname, port } = new URL(address);
  for (let i = 0; i < 50; i++) {
    const socket = connect(Number(port), hostname);
    socket.on('error', () => undefined);
    socket.write(`POST ${pact}/send HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n`);
    socket.write('Content-Type: application/json\r\n\r\n{"cm', () => socket.destroy());
  }
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect((await get('/health-check'))[0]).toBe(200);
  expect(faults).toEqual([]);
});
