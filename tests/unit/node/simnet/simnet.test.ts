// A network in memory: its functions for tests, its errors, and that the same calls give the same hashes.
import { describe, expect, test } from 'vitest';
import { Decimal } from '../../../../src/tools/library/values.ts';
import { createSimnet, type Simnet } from '../../../../src/node/simnet/simnet.ts';
import { SimnetError } from '../../../../src/node/simnet/outcome.ts';
import { startDevnet } from '../../../support/devnets.ts';
import { toBase64Url } from '../../../../src/base/base64url.ts';

const counter = `
(namespace "free")
(module counter GOVERNANCE
  (defcap GOVERNANCE () (enforce-guard (keyset-ref-guard "free.counter-admin")))
  (defcap COUNTED (by:integer) @event true)
  (defcap ADD (by:integer) @managed by sum-mgr true)
  (defun sum-mgr:integer (managed:integer requested:integer)
    (enforce (<= requested managed) "more than is allowed")
    (- managed requested))
  (defschema row n:integer)
  (deftable rows:{row})
  (defun add:integer (by:integer)
    (with-capability (ADD by)
      (with-default-read rows "n" { "n": 0 } { "n" := n }
        (write rows "n" { "n": (+ n by) })
        (emit-event (COUNTED by))
        (+ n by))))
  (defun get:integer () (at "n" (read rows "n"))))
(create-table rows)`;

function withCounter(net: Simnet) {
  const alice = net.account('alice');
  const code = `(namespace "free")\n(define-keyset "free.counter-admin" (read-keyset "admin"))${counter}`;
  const data = { admin: { keys: [alice.publicKey], pred: 'keys-all' } };
  return net.chain(0).deploy(code, { as: alice, data });
}

describe('transactions', () => {
  test('code runs as an account, with capabilities, events and gas', () => {
    const net = createSimnet();
    withCounter(net);
    const alice = net.account('alice');
    const capabilities = [{ name: 'free.counter.ADD', args: [{ int: 3 }] }];
    const added = net.chain(0).run('(free.counter.add 3)', { as: alice, capabilities });
    expect(added.text).toBe('3');
    expect(added.gas).toBeGreaterThan(0);
    expect(added.events.map(({ name }) => name)).toContain('free.counter.COUNTED');
    expect(net.chain(0).read('(free.counter.get)')).toBe(3n);
    expect(net.chain(0).height).toBe(added.height);
  });

  test('failures are thrown with the call, the chain and the error of Pact', () => {
    const net = createSimnet();
    withCounter(net);
    const as = net.account('alice');
    const run = () => net.chain(0).run('(free.counter.add 3)', { as, capabilities: [] });
    expect(run).toThrow(SimnetError);
    expect(run).toThrow(
      /^run on chain 0 failed: .*free\.counter\.ADD[^]*\n {2}\(free\.counter\.add 3\)$/,
    );
    expect(() => net.chain(0).run('(free.counter.add 3', { as })).toThrow(
      /^run on chain 0 was refused: /,
    );
    // Of code with several lines the first one is enough to find it.
    expect(() => net.chain(0).run('(free.counter.add\n 3)', { as, capabilities: [] })).toThrow(
      /\n {2}\(free\.counter\.add$/,
    );
    expect(() => net.chain(0).read('(free.counter.nothing)')).toThrow(
      /^read on chain 0 failed: .*nothing/,
    );
    expect(() => net.chain(1).read('(free.counter.get)')).toThrow(/^read on chain 1 failed/);
    expect(() => net.chain(2)).toThrow('the simnet has no chain 2: it has 2, from 0 on');
  });

  test('an expected failure is returned; another one and a success are not accepted', () => {
    const chain = createSimnet().chain(0);
    const net = createSimnet();
    const as = net.account('alice');
    expect(chain.expectFailure('(enforce false "no")', { as, message: 'no' }).kind).toBe('failure');
    expect(() => chain.expectFailure('(enforce false "no")', { as, message: /yes/ })).toThrow(
      'expectFailure on chain 0: it did not fail with /yes/, but with: no\n  (enforce false "no")',
    );
    expect(() => chain.expectFailure('(+ 1 2)', { as })).toThrow(
      'expectFailure on chain 0: it succeeded with 3\n  (+ 1 2)',
    );
    const poor = net.account('nobody');
    expect(chain.expectFailure('1', { as: poor })).toMatchObject({ kind: 'refused' });
  });

  test('an account without a secret key counts as having signed', () => {
    const net = createSimnet();
    const { account, publicKey } = net.account('bob');
    const as = { account, publicKey };
    net.chain(0).transfer({ from: as, to: net.account('alice'), amount: '1.0' });
    expect(net.chain(0).balance(net.account('alice')).toString()).toBe('1000001');
  });

  test('a signature of another key is refused', () => {
    const net = createSimnet();
    const { account } = net.account('bob');
    const { publicKey, secretKey } = net.account('alice');
    const as = { account, publicKey, secretKey };
    const refused = () =>
      net.chain(0).transfer({ from: as, to: net.account('carol'), amount: '1.0' });
    expect(refused).toThrow(/^transfer on chain 0 was refused: .*Keyset failure/);
  });

  test('another account may pay the gas', () => {
    const net = createSimnet();
    const as = net.account('nobody');
    const before = net.chain(0).balance(net.account('bob'));
    expect(net.chain(0).run('(+ 1 2)', { as, payer: net.account('bob') }).text).toBe('3');
    expect(net.chain(0).balance(net.account('bob')).lessThan(before)).toBe(true);
  });
});

describe('coins', () => {
  test('accounts are funded on every chain; a transfer creates missing accounts', () => {
    const net = createSimnet({ accounts: ['alice'], chains: 3 });
    const [alice, bob] = [net.account('alice'), net.account('bob')];
    for (const chain of net.chains) expect(chain.balance(alice).toString()).toBe('1000000');
    expect(net.chain(1).balance(bob).toString()).toBe('0');
    net.chain(1).transfer({ from: alice, to: bob, amount: '1.5' });
    net.chain(1).transfer({ from: alice, to: bob, amount: new Decimal(2) });
    expect(net.chain(1).balance(bob).toString()).toBe('3.5');
    const tooMuch = () => net.chain(1).transfer({ from: bob, to: alice, amount: '4.0' });
    expect(tooMuch).toThrow(/^transfer on chain 1 failed: Insufficient funds/i);
    expect(() => net.chain(1).transfer({ from: alice, to: bob, amount: 'x' })).toThrow(TypeError);
  });

  test('a transfer to another chain has a real proof', () => {
    const net = createSimnet({ chains: 3 });
    const [alice, bob] = [net.account('alice'), net.account('bob')];
    const way = { from: { account: alice, chain: 0 }, to: { account: bob, chain: 2 } };
    const { start, finish } = net.transferCrossChain({ ...way, amount: '10.0' });
    expect(start.pact).toMatchObject({ step: 0, stepCount: 2, targetChain: 2 });
    expect(finish).toMatchObject({ chain: 2, pact: { id: start.pact?.id, step: 1 } });
    expect(net.chain(2).balance(bob).toString()).toBe('1000010');
    const proof = net.prove(start, 2);
    const again = { as: alice, pact: start.pact?.id ?? '', step: 1, proof };
    expect(net.chain(2).attemptContinue(again)).toMatchObject({ kind: 'failure' });
    expect(net.chain(1).attemptContinue(again)).toMatchObject({
      kind: 'failure',
      message: expect.stringContaining('wrong targget chain') as string,
    });
    const forged = proof.slice(0, -8) + 'AAAAAAAA';
    expect(net.chain(2).attemptContinue({ ...again, proof: forged }).kind).not.toBe('success');
    expect(() => net.continueAcross(finish, { as: alice })).toThrow(
      'does not yield to another chain',
    );
  });
});

describe('time and states', () => {
  test('time moves only when the test says so', () => {
    const net = createSimnet({ time: '2026-03-01T00:00:00Z' });
    const time = () => net.chain(1).readText('(at "block-time" (chain-data))');
    expect(time()).toBe('"2026-03-01T00:00:00Z"');
    net.chain(0).run('1', { as: net.account('alice') });
    net.travel({ days: 1, hours: 2 });
    expect([net.time, time()]).toEqual(['2026-03-02T02:00:00.000Z', '"2026-03-02T02:00:00Z"']);
    net
      .chain(1)
      .run('(enforce (= (at "block-time" (chain-data)) (time "2026-03-02T02:00:00Z")) "")', {
        as: net.account('alice'),
      });
    expect(() => net.travelTo('2026-01-01T00:00:00Z')).toThrow('is not after');
    expect(() => net.travel({})).toThrow('forward');
    expect(() => createSimnet({ time: 'soon' })).toThrow('soon is not a time');
  });

  test('a snapshot can be restored repeatedly', () => {
    const net = createSimnet();
    const [alice, bob] = [net.account('alice'), net.account('bob')];
    const snapshot = net.snapshot();
    const results = [1, 2].map(() => {
      const { requestKey, block } = net.chain(0).transfer({ from: alice, to: bob, amount: '1.0' });
      net.travel({ hours: 1 });
      const later = net.snapshot();
      const state = [requestKey, block, net.chain(0).balance(bob).toString(), net.time];
      net.revert(snapshot);
      expect(net.chain(0).balance(bob).toString()).toBe('1000000');
      expect(() => net.revert(later)).toThrow('were taken back');
      return state;
    });
    expect(results[1]).toEqual(results[0]);
    expect(() => createSimnet().revert(snapshot)).toThrow('to another simnet');
  });

  test('the same seed and calls give the same hashes, another seed different ones', () => {
    const play = (seed: string) => {
      const net = createSimnet({ seed });
      const way = { from: net.account('alice'), to: net.account('bob'), amount: '1.0' };
      net.chain(0).transfer(way);
      net.mine(2);
      return net.chains.map(({ block, height }) => [block, height]);
    };
    expect(play('a')).toEqual(play('a'));
    expect(play('a')).not.toEqual(play('b'));
  });
});

test('its first blocks are those of a devnet', async () => {
  const { devnet } = startDevnet();
  const first = devnet.engine.chains.get(0)?.line.at(0)?.hash;
  const net = createSimnet({ accounts: [] });
  expect(net.chains.map(({ height }) => height)).toEqual([1, 1]);
  const parent = net.chain(0).readText('(at "prev-block-hash" (chain-data))');
  expect(parent).toBe(`"${net.chain(0).block}"`);
  expect(net.firstBlock(0)).toBe(toBase64Url(first ?? new Uint8Array()));
  await devnet.stop();
});
