import { describe, expect, test } from 'vitest';
import { executeTransaction } from '../../../../src/chain/execute/index.ts';
import {
  balanceOf,
  contextAt,
  run,
  smallChain,
  transaction,
  type Written,
} from '../../../support/chain-execution.ts';
import { reported } from '../../../support/send-command.ts';

const guarded = `(module m G (defcap G () true)
  (defcap OPEN (n:integer) (enforce-verifier 'allow))
  (defun f (n:integer) (with-capability (OPEN n) n)))`;
const open = '{"name":"m.OPEN","args":[{"int":1}]}';
const allowing = (proof: string, clist = open) =>
  `{"name":"allow","proof":${JSON.stringify(proof)},"clist":[${clist}]}`;
const call: Written = { code: '(m.f 1)', verifiers: allowing(open) };

test('a verifier vouches for the capability in its proof', () => {
  expect(reported(run(smallChain(guarded), call))).toBe('{"int":1}');
  expect(reported(run(smallChain(guarded), { code: '(m.f 1)' }))).toContain('TxFailure');
});

test('costs 100 gas for each proof', () => {
  const plain: Written = { code: '1' };
  const one = { ...plain, verifiers: allowing(open) };
  const two = { ...plain, verifiers: `${allowing(open)},${allowing(open)}` };
  const [alone, once, twice] = [plain, one, two].map((own) => run(smallChain(), own).gas);
  // The size of the verifier's text costs less than two units.
  expect(Number(once! - alone!)).toBeGreaterThanOrEqual(100);
  expect(Number(once! - alone!)).toBeLessThan(103);
  expect(Number(twice! - once!)).toBeLessThan(103);
});

describe('a verifier that refuses fails the transaction, which pays', () => {
  test.each([
    [
      'of an unknown name',
      `{"name":"none","proof":null,"clist":[]}`,
      'verifier does not exist: none',
    ],
    [
      'without a proof',
      `{"name":"allow","proof":null,"clist":[]}`,
      'expected string literal in verifier arguments',
    ],
    ['with an invalid proof', allowing('x'), 'argument was not a JSON-encoded capability: x'],
    ...['{"name":"m.OPEN","args":1}', '{"name":"m.OPEN"}', '{"name":1,"args":[]}', '[]'].map(
      (proof): [string, string, string] => [
        `with the proof ${proof}`,
        allowing(proof),
        `argument was not a JSON-encoded capability: ${proof}`,
      ],
    ),
    [
      'for another capability',
      allowing(open, '{"name":"m.OPEN","args":[{"int":2}]}'),
      'granted capability is not the one in the proof',
    ],
  ])('%s', (_, verifiers, text) => {
    const database = smallChain(guarded);
    const result = run(database, { ...call, verifiers });
    expect(reported(result)).toContain(text);
    expect(result.gas).toBe(10_000n);
    expect(balanceOf(database, 'the-miner')).toBe('1.000000000000');
  });
});

// chainweb-node f7bea69e8: the remaining gas became negative.
test('a verifier that costs more than is left fails cleanly', () => {
  const size = run(smallChain(), { ...call, code: '1' }).gas - 100n;
  const result = run(smallChain(guarded), { ...call, gasLimit: Number(size) + 50 });
  expect(reported(result)).toMatch(
    /gas exhausted in verifier\. attempted to charge 100 with only \d\d remaining\.$/,
  );
});

test('a verifier that is not active at the height is refused', () => {
  const context = contextAt();
  const rules = { ...context.rules, verifiers: [] };
  expect(reported(run(smallChain(guarded), call, { ...context, rules }))).toContain(
    'verifier does not exist: allow',
  );
});

test('a verifier of the network that this program does not have makes the transaction invalid', () => {
  const verifiers = `{"name":"of_tomorrow","proof":null,"clist":[]}`;
  const own = transaction({ ...call, verifiers });
  const place = { index: 0, gasLeft: undefined };
  const context = contextAt();
  const rules = { ...context.rules, verifiers: [...context.rules.verifiers, 'of_tomorrow'] };
  expect(executeTransaction(smallChain(), { ...context, rules }, own, place)).toMatchObject({
    kind: 'invalid',
    fault: { code: 'verifier' },
  });
});
