// The code of constructed transactions, and their amounts.
import { expect, test } from 'vitest';
import { amountOf, codeText, messageOf } from '../../../../src/rosetta/construction/transaction.ts';
import { constructing } from '../../../../src/rosetta/construction/refusal.ts';
import { keyAccountOf } from '../../../../src/rosetta/construction/key-accounts.ts';
import { parseProgram, showDecimal } from '../../../../src/lang/session/run.ts';
import { Source } from '../../../../src/base/span.ts';

const currency = { symbol: 'KDA', decimals: 12 };
const sender = keyAccountOf(`k:${'a'.repeat(64)}`)!;
const receiver = keyAccountOf(`k:${'b'.repeat(64)}`)!;

test('a transfer is one call, with its guard and amount as data', () => {
  const message = messageOf({ kind: 'transfer', sender, receiver, units: 1n }, currency);
  expect(message).toMatchObject({
    kind: 'exec',
    code: `(coin.transfer-create "${sender.address}" "${receiver.address}" (read-keyset "ks") (read-decimal "amount"))`,
  });
});

test.each(['a', 'a"b', 'a\\', '\\"', 'a\nb', '\t', '") (coin.rotate "', 'é\u{1f600}'])(
  'the name %j is one string of the code',
  (name) => {
    const parsed = parseProgram(new Source('', codeText(name)), { dialect: 'pact' });
    expect(parsed.diagnostics).toEqual([]);
    expect(parsed.value.map((form) => form.kind === 'term' && form.expression)).toMatchObject([
      { literal: { value: name } },
    ]);
  },
);

test('a name with a carriage return is refused', () => {
  expect(constructing(() => codeText('a\rb'))).toMatchObject({
    ok: false,
    fault: { name: 'wrong-account' },
  });
});

test.each([
  [1n, '0.000000000001'],
  [1_000_000_000_000n, '1'],
  [123_456_789_012_345_678_901_234n, '123456789012.345678901234'],
])('%d units are %s', (units, text) => {
  expect(showDecimal(amountOf(units, currency))).toBe(text);
});

test.each([
  '',
  'k:',
  `k:${'A'.repeat(64)}`,
  `k:${'a'.repeat(63)}`,
  `k:${'a'.repeat(65)}`,
  'sender00',
])('%j is no account with a key in its name', (name) => expect(keyAccountOf(name)).toBeUndefined());
