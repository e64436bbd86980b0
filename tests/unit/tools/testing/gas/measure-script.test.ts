// The gas of modules, transactions and expressions.
import { expect, test } from 'vitest';
import { silentHost } from '../../../../../src/tools/repl/options.ts';
import {
  MeasuredScript,
  type Outcome,
} from '../../../../../src/tools/testing/gas/measure-script.ts';

function measured(text: string): MeasuredScript {
  const readFile = () => ({ kind: 'text', text }) as const;
  const host = { ...silentHost, readFile, identify: (path: string) => path };
  return new MeasuredScript('a.repl', { depthLimit: 2000, nestingLimit: 200, host });
}

const gas = (outcome: Outcome): number => (outcome.kind === 'done' ? outcome.milliGas : NaN);

const counter = `(module m G (defcap G () true)
  (defschema s v:integer) (deftable t:{s})
  (defun put (v:integer) (write t "k" { "v": v }))
  (defun next () (with-read t "k" { "v" := v } (put (+ v 1)) v)))
(create-table t)
`;

test('modules with their positions, sizes and gas', () => {
  const { deployments, outcome } = measured(`(interface i (defconst E "\u{e9}"))\n${counter}`);
  expect(outcome.kind).toBe('done');
  expect(
    deployments.map(({ kind, name, place, bytes }) => [kind, name, place.line, bytes]),
  ).toEqual([
    ['interface', 'i', 1, 31],
    ['module', 'm', 2, 190],
  ]);
  for (const { milliGas, storedSize } of deployments) {
    expect(Math.min(milliGas, storedSize)).toBeGreaterThan(0);
  }
});

test('a module in a namespace, and an upgrade that fails', () => {
  const { deployments, outcome } = measured(`(define-namespace 'ns (sig-keyset) (sig-keyset))
(namespace 'ns)
(begin-tx)
(module m G (defcap G () (enforce false "never")))
(commit-tx) (begin-tx)
(namespace 'ns)
(module m G (defcap G () true))`);
  expect(deployments.map(({ name }) => name)).toEqual(['ns.m']);
  expect(outcome.kind).toBe('failed');
});

test('transactions, although the script meters nothing', () => {
  const text = `${counter}(begin-tx "one") (m.put 1) (commit-tx)
(begin-tx) (m.put 1) (m.put 2) (rollback-tx) (begin-tx "open") (m.put 3)`;
  const { transactions, canTry } = measured(text);
  expect(transactions.map(({ name }) => name)).toEqual(['one', undefined, 'open']);
  const [, two = NaN, one = NaN] = transactions.map(({ milliGas }) => milliGas);
  expect(one).toBeGreaterThan(20_000);
  expect(two).toBeGreaterThan(one + 20_000);
  expect(canTry).toBe(false);
});

test('expressions are measured independently', () => {
  const script = measured(`${counter}(m.put 7)`);
  expect(script.canTry).toBe(true);
  const first = script.try('(let ((v (m.next))) (enforce (= 7 v) "changed"))');
  expect(gas(first)).toBeGreaterThan(0);
  expect(script.try('(let ((v (m.next))) (enforce (= 7 v) "changed"))')).toEqual(first);
  expect(script.try('(m.next')).toMatchObject({ kind: 'failed' });
  expect(script.try('(commit-tx)')).toMatchObject({ kind: 'done' });
  expect(script.try('(let ((v (m.next))) (enforce (= 7 v) "changed"))')).toEqual(first);
});

test('or one after the other', () => {
  const script = measured(`${counter}(begin-tx) (m.put 7)`);
  script.append('(m.next)');
  expect(script.append('(let ((v (m.next))) (enforce (= 8 v) "unchanged"))')).toMatchObject({
    kind: 'done',
  });
});
