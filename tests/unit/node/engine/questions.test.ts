// Questions about the state of a chain share the work for a block, and each is answered as if it were alone.
import { beforeAll, expect, test } from 'vitest';
import { checkClaim, type Command } from '../../../../src/chain/command/index.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import { decodeOutput } from '../../../../src/chain/model/output-json.ts';
import { outcomeIn } from '../../../../src/node/questions/printed-result.ts';
import type { ChainPort, LocalReply } from '../../../../src/node/port.ts';
import {
  outputOf,
  startDevnet,
  transaction,
  transferOf,
  type TestDevnet,
} from '../../../support/devnets.ts';
import { valueOf } from '../../../support/value-of.ts';

let net: TestDevnet;
let chain: ChainPort;

beforeAll(() => {
  net = startDevnet({ chains: 1 });
  chain = net.devnet.node.chain(0)!;
});

const ask = (command: Command, more: { readonly preflight?: boolean; depth?: number } = {}) =>
  chain.local({
    command,
    preflight: more.preflight ?? false,
    signatures: 'check',
    rewindDepth: more.depth ?? 0,
  });

/** Returns the gas and result, or the kind of the reply. */
function reported(reply: LocalReply): unknown {
  if (reply.kind !== 'result' && reply.kind !== 'preflight') return reply;
  const { gas, result, events, logs, txId } = valueOf(decodeOutput(utf8(String(reply.json))));
  return { gas, result, events: events.length, logs, txId };
}

const balance = () => transaction({ code: '(coin.get-balance "sender00")' });
const module = () =>
  transaction({
    code: '(namespace "free") (module m g (defcap g () true) (defun f () 1)) (m.f)',
    gasLimit: 100_000,
  });

test('the second question costs the same as the first', async () => {
  const first = reported(await ask(balance()));
  expect(first).toMatchObject({ result: { status: 'success' } });
  for (let i = 0; i < 3; i++) expect(reported(await ask(balance()))).toEqual(first);
});

test('what one question writes, installs or breaks is not visible to the next', async () => {
  const read = reported(await ask(balance()));
  // Its hash is part of what it writes.
  const install = module();
  const installed = reported(await ask(install));
  expect(installed).toMatchObject({ result: { status: 'success' } });
  expect(reported(await ask(install))).toEqual(installed);
  expect(reported(await ask(transaction({ code: '(free.m.f)' })))).toMatchObject({
    result: { status: 'failure' },
  });
  const preflight = reported(await ask(transferOf(7), { preflight: true }));
  expect(preflight).toMatchObject({ result: { status: 'success' } });
  expect(reported(await ask(transferOf(7), { preflight: true }))).toMatchObject({
    gas: (preflight as { gas: bigint }).gas,
  });
  expect(reported(await ask(transaction({ code: '(enforce false "no")' })))).toMatchObject({
    result: { status: 'failure' },
  });
  expect(reported(await ask(balance()))).toEqual(read);
});

test('a question that takes too long is ended, and the next one gives the usual answer', async () => {
  const read = reported(await ask(balance()));
  let now = 0;
  const slow = startDevnet({
    chains: 1,
    localLimitMs: 2000,
    clock: { nowMs: () => (now += 50), dateMs: () => net.time.dateMs() },
  });
  const other = slow.devnet.node.chain(0)!;
  const question = (code: string) =>
    other.local({
      command: transaction({ code, gasLimit: 150_000 }),
      preflight: false,
      signatures: 'skip',
      rewindDepth: 0,
    });
  const endless = '(fold (+) 0 (map (lambda (x) (* x x)) (enumerate 0 100000)))';
  expect((await question(endless)).kind).toBe('interrupted');
  expect(reported(await question('(coin.get-balance "sender00")'))).toEqual(read);
});

test('signatures are checked in the background, and none of them after the first fault', async () => {
  let checks = 0;
  const counted = startDevnet({
    chains: 1,
    signatures: {
      check: (claim) => {
        checks++;
        return Promise.resolve(checkClaim(claim));
      },
    },
  });
  const signed = balance();
  const other = counted.devnet.node.chain(0)!;
  const question = (command: Command, signatures: 'check' | 'skip') =>
    other.local({ command, preflight: false, signatures, rewindDepth: 0 });
  expect((await question(signed, 'check')).kind).toBe('result');
  expect(checks).toBe(1);
  expect((await question(signed, 'skip')).kind).toBe('result');
  expect(checks).toBe(1);
  const wrong = { ...signed, signatures: transferOf(1).signatures };
  expect(await question(wrong, 'check')).toEqual({
    kind: 'refused',
    failures: ['The signature at position 0 is invalid: invalid ed25519 signature.'],
  });
});

test('invalid code gives a result, and an invalid payload is refused', async () => {
  expect(reported(await ask(transaction({ code: '(+ 1' })))).toMatchObject({
    result: { status: 'failure', error: { type: 'SyntaxError' } },
  });
  expect((await ask({ ...balance(), cmd: '{}' })).kind).toBe('unreadable');
});

test('queries have no lasting effect', async () => {
  const before = chain.head();
  const transfer = transferOf(6);
  const preflight = await chain.local({
    command: transfer,
    preflight: true,
    signatures: 'check',
    rewindDepth: 0,
  });
  expect(preflight.kind).toBe('preflight');
  const plain = await chain.local({
    command: transaction({ code: '(coin.get-balance "sender00")' }),
    preflight: false,
    signatures: 'skip',
    rewindDepth: 0,
  });
  expect(plain.kind === 'result' && outcomeIn(plain.json).status).toBe('success');
  expect(chain.head()).toBe(before);
});

test('a query about the past sees the past', async () => {
  const ask = (rewindDepth: number) =>
    chain.local({
      command: transaction({ code: '(coin.get-balance "sender01")' }),
      preflight: false,
      signatures: 'skip',
      rewindDepth,
    });
  const before = await ask(0);
  const sent = transferOf(1000);
  await chain.submit([sent]);
  await chain.poll([sent.hash]);
  const [after, past] = [await ask(0), await ask(1)];
  const dataOf = (reply: typeof after) => {
    const outcome = reply.kind === 'result' ? outcomeIn(reply.json) : undefined;
    return outcome?.status === 'success' ? outcome.data : undefined;
  };
  expect(dataOf(past)).toEqual(dataOf(before));
  expect(dataOf(after)).not.toEqual(dataOf(before));
});

test('code sees the time of the clock, at most a second late, and the past stays as it is', async () => {
  const asked = () =>
    transaction({
      code: '(format-time "%Y-%m-%dT%H:%M:%SZ" (at "block-time" (chain-data)))',
      creationTime: Math.floor(net.time.dateMs() / 1000),
    });
  const local = async (depth: number): Promise<unknown> => {
    const reply = await ask(asked(), { depth });
    const result = reply.kind === 'result' ? outcomeIn(reply.json) : undefined;
    return result?.status === 'success' ? result.data : reply.kind;
  };
  const sent = async (): Promise<unknown> => {
    const command = asked();
    await chain.submit([command]);
    return outputOf((await chain.poll([command.hash])).get(command.hash)).result.data;
  };
  for (const seconds of [2, 7, 90]) {
    for (const answer of [() => local(0), sent]) {
      await net.time.advance(1000 * seconds);
      const late = net.time.dateMs() - Date.parse(String(await answer()));
      expect([late >= 0, late <= 1000], String(late)).toEqual([true, true]);
    }
  }
  const head = chain.head();
  await local(0);
  await net.time.advance(5000);
  await local(1);
  const question = { preflight: false, signatures: 'skip', rewindDepth: 0 } as const;
  await net.devnet.plainNode.chain(0)!.local({ ...question, command: asked() });
  expect(chain.head()).toBe(head);
});

test('a refused transaction is reported for two days, also after it has expired', async () => {
  const creationTime = Math.floor(net.time.dateMs() / 1000);
  // Without a form it cannot be in a block.
  const refused = transaction({ code: '; nothing', ttl: 60, creationTime });
  await chain.submit([refused]);
  const polled = async () => [...(await chain.poll([refused.hash])).values()];
  expect(await polled()).toEqual([{ kind: 'bad-listed' }]);
  await net.time.advance(47 * 3_600_000);
  net.devnet.mine(1);
  expect(await polled()).toEqual([{ kind: 'bad-listed' }]);
  await net.time.advance(2 * 3_600_000);
  net.devnet.mine(1);
  expect(await polled()).toEqual([]);
});
