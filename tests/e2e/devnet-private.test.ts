// Sealed commands on `pact devnet`: two devnets with an entity each, results only where they belong, and kills in between.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { encodeCommand, type Command } from '../../src/chain/command/index.ts';
import { toHex } from '../../src/base/bytes.ts';
import { keyFileText } from '../../src/apps/request/keys.ts';
import { folderWith, runCommand } from '../support/command.ts';
import { startDevnet, type DevnetProcess } from '../support/devnet-process.ts';
import { entity, entityKeys } from '../support/sealed-commands.ts';
import { counterModule, sealed, type SealedOptions } from '../support/sealed-devnets.ts';

const folder = folderWith({});
const path = (name: string): string => join(folder.path, name);
const names = ['alice', 'bob'] as const;

const startOf = (name: (typeof names)[number]): Promise<DevnetProcess> =>
  startDevnet(
    ...['--chains', '2', '--state', path(name), '--entity', name],
    ...['--entity-key', path(`${name}.key`)],
    ...names.flatMap((each) => ['--entities', `${each}=${toHex(entityKeys.get(each)!)}`]),
  );

type Answer = { readonly status: number; readonly text: string };

async function ask(
  { address }: DevnetProcess,
  verb: string,
  body: string,
  chain = 0,
): Promise<Answer> {
  const url = `${address}/chainweb/0.0/development/chain/${chain}/pact/${verb}`;
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch(url, { method: 'POST', headers, body });
  return { status: answer.status, text: await answer.text() };
}

const now = (): number => Math.floor(Date.now() / 1000);
const letter = (code: string, options: SealedOptions = {}): Command =>
  sealed(code, { creationTime: now(), ...options });

const send = (net: DevnetProcess, command: Command): Promise<Answer> =>
  ask(net, 'private', encodeCommand(command));

async function resultOf(net: DevnetProcess, { hash }: Command): Promise<unknown> {
  const { text } = await ask(net, 'api/v1/listen', JSON.stringify({ listen: hash }));
  const { result } = JSON.parse(text) as { result: { data?: unknown; error?: unknown } };
  return result.data ?? result.error;
}

const polled = async (net: DevnetProcess, { hash }: Command, chain = 0): Promise<string> =>
  (await ask(net, 'poll', JSON.stringify({ requestKeys: [hash] }), chain)).text;

let alice: DevnetProcess;
let bob: DevnetProcess;

beforeAll(async () => {
  for (const name of names) {
    const { secretKey } = entity(name);
    const text = keyFileText(toHex(entityKeys.get(name)!), secretKey);
    writeFileSync(path(`${name}.key`), text, { mode: 0o600 });
  }
  [alice, bob] = await Promise.all([startOf('alice'), startOf('bob')]);
});
afterAll(async () => {
  await Promise.all([alice, bob].map((each) => each.end()));
  folder.remove();
});

test('each recipient executes a command on its own tables, and nobody else knows its key', async () => {
  const both = letter(counterModule, { to: ['alice', 'bob'] });
  for (const net of [alice, bob]) {
    expect(await send(net, both)).toEqual({
      status: 200,
      text: `{"requestKeys":["${both.hash}"]}`,
    });
    expect(await resultOf(net, both)).toBe('TableCreated');
  }
  const forBob = letter('(free.counter.add)');
  await send(bob, forBob);
  expect(await resultOf(bob, forBob)).toEqual({ int: 1 });
  expect(await polled(alice, forBob)).toBe('{}');
  expect(await polled(bob, forBob, 1)).toBe('{}');
  const answer = JSON.parse(await polled(bob, forBob)) as Record<string, { metaData: unknown }>;
  expect(answer[forBob.hash]?.metaData).toMatchObject({ blockHash: expect.any(String) as string });
  const refused = await send(alice, forBob);
  expect([refused.status, refused.text]).toEqual([
    400,
    `One or more transactions were invalid: Transaction "${forBob.hash}" at index 0 failed with: it is sealed for bob, ` +
      'but the entity of this node is alice, and there are no other nodes to pass it on to',
  ]);
  const again = await send(bob, forBob);
  expect([again.status, again.text]).toEqual([200, `{"requestKeys":["${forBob.hash}"]}`]);
});

test('every acknowledged command runs once, although the devnet is killed again and again', async () => {
  const commands: Command[] = [];
  for (let round = 0; round < 3; round++) {
    const some = Array.from({ length: 6 }, () => letter('(free.counter.add)'));
    const answers = some.map((each) => send(bob, each).catch(() => undefined));
    // Some are acknowledged, some executed, some neither.
    await Promise.race(answers);
    await bob.kill();
    await Promise.all(answers);
    bob = await startOf('bob');
    for (const each of some) {
      const { status, text } = await send(bob, each);
      expect(status, text).toBe(200);
    }
    commands.push(...some);
  }
  const counts = new Set<number>();
  for (const each of commands) {
    const { int } = (await resultOf(bob, each)) as { int: number };
    counts.add(int);
  }
  // One before.
  const expected = Array.from({ length: commands.length }, (_, i) => i + 2);
  expect([...counts].sort((left, right) => left - right)).toEqual(expected);
});

describe('mistakes', () => {
  test('a devnet without an entity says how to add one', async () => {
    const plain = await startDevnet('--chains', '1');
    const command = letter('1');
    const { status, text } = await send(plain, command);
    const file = path('for-plain.json');
    writeFileSync(file, encodeCommand(command));
    const host = `${plain.address}/chainweb/0.0/{networkId}/chain/{chainId}/pact`;
    const { stderr } = runCommand(['send', '--host', host, file]);
    await plain.end();
    expect(stderr).toContain(`takes no sealed commands, and answered 404: ${text}`);
    expect([status, text]).toEqual([
      404,
      'this node takes no sealed commands, because it has no entity. To add one, start pact devnet with --entity, ' +
        '--entity-key and --entities, or set entity, entityKey and entities for pact node: docs/private.md has an example. ' +
        'Public transactions go to send',
    ]);
  });

  test.each([
    [['--entity', 'bob'], '--entity needs --entity-key FILE'],
    [['--entity-key', 'x.key'], '--entity-key needs --entity'],
    [['--entities', `a=${'1'.repeat(64)}`], '--entities needs --entity'],
    [['--entity', 'bob', '--entity-key', 'none.key'], 'cannot read the key none.key'],
  ])('%s', (options, text) => {
    const { status, stderr } = runCommand([
      'devnet',
      '--port',
      '0',
      '--control-port',
      '0',
      ...options,
    ]);
    expect([status === 0, stderr.includes(text)], stderr).toEqual([false, true]);
  });
});
