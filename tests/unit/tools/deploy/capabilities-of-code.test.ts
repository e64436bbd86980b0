// The capabilities that follow from code that only transfers.
import { expect, test } from 'vitest';
import { capabilitiesOfCode } from '../../../../src/tools/deploy/index.ts';
import { showValue } from '../../../../src/lang/session/run.ts';

const shown = (code: string): readonly string[] =>
  capabilitiesOfCode(code, 100).map(
    ({ name, args }) => `${name.text} ${args.map(showValue).join(' ')}`,
  );

test.each([
  ['(coin.transfer "a" "b" 1.5)', ['coin.TRANSFER "a" "b" 1.5']],
  ['(coin.transfer-create "a" "b" (read-keyset "k") 2.0)', ['coin.TRANSFER "a" "b" 2.0']],
  [
    '(free.token.transfer-crosschain "a" "b" (read-keyset "k") "1" 2.0)',
    ['free.token.TRANSFER_XCHAIN "a" "b" 2.0 "1"'],
  ],
  [
    '(coin.transfer "a" "b" 1.0) ; twice\n(free.token.transfer "a" "c" 2.0)',
    ['coin.TRANSFER "a" "b" 1.0', 'free.token.TRANSFER "a" "c" 2.0'],
  ],
])('%s', (code, capabilities) => {
  expect(shown(code)).toEqual(capabilities);
});

test.each([
  '(coin.transfer "a" (at "b" (read-msg)) 1.0)',
  '(coin.transfer "a" "b")',
  '(transfer "a" "b" 1.0)',
  '(coin.transfer "a" "b" 1.0) (other.call)',
  '(let ((x (coin.transfer "a" "b" 1.0))) x)',
  'coin.transfer',
  '(module m G (defcap G () true))',
  '(coin.transfer "a"',
  '',
])('no capability follows from %s', (code) => {
  expect(shown(code)).toEqual([]);
});
