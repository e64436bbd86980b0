// A deployment on one chain with every kind of network failure, and its continuation.
import { expect, test } from 'vitest';
import { good } from '../../../src/base/result.ts';
import { readKeyPair } from '../../../src/command/index.ts';
import { deployProject, Journal, patientPort } from '../../../src/deploy/index.ts';
import type { Deployment, SignatureBox } from '../../../src/deploy/index.ts';
import { runChain } from '../../../src/deploy/run-chain.ts';
import { Decimal, unit } from '../../../src/lang/session/run.ts';
import { FakeChain, fakeHash } from '../../support/fake-chain.ts';
import { indexed } from '../../support/indexed-texts.ts';
import { valueOf } from '../../support/value-of.ts';

const contracts = {
  'a.pact': `(define-keyset "admin" (read-keyset "admin"))
(module a G (defcap G () true) (defschema s x:integer) (deftable t:{s}) (defun f () 1))
(create-table t)
(f)`,
  'b.pact': '(module b G (defcap G () true) (defun g () (a.f)))',
};

const pair = valueOf(readKeyPair({ secretKey: '11'.repeat(32) }));

function project(files: Readonly<Record<string, string>> = contracts) {
  const read = deployProject(
    Object.entries(files).map(([path, text]) => ({ path, text })),
    {
      data: new Map(),
      nestingLimit: 100,
      index: (texts) => ({ index: indexed(texts), faults: [] }),
    },
  );
  if (!read.ok) throw new Error(read.fault.join());
  return read.value;
}

class MovedTime {
  private now: number;

  constructor(now: number) {
    this.now = now;
  }

  nowMs = (): number => this.now;
  dateMs = (): number => this.now;

  pass(milliseconds: number): void {
    this.now += milliseconds;
  }
}

class Box implements SignatureBox {
  readonly put_: string[] = [];
  signature: string | undefined;
  put: SignatureBox['put'] = ({ title }) => {
    this.put_.push(title);
    return Promise.resolve(good(undefined));
  };
  take: SignatureBox['take'] = (_, keys) => Promise.resolve(good(keys.map(() => this.signature)));
}

function setUp(chain = new FakeChain(), files?: Readonly<Record<string, string>>) {
  const records: string[] = [];
  const time = new MovedTime(chain.time * 1000);
  const own = project(files);
  const box = new Box();
  let isDead = false;
  /** The process ends before this record is stored. */
  let dieAt = Infinity;
  const deployment = (changed: Partial<Deployment> = {}): Deployment => ({
    project: own,
    settings: {
      networkId: 'development',
      sender: 'alice',
      gasLimit: 150_000,
      gasPrice: new Decimal(1n, 8),
      ttl: 600,
      confirmations: 0,
      data: unit,
      signers: [
        {
          signer: {
            scheme: undefined,
            publicKey: pair.publicKey,
            address: undefined,
            capabilities: [],
          },
          pair,
        },
      ],
    },
    data: new Map(),
    port: patientPort(chain, quick),
    journal: new Journal(
      {
        append(record) {
          if (isDead || records.length >= dieAt) {
            isDead = true;
            return new Promise(() => undefined);
          }
          records.push(record);
          return Promise.resolve();
        },
      },
      [...records],
    ),
    signatures: box,
    clock: time,
    timer: quick,
    timeoutMs: 1_000,
    asking: (each) => ({ networkId: 'development', chain: each, now: 0n }),
    hashesOn: () =>
      Promise.resolve(good(new Map(own.modules.map(({ name, code }) => [name, fakeHash(code)])))),
    report: () => undefined,
    ...changed,
  });
  /** Time advances at once, so that nothing waits. */
  const quick = {
    after: (ms: number, run: () => void) => {
      time.pass(ms);
      setImmediate(run);
      return () => undefined;
    },
    every: () => () => undefined,
    soon: (run: () => void) => void setImmediate(run),
  };
  return {
    ...{ chain, records, time, box, deployment },
    run: (changed?: Partial<Deployment>) => runChain('0', deployment(changed)),
    /** Runs and ends abruptly before record number `record`. */
    killedAt: async (record: number): Promise<void> => {
      dieAt = record;
      const done = runChain('0', deployment());
      await Promise.race([done, until(() => isDead)]);
      isDead = false;
      dieAt = Infinity;
    },
  };
}

async function until(holds: () => boolean): Promise<void> {
  while (!holds()) await new Promise((resolve) => setImmediate(resolve));
  // Work in progress continues for a moment, like bytes on a wire.
  for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
}

const codes = (chain: FakeChain): readonly string[] =>
  chain.mined.map(({ code }) => code.slice(0, 14));
const all = ['(define-keyset', '(module a G (d', '(module b G (d'];

test('keysets, then modules in the order of their dependencies, and nothing the second time', async () => {
  const { run, chain } = setUp();
  expect(await run()).toEqual({ kind: 'done', sent: 3, gas: 300n });
  expect(codes(chain)).toEqual(all);
  expect(chain.mined[1]!.code).toContain('(create-table a.t)\n(f)');
  expect(await run()).toEqual({ kind: 'done', sent: 0, gas: 0n });
  expect(chain.mined).toHaveLength(3);
});

test('a run that ends before any of its records is resumed, and nothing is sent twice', async () => {
  for (let record = 0; record < 9; record++) {
    const { run, chain, killedAt } = setUp();
    await killedAt(record);
    expect(await run(), `killed before record ${record}`).toMatchObject({ kind: 'done' });
    expect(codes(chain)).toEqual(all);
    expect(new Set(chain.sends).size, 'as many transactions as steps').toBe(3);
  }
});

test('a lost answer does not cause a second transaction', async () => {
  const { run, chain } = setUp();
  chain.after = (path, answer) =>
    path === 'send' ? { kind: 'silence', reason: 'the server closed the connection' } : answer;
  const first = await run();
  expect(first).toMatchObject({ kind: 'fault', sent: 0 });
  expect(JSON.stringify(first)).toMatch(
    /may still be included in a block until .*run the same command again/,
  );
  chain.after = (_, answer) => answer;
  expect(await run()).toMatchObject({ kind: 'done' });
  expect(codes(chain)).toEqual(all);
});

test('transactions that a node has forgotten are sent again with the same bytes', async () => {
  const { run, chain } = setUp();
  chain.isMining = false;
  expect(await run()).toMatchObject({ kind: 'fault', sent: 0 });
  const [first] = chain.sends;
  chain.forget();
  chain.isMining = true;
  expect(await run()).toMatchObject({ kind: 'done' });
  expect(chain.mined[0]!.key).toBe(first);
});

test('a new transaction is made only when no block can contain the old one', async () => {
  const { run, chain, time } = setUp();
  chain.isMining = false;
  await run();
  const [first] = chain.sends;
  time.pass(700_000);
  // Expired by the clock, but not yet on the chain.
  expect(await run()).toMatchObject({ kind: 'fault', sent: 0 });
  expect(new Set(chain.sends)).toEqual(new Set([first]));
  chain.time += 700;
  chain.forget();
  chain.isMining = true;
  expect(await run()).toMatchObject({ kind: 'done', sent: 3 });
  expect(chain.mined[0]!.key).not.toBe(first);
});

test('a transaction that was made and not sent is sent later, unless it has too little time left', async () => {
  for (const [seconds, isKept] of [
    [500, true],
    [580, false],
  ] as const) {
    const { run, chain, time, records, killedAt } = setUp();
    await killedAt(1);
    const { key } = JSON.parse(records[0]!) as { readonly key: string };
    time.pass(seconds * 1000);
    chain.time += seconds;
    expect(await run()).toMatchObject({ kind: 'done', sent: 3 });
    expect([seconds, chain.mined[0]!.key === key]).toEqual([seconds, isKept]);
  }
});

test('one that needs too much gas is split, and the forms run even if the run is interrupted in between', async () => {
  const { run, chain, killedAt, records } = setUp();
  chain.gasFor = 95;
  // Keyset, module, tables: three records each; then the process ends.
  await killedAt(9);
  expect(codes(chain)).toEqual(['(define-keyset', '(module a G (d', '(acquire-modul']);
  expect(records).toHaveLength(9);
  expect(await run()).toMatchObject({ kind: 'done' });
  expect(codes(chain)).toEqual([
    ...['(define-keyset', '(module a G (d', '(acquire-modul', '(use a)\n(acqui', '(module b G (d'],
  ]);
  expect(await run()).toMatchObject({ kind: 'done', sent: 0 });
});

test('a module that is too large by itself is a fault that says what to do', async () => {
  const { run, chain } = setUp(new FakeChain(), { 'b.pact': contracts['b.pact'] });
  chain.gasFor = 10;
  expect(await run()).toEqual({
    kind: 'fault',
    sent: 0,
    sentences: [
      'install module b: one transaction needs more gas than 150000, and cannot be split further: split the ' +
        'module, or raise gasLimit if the network allows more (Gas limit (150000) exceeded: 150001)',
    ],
  });
});

test('an upgrade creates new tables', async () => {
  const { run, chain } = setUp();
  chain.modules.set('a', fakeHash('old'));
  chain.keysets.add('admin');
  expect(await run()).toMatchObject({ kind: 'done', sent: 2 });
  expect(chain.mined[0]!.code).toMatch(/\(create-table a\.t\)$/);
});

test('an interface that differs is a fault', async () => {
  const { run, chain } = setUp(new FakeChain(), { 'i.pact': '(interface i (defun f ()))' });
  chain.modules.set('i', fakeHash('old'));
  expect(JSON.stringify(await run())).toContain('an interface cannot be changed');
});

test('transactions of others wait for their signatures, in order', async () => {
  const { run, chain, box, deployment } = setUp();
  const later = { ...deployment().settings };
  const settings = {
    ...later,
    signers: later.signers.map((each) => ({ ...each, pair: undefined })),
  };
  expect(await run({ settings })).toEqual({ kind: 'waiting', sent: 0, transactions: 3 });
  expect(box.put_).toEqual([
    'define keyset admin',
    'install module a with 1 table and 1 form',
    'install module b',
  ]);
  expect(chain.sends).toEqual([]);
  box.signature = 'ab';
  expect(await run({ settings })).toMatchObject({ kind: 'done', sent: 3 });
});

test('a network that is silent for a moment is asked again, and one that stays silent is named', async () => {
  const { run, chain } = setUp();
  let silent = 3;
  chain.before = () =>
    silent-- > 0 ? { kind: 'silence', reason: 'the connection was refused' } : undefined;
  expect(await run()).toMatchObject({ kind: 'done' });
  silent = Infinity;
  expect(await run()).toEqual({
    kind: 'fault',
    sent: 0,
    sentences: ['cannot reach fake/0: the connection was refused'],
  });
});

test('a refusal is shown, and the transaction counts as not sent', async () => {
  const { run, chain, deployment } = setUp();
  chain.before = (path) =>
    path === 'send'
      ? { kind: 'answer', status: 400, text: 'no such\u001b[31m account' }
      : undefined;
  expect(await run()).toEqual({
    kind: 'fault',
    sent: 0,
    sentences: ['define keyset admin: fake/0 answered 400: no such [31m account'],
  });
  expect(deployment().journal.open('0')).toEqual([]);
});
