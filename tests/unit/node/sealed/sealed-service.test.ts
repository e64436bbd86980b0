// Sealed commands on a devnet in this thread: taken, executed for its entity on tables of its own, once.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { encodeCommand } from '../../../../src/chain/command/index.ts';
import { SealedRecords, type sealedTables } from '../../../../src/node/sealed/sealed-records.ts';
import { fileName } from '../../../../src/node/storage/backup-files.ts';
import { tables as storedTables } from '../../../../src/node/storage/node-storage.ts';
import { carriedLimits } from '../../../../src/p2p/sealed/limits.ts';
import { Environment } from '../../../../src/storage/disk/index.ts';
import {
  startDateMs,
  startDevnet,
  transaction,
  type TestDevnet,
} from '../../../support/devnets.ts';
import { seal } from '../../../support/sealed-commands.ts';
import {
  counterModule,
  entityDevnet,
  outcomeOf,
  privateCommand,
  resultOf,
  sealed,
  take,
} from '../../../support/sealed-devnets.ts';

const nets: TestDevnet[] = [];
const folders: string[] = [];

function opened(net: TestDevnet): TestDevnet {
  nets.push(net);
  return net;
}

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'pact-sealed-'));
  folders.push(folder);
  return folder;
}

afterEach(async () => {
  await Promise.all(nets.splice(0).map(({ devnet }) => devnet.stop()));
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

/** Returns why a command was not taken. */
function whyNot(taken: Awaited<ReturnType<typeof take>>): string {
  if (taken.ok) return 'it was taken';
  const { fault } = taken;
  if (fault.kind === 'refused') return fault.refused.map(({ text }) => text).join();
  return 'text' in fault ? fault.text : fault.kind;
}

describe('execution', () => {
  test('the entity has tables and modules of its own above the public state', async () => {
    const net = opened(entityDevnet('bob'));
    const module = sealed(counterModule);
    expect(await take(net, module)).toEqual({ ok: true, value: module.hash });
    expect(await resultOf(net, module)).toMatchObject({ status: 'success', said: 'TableCreated' });
    for (const count of [1, 2]) {
      const add = sealed('(free.counter.add)');
      await take(net, add);
      expect(await resultOf(net, add)).toMatchObject({ status: 'success', said: { int: count } });
    }
    // Public transactions do not see it.
    const local = await net.devnet.node.chain(0)!.local({
      command: transaction({ code: '(free.counter.add)' }),
      preflight: false,
      signatures: 'check',
      rewindDepth: 0,
    });
    expect(JSON.stringify(local)).toContain('free.counter');
    expect(JSON.stringify(local)).toContain('failure');
    // Nor do sealed commands of another chain.
    const elsewhere = sealed('(free.counter.add)', { chain: 1 });
    await take(net, elsewhere, 1);
    expect((await resultOf(net, elsewhere, 1)).status).toBe('failure');
    expect(net.troubles).toEqual([]);
  });

  test('public tables can be read, and are never written', async () => {
    const net = opened(entityDevnet('bob'));
    const read = sealed('(> (coin.get-balance "sender00") 1.0)');
    await take(net, read);
    expect(await resultOf(net, read)).toMatchObject({ status: 'success', said: true });
    const write = sealed('(coin.create-account "bob" (read-keyset "k"))');
    await take(net, write);
    expect((await resultOf(net, write)).status).toBe('failure');
  });

  test('the gas limit of the node ends it, and what it wrote is gone', async () => {
    const net = opened(entityDevnet('bob'));
    await take(net, sealed(counterModule));
    const long = sealed('(free.counter.add) (map (lambda (i) (hash i)) (enumerate 0 1000000))');
    await take(net, long);
    const result = await resultOf(net, long);
    expect([result.status, String(result.said).includes('Gas')]).toEqual(['failure', true]);
    const add = sealed('(free.counter.add)');
    await take(net, add);
    expect((await resultOf(net, add)).said).toEqual({ int: 1 });
  });

  test('it runs after the block that was the newest one, and confirmations count from there', async () => {
    const net = opened(entityDevnet('bob'));
    const { node, engine } = net.devnet;
    net.devnet.mine(3, 0);
    const { height } = engine.cut.heads.get(0)!;
    const code = '(at "block-height" (chain-data))';
    const command = sealed(code);
    await take(net, command);
    expect(await resultOf(net, command)).toMatchObject({ height, said: { int: height + 1 } });
    const plain = net.devnet.plainNode.chain(0)!;
    const depth = async (confirmationDepth: number): Promise<boolean> =>
      (await plain.poll([command.hash], { confirmationDepth })).has(command.hash);
    expect([await depth(0), await depth(2)]).toEqual([true, false]);
    net.devnet.mine(2, 0);
    expect(await depth(2)).toBe(true);
    // Only on its chain.
    expect((await node.chain(1)!.poll([command.hash])).size).toBe(0);
  });

  test('a result stays when its block is taken back', async () => {
    const net = opened(entityDevnet('bob'));
    const start = net.devnet.engine.cut;
    net.devnet.mine(3, 0);
    const command = sealed('(+ 1 2)');
    await take(net, command);
    const before = await resultOf(net, command);
    expect(net.devnet.moveTo(start).ok).toBe(true);
    const found = await net.devnet.plainNode.chain(0)!.poll([command.hash]);
    expect(outcomeOf(found.get(command.hash))).toEqual(before);
  });
});

describe('what is refused', () => {
  const now = startDateMs / 1000;
  test.each([
    ['another network', sealed('1', { networkId: 'mainnet01' }), 0, 'conflicts with this endpoint'],
    ['another chain', sealed('1', { chain: 1 }), 0, 'conflicts with this endpoint'],
    ['a chain that does not exist', sealed('1', { chain: 'x' }), 0, 'conflicts with this endpoint'],
    ['an old command', sealed('1', { creationTime: now - 700 }), 0, 'time-to-live is expired'],
    ['one of the future', sealed('1', { creationTime: now + 100 }), 0, 'too far in the future'],
    [
      'a long life',
      sealed('1', { ttl: 200_000 }),
      0,
      'the ttl of a sealed command must be from 0 to',
    ],
    [
      'one for others',
      sealed('1', { to: ['carol'] }),
      0,
      'sealed for carol, but the entity of this',
    ],
  ] as const)('%s', async (_, command, chain, text) => {
    const net = opened(entityDevnet('bob'));
    expect(whyNot(await take(net, command, chain))).toContain(text);
  });

  test('a wrong signature of the seal, and what is not sealed', async () => {
    const net = opened(entityDevnet('bob'));
    const [one, two] = [sealed('1'), sealed('2')];
    const forged = { ...one, signatures: two.signatures };
    expect(whyNot(await take(net, forged))).toContain('Invalid signature of the seal');
    // The command itself is taken afterwards.
    expect((await take(net, one)).ok).toBe(true);
    expect(whyNot(await take(net, transaction()))).toContain('is not sealed');
  });

  test('a sender that is not known here, and one that signs as another', async () => {
    const net = opened(entityDevnet('bob'));
    const stranger = seal(privateCommand('1', { from: 'mallory' }), 'carol');
    await take(net, stranger);
    expect((await resultOf(net, stranger)).said).toContain('the public key of mallory');
    const posing = seal(privateCommand('1'), 'carol');
    await take(net, posing);
    expect((await resultOf(net, posing)).said).toContain('was not sealed by alice for bob');
  });

  test('a devnet without an entity takes none', () => {
    expect(opened(startDevnet()).devnet.node.sealed).toBeUndefined();
  });
});

describe('replays', () => {
  test('the same command, and the command inside in another seal, run once', async () => {
    const folder = newFolder();
    const net = entityDevnet('bob', { folder });
    await take(net, sealed(counterModule));
    const inner = privateCommand('(free.counter.add)');
    const first = seal(inner);
    await take(net, first);
    expect((await resultOf(net, first)).said).toEqual({ int: 1 });
    expect(await take(net, first)).toEqual({ ok: true, value: first.hash });
    const second = seal(inner);
    expect(second.hash).not.toBe(first.hash);
    await take(net, second);
    const again = `the command inside, ${inner.hash}, has been executed before`;
    expect((await resultOf(net, second)).said).toContain(again);
    await net.devnet.stop();

    const next = opened(entityDevnet('bob', { folder }));
    expect((await resultOf(next, first)).said).toEqual({ int: 1 });
    expect(await take(next, first)).toEqual({ ok: true, value: first.hash });
    const third = seal(inner);
    await take(next, third);
    expect((await resultOf(next, third)).said).toContain(again);
    const add = sealed('(free.counter.add)');
    await take(next, add);
    expect((await resultOf(next, add)).said).toEqual({ int: 2 });
  });

  test('a client may repeat a command while it waits, and at the same time', async () => {
    const net = opened(entityDevnet('bob'));
    await take(net, sealed(counterModule));
    const add = sealed('(free.counter.add)');
    const taken = await Promise.all([take(net, add), take(net, add), take(net, add)]);
    expect(taken).toEqual(Array(3).fill({ ok: true, value: add.hash }));
    expect((await resultOf(net, add)).said).toEqual({ int: 1 });
    const next = sealed('(free.counter.add)');
    await take(net, next);
    expect((await resultOf(net, next)).said).toEqual({ int: 2 });
  });

  test('one that was executed and is not carried any more is taken as by other nodes, and not executed', async () => {
    const folder = newFolder();
    const first = entityDevnet('bob', { folder });
    await take(first, sealed(counterModule));
    const add = sealed('(free.counter.add)');
    await take(first, add);
    await resultOf(first, add);
    await first.devnet.stop();
    await changeStored(folder, (stored) => emptyTable(stored, 'sealedCarried'));
    const second = opened(entityDevnet('bob', { folder }));
    const pool = second.devnet.plainNode.sealedService!;
    expect((await pool.pending()).keys).toEqual([]);
    expect(await take(second, add)).toEqual({ ok: true, value: add.hash });
    expect((await pool.pending()).keys).toEqual([add.hash]);
    const next = sealed('(free.counter.add)');
    await take(second, next);
    expect((await resultOf(second, next)).said).toEqual({ int: 2 });
  });

  test('after its time a command is refused, and its result is still there', async () => {
    const net = opened(entityDevnet('bob'));
    const command = sealed('(+ 1 2)');
    const garbage = seal(privateCommand('1'), 'carol');
    for (const each of [command, garbage]) {
      await take(net, each);
      await resultOf(net, each);
    }
    net.devnet.setOffset(1_000_000);
    net.devnet.mine(1, 0);
    expect(whyNot(await take(net, command))).toContain('expired');
    const found = await net.devnet.plainNode.chain(0)!.poll([command.hash, garbage.hash]);
    // What was not executed needs no result any more: nobody can send it again.
    expect([...found.keys()]).toEqual([command.hash]);
  });
});

describe('carrying', () => {
  test('a page has what was taken, and other nodes can bring commands', async () => {
    const net = opened(entityDevnet('bob'));
    const pool = net.devnet.plainNode.sealedService!;
    const arrived: string[] = [];
    pool.onArrival((key) => arrived.push(key));
    const [mine, theirs, forOthers] = [sealed('1'), sealed('2'), sealed('3', { to: ['carol'] })];
    await take(net, mine);
    const texts = [theirs, forOthers, mine, sealed('4', { networkId: 'x' })].map(encodeCommand);
    expect(await pool.insert([...texts, '{', encodeCommand(transaction())], 'peer')).toEqual([
      'added',
      'added',
      'known',
      'refused',
      'unreadable',
      'unreadable',
    ]);
    const keys = [mine, theirs, forOthers].map(({ hash }) => hash);
    expect((await pool.pending()).keys).toEqual(keys);
    expect(arrived).toEqual(keys);
    expect(await pool.lookup([theirs.hash, 'x'])).toEqual([encodeCommand(theirs), undefined]);
    expect(await pool.wants([theirs.hash, transaction().hash])).toEqual([false, true]);
    expect((await resultOf(net, theirs)).said).toEqual({ int: 2 });
    const plain = net.devnet.plainNode.chain(0)!;
    expect((await plain.poll([forOthers.hash])).size).toBe(0);
  });

  test('what is carried is carried on after a restart', async () => {
    const folder = newFolder();
    const first = entityDevnet('bob', { folder });
    const command = sealed('(+ 1 2)');
    await take(first, command);
    await first.devnet.stop();
    const second = opened(entityDevnet('bob', { folder }));
    const pool = second.devnet.plainNode.sealedService!;
    expect((await pool.pending()).keys).toEqual([command.hash]);
  });

  test('a node that gets an entity executes what it carries for it', async () => {
    const folder = newFolder();
    const first = entityDevnet('carol', { folder });
    const command = sealed('(+ 1 2)');
    const pool = first.devnet.plainNode.sealedService!;
    expect(await pool.insert([encodeCommand(command)], 'peer')).toEqual(['added']);
    await first.devnet.stop();
    const second = opened(entityDevnet('bob', { folder }));
    expect((await resultOf(second, command)).said).toEqual({ int: 3 });
  });

  test('a command that waited for another entity of the node fails, and says so', async () => {
    const folder = newFolder();
    const first = entityDevnet('bob', { folder });
    const block = first.devnet.engine.cut.heads.get(0)!;
    const command = sealed('(+ 1 2)');
    await take(first, command);
    await resultOf(first, command);
    await first.devnet.stop();
    // As if the process had ended before it was executed.
    await changeStored(folder, (stored) => {
      emptyTable(stored, 'sealedResults');
      const waiting = { requestKey: command.hash, text: encodeCommand(command) };
      new SealedRecords(stored).wait({ sequence: 0, chain: 0, block, ...waiting });
    });
    const second = opened(entityDevnet('carol', { folder }));
    const said = 'the entity of this node is carol now, and the command is sealed for others';
    expect((await resultOf(second, command)).said).toContain(said);
    expect(second.troubles).toEqual([]);
  });

  test('a carried command whose place in the queue is damaged is executed', async () => {
    const folder = newFolder();
    const first = entityDevnet('bob', { folder });
    const command = sealed('(+ 1 2)');
    await take(first, command);
    await resultOf(first, command);
    await first.devnet.stop();
    // As if the process had ended before it was executed.
    await changeStored(folder, (stored) => {
      emptyTable(stored, 'sealedResults');
      emptyTable(stored, 'sealedOpened');
      stored.table('sealedQueue').put(new Uint8Array(8), Uint8Array.of(1));
    });
    const second = opened(entityDevnet('bob', { folder }));
    expect((await resultOf(second, command)).said).toEqual({ int: 3 });
    expect(second.troubles).toEqual([
      expect.stringContaining('1 of the sealed commands that wait'),
    ]);
  });

  test('a client that brings too much has to wait, and loses nothing that was taken', async () => {
    const net = opened(entityDevnet('bob'));
    const { bringerBytes, commandBytes } = carriedLimits;
    const large = () => sealed(`"${'x'.repeat(commandBytes / 2)}"`);
    const taken: string[] = [];
    let why = '';
    while (why === '' && taken.length * commandBytes < 2 * bringerBytes.burst) {
      const command = large();
      const answer = await take(net, command);
      if (answer.ok) taken.push(answer.value);
      else why = JSON.stringify(answer.fault);
    }
    expect(why).toContain('too many sealed commands from this address');
    expect(taken.length).toBeGreaterThan(5);
    expect((await net.devnet.plainNode.sealedService!.pending()).keys).toContain(taken[0]);
    await net.time.advance((commandBytes / bringerBytes.perSecond) * 1000);
    expect((await take(net, large())).ok).toBe(true);
  });
});

/** Changes what a devnet that has stopped has stored. */
async function changeStored(folder: string, change: (stored: Environment) => void): Promise<void> {
  const environment = new Environment({ path: join(folder, fileName), tables: storedTables });
  change(environment);
  environment.endStep();
  await environment.close();
}

function emptyTable(stored: Environment, name: (typeof sealedTables)[number]): void {
  const table = stored.table(name);
  const keys = [...table.keys({ from: Uint8Array.of(0), to: new Uint8Array(40).fill(255) })];
  expect(keys).not.toEqual([]);
  for (const key of keys) table.remove(key);
}
