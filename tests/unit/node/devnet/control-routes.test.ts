// Control requests over HTTP: a request that is refused for what its body says has changed nothing.
import { expect, onTestFinished, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { systemClock, systemTimer } from '../../../../src/base/platform/system.ts';
import { loggerOf } from '../../../../src/base/ports/logger.ts';
import { startControl } from '../../../../src/node/devnet/control-routes.ts';
import { startDateMs, startDevnet, transferOf } from '../../../support/devnets.ts';

async function started() {
  const { devnet } = startDevnet();
  const server = await startControl({
    devnet,
    accounts: [],
    port: 0,
    clock: systemClock,
    timer: systemTimer,
    logger: loggerOf({ area: 'http', clock: systemClock, level: 'error', sinks: [] }),
    onFault: (error) => expect.fail(String(error)),
  });
  onTestFinished(server.stop);
  const post = async (verb: string, body: unknown): Promise<readonly [number, string]> => {
    const answer = await fetch(`${server.address}/devnet/${verb}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: typeof body === 'string' ? body : JSON.stringify(body),
    });
    return [answer.status, await answer.text()];
  };
  /** Everything that a control request can change. */
  const state = async (): Promise<unknown> => {
    const answer = await fetch(`${server.address}/devnet/status`);
    const { time: _, ...status } = (await answer.json()) as Record<string, unknown>;
    const heads = [...devnet.engine.cut.heads.values()].map(({ hash }) => toBase64Url(hash));
    const pools = [...devnet.engine.chains.values()].map(({ mempool }) => mempool.size);
    return { status, heads, pools, offsetMs: devnet.clock.offsetMs, trusted: devnet.trustedKeys };
  };
  return { devnet, post, state };
}

const whole = 'must be a whole number from 0 to 1000000000';

/** For each operation, bodies that are refused, and the sentence. */
const refused: Readonly<Record<string, readonly (readonly [unknown, string])[]>> = {
  mine: [
    [{ blocks: '5' }, `blocks ${whole}`],
    [{ blocks: 1.5 }, `blocks ${whole}`],
    [{ blocks: -1 }, `blocks ${whole}`],
    [{ blocks: null }, `blocks ${whole}`],
    [{ blocks: 1e12 }, `blocks ${whole}`],
    [{ blocks: 1, chain: '0' }, `chain ${whole}`],
    [{ block: 5 }, 'block is not known (did you mean blocks?): the members are blocks, chain'],
    [
      { blocks: 1, chian: 0 },
      'chian is not known (did you mean chain?): the members are blocks, chain',
    ],
    [{ blocks: 0 }, 'blocks must be from 1 to 1000'],
    [{ blocks: 1001 }, 'blocks must be from 1 to 1000'],
    [{ blocks: 1, chain: 2 }, 'the network has no chain 2'],
  ],
  travel: [
    [{}, `seconds is missing: it ${whole}`],
    [{ seconds: '60' }, `seconds ${whole}`],
    [{ seconds: 60, chain: 0 }, 'chain is not known: the members are seconds'],
    [{ second: 60 }, 'second is not known (did you mean seconds?): the members are seconds'],
    [{ seconds: 0 }, 'seconds must be from 1 to 3155760000'],
  ],
  snapshot: [
    [{ name: 'x' }, 'name is not known: this request has no members'],
    [[], 'the body must be a JSON object'],
    ['{', 'the body must be a JSON object'],
  ],
  revert: [
    [{ snapshot: 1 }, 'snapshot must be a string'],
    [{ snapshot: true }, 'snapshot must be a string'],
    [
      { snapshots: '1' },
      'snapshots is not known (did you mean snapshot?): the members are snapshot',
    ],
    [{ snapshot: '9' }, 'there is no snapshot 9'],
  ],
  invalidate: [
    [{}, 'block is missing: it must be a string'],
    [{ block: 7 }, 'block must be a string'],
    [{ block: 'x', chain: '0' }, `chain ${whole}`],
    [{ hash: 'x' }, 'hash is not known: the members are block, chain'],
    [{ block: 'x', chain: 2 }, 'the network has no chain 2'],
    [{ block: 'x' }, 'chain 0 has no block x'],
  ],
  balance: [
    [{ amount: '1.0' }, 'account is missing: it must be a string'],
    [{ account: 'sender00' }, 'amount is missing: it must be a string'],
    [{ account: 'sender00', amount: 1 }, 'amount must be a string'],
    [{ account: 1, amount: '1.0' }, 'account must be a string'],
    [{ account: 'sender00', amount: '1.0', chain: -1 }, `chain ${whole}`],
    [{ account: 'sender00', amount: '1.0', chain: 2 }, 'the network has no chain 2'],
    [
      { account: 'sender00', amonut: '1.0' },
      'amonut is not known (did you mean amount?): the members are account, chain, amount',
    ],
    [
      { account: 'sender00', amount: '1e3' },
      'amount must be a decimal with at most 12 decimal places, such as 100.0',
    ],
  ],
  impersonate: [
    [{}, 'cmd is missing: it must be a string'],
    [{ cmd: {} }, 'cmd must be a string'],
    [{ command: '{}' }, 'command is not known: the members are cmd'],
    [{ cmd: '{}' }, 'the transaction has no chainId'],
    [{ cmd: transferOf(1, { chain: '7' }).cmd }, 'the network has no chain 7'],
    [{ cmd: transferOf(1).cmd.replace('"payload"', '"other"') }, 'payload'],
  ],
  reset: [
    [{ height: 0 }, 'height is not known: this request has no members'],
    ['[]', 'the body must be a JSON object'],
  ],
};

test.each(Object.keys(refused))('a refused request of %s changes nothing', async (verb) => {
  const { devnet, post, state } = await started();
  devnet.mine(3);
  await post('snapshot', {});
  devnet.mine(1);
  const before = await state();
  for (const [body, sentence] of refused[verb] ?? []) {
    const [status, text] = await post(verb, body);
    expect([400, 409], text).toContain(status);
    expect(text).toContain(sentence);
    expect(await state(), `${verb} ${JSON.stringify(body)}`).toEqual(before);
  }
});

test('requests with everything right act, and bodies may be empty', async () => {
  const { post, state } = await started();
  const before = await state();
  expect(await post('mine', { blocks: 2, chain: 1 })).toEqual([200, '{"heights":{"0":1,"1":2}}']);
  expect(await post('snapshot', '')).toEqual([200, '{"snapshot":"1"}']);
  expect((await post('mine', ''))[0]).toBe(200);
  expect(await post('revert', { snapshot: '1' })).toEqual([200, '{"heights":{"0":1,"1":2}}']);
  expect((await post('reset', {}))[0]).toBe(200);
  expect(await state()).toEqual(before);
});

test('operations wait for the one before', async () => {
  const { post } = await started();
  const answers = await Promise.all([
    post('mine', { blocks: 60 }),
    post('snapshot', {}),
    post('reset', {}),
    post('mine', { blocks: 1 }),
  ]);
  expect(answers.map(([, text]) => text)).toEqual([
    '{"heights":{"0":60,"1":60}}',
    '{"snapshot":"1"}',
    '{"heights":{"0":0,"1":0}}',
    '{"heights":{"0":1,"1":1}}',
  ]);
});

test('the time cannot be moved beyond what dates can name', async () => {
  const { devnet, post } = await started();
  devnet.setOffset(Date.UTC(9999, 11, 31, 23, 59, 59) - startDateMs - 10_000);
  const [status, text] = await post('travel', { seconds: 11 });
  expect([status, text]).toEqual([409, 'the time cannot be moved beyond the year 9999']);
  expect((await post('travel', { seconds: 10 }))[1]).toContain('"time":"9999-12-31T23:59:59.000Z"');
});
