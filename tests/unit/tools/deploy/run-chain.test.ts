// A deployment on one chain with every kind of network failure, and its continuation.
import { expect, test } from 'vitest';
import { FakeChain, fakeHash } from '../../../support/fake-chain.ts';
import { contracts, setUpDeployment as setUp } from '../../../support/deployment.ts';

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
    '(define-keyset',
    '(module a G (d',
    '(acquire-modul',
    '(use a)\n(acqui',
    '(module b G (d',
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
    sentences: [
      'cannot reach fake/0: the connection was refused. Check the address, and whether the server runs',
    ],
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
