// Capabilities in pact.yaml: literals as arguments, and a sentence for everything else.
import { expect, test } from 'vitest';
import { readCapability } from '../../../../src/tools/deploy/index.ts';
import { showValue } from '../../../../src/lang/session/run.ts';

test('literals of all kinds are arguments', () => {
  const read = readCapability('(free.m.C "a" 1 -1.50 true [1 [2.0]] {"b": {"c": [false]}})');
  if (!read.ok) throw new Error(read.fault);
  expect(read.value.args.map((arg) => showValue(arg))).toEqual([
    '"a"',
    '1',
    '-1.50',
    'true',
    '[1, [2.0]]',
    '{"b": {"c": [false]}}',
  ]);
  const { name } = read.value;
  expect(`${name.module.text} ${name.name}`).toBe('free.m C');
});

test.each([
  ['coin.GAS', 'must be a capability with its arguments, such as (coin.GAS)'],
  ['(coin.GAS', 'must be a capability with its arguments, such as (coin.GAS)'],
  ['', 'must be a capability with its arguments, such as (coin.GAS)'],
  ['(GAS)', 'needs the module of the capability, as in (coin.GAS)'],
  ['(coin.GAS x)', 'has an argument that is not a literal'],
  ['(coin.GAS ())', 'has an argument that is not a literal'],
  ['(coin.GAS (+ 1 2))', 'has an argument that is not a literal'],
  ['(coin.GAS [1 x])', 'has an argument that is not a literal'],
  ['(coin.GAS {"a": 1, "b": x})', 'has an argument that is not a literal'],
  ['(coin.GAS {"a": [{"b": (f)}]})', 'has an argument that is not a literal'],
])('%s is refused', (text, fault) => {
  expect(readCapability(text)).toEqual({ ok: false, fault });
});
