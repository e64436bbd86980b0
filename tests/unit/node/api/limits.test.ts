// Each limit of the interface, at the limit and one above. Pages, batches, branch bounds, poll keys, listeners and miners'
// streams are tested with their endpoints.
import { expect, test } from 'vitest';
import { good } from '../../../../src/base/result.ts';
import { apiLimits } from '../../../../src/node/api/limits.ts';
import { chain0, fakeApi } from '../../../support/node-api.ts';
import { codeCommand } from '../../../support/signed-commands.ts';
import { FakeNode, fakeMining } from '../../../support/fake-node.ts';
import { apiOf, base } from '../../../support/node-api.ts';

const pact = `${chain0}/pact`;
const command = codeCommand('(+ 1 2)');
const key = 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o';
const padded = (text: string, bytes: number) => text.padEnd(bytes, ' ');

test('bodies are limited in bytes', async () => {
  const limits = { bodyBytes: 2000, smallBodyBytes: 100 };
  const { post } = await fakeApi({ limits });
  const keys = JSON.stringify({ requestKeys: [key] });
  const bodies = [
    ['pact/send', `{"cmds":[${command.text}]}`, limits.bodyBytes],
    ['pact/poll', keys, limits.bodyBytes],
    ['payload/batch', '[]', limits.bodyBytes],
    ['hash/branch', '{}', limits.bodyBytes],
  ] as const;
  for (const [path, body, max] of bodies) {
    expect((await post(`${chain0}/${path}`, padded(body, max)))[0], path).toBe(200);
    expect(await post(`${chain0}/${path}`, padded(body, max + 1))).toEqual([
      413,
      `the body is larger than ${max} bytes`,
    ]);
  }
  expect(apiLimits.bodyBytes).toBe(2_097_152);
});

test('solutions are limited in bytes', async () => {
  const node = new FakeNode();
  node.mining = fakeMining();
  const { ask } = await apiOf(node);
  const { solvedBodyBytes: max } = apiLimits;
  const solve = async (bytes: number) =>
    (await ask(`${base}/mining/solved`, { method: 'POST', body: new Uint8Array(bytes) })).status;
  expect([await solve(max), await solve(max + 1)]).toEqual([200, 413]);
});

test('JSON is read to a maximum depth', async () => {
  const { post } = await fakeApi();
  const nested = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`;
  // Inside the object of the body, and the lists of the member.
  const reported = async (levels: number) => (await post(`${pact}/poll`, nested(levels)))[1];
  expect(await reported(apiLimits.bodyDepth)).toBe('Error in $: the body must be an object');
  expect(await reported(apiLimits.bodyDepth + 1)).toMatch(/^Error in \$: the body is not JSON: /);
  expect((await post(`${pact}/send`, nested(1_000_000)))[0]).toBe(400);
});

test('a request may send a limited number of transactions', async () => {
  const { post } = await fakeApi({ limits: { commands: 2 } });
  const cmds = (count: number) => `{"cmds":[${Array(count).fill(command.text).join()}]}`;
  expect((await post(`${pact}/send`, cmds(2)))[0]).toBe(200);
  expect(await post(`${pact}/send`, cmds(3))).toEqual([
    400,
    'Error in $.cmds: one request may send 2 transactions, not 3',
  ]);
});

test('a limited number of requests waits for the engine', async () => {
  const limits = { questions: 1, submissions: 1 };
  const { post, node } = await fakeApi({ limits });
  let release = (): void => undefined;
  const gate = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  node.answers.local = async () => {
    asked++;
    await gate;
    return { kind: 'interrupted' };
  };
  node.answers.submit = async (commands) => {
    asked++;
    await gate;
    return good(commands.map(({ hash }) => hash));
  };
  const open = [
    post(`${pact}/local`, command.text),
    post(`${pact}/send`, `{"cmds":[${command.text}]}`),
  ];
  await expect.poll(() => asked).toBe(2);
  expect(await post(`${pact}/local`, command.text)).toEqual([
    503,
    '1 requests of local, spv and spv2 are open: retry later',
  ]);
  expect((await post(`${pact}/spv`, { requestKey: key, targetChainId: '1' }))[0]).toBe(503);
  expect((await post(`${pact}/send`, `{"cmds":[${command.text}]}`))[0]).toBe(503);
  release();
  expect((await Promise.all(open)).map(([status]) => status)).toEqual([200, 200]);
  expect((await post(`${pact}/local`, command.text))[0]).toBe(200);
});

test('depths above the limit are reduced to it', async () => {
  const { post, node } = await fakeApi();
  const { depth } = apiLimits;
  for (const asked of [depth, depth + 1, '9'.repeat(40)]) {
    await post(`${pact}/poll?confirmationDepth=${asked}`, { requestKeys: [key] });
  }
  expect(node.confirmations).toEqual([depth, depth, depth]);
});

test('a reader of blocks that falls too far behind loses its stream', async () => {
  const { ask, node } = await fakeApi({ limits: { eventsBehind: 3 } });
  const answer = await ask(`${base}/header/updates`);
  // Without a pause, so that nothing is written in between.
  for (const chain of [0, 1, 2, 3, 4, 5]) node.mine(chain);
  expect(await answer.text()).not.toContain('"chainId":5');
  expect(node.listening).toBe(0);
});
