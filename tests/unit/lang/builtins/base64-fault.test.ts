import { expect, it } from 'vitest';
import { fromBase64Url } from '../../../../src/base/base64url.ts';
import { base64Fault } from '../../../../src/lang/builtins/strings/base64.ts';

it.each([
  ['a', 'Base64-encoded bytestring has invalid size'],
  ['ab=', 'Base64-encoded bytestring has invalid padding'],
  ['a!cd', 'invalid character at offset: 1'],
  ['abcda+cd', 'invalid character at offset: 5'],
  ['\u{e9}cd', 'invalid character at offset: 0'],
  ['ab=cabcd', 'invalid padding at offset: 2'],
  ['=bcd', 'invalid padding at offset: 0'],
  ['a=cd', 'invalid padding at offset: 1'],
  ['ab=c', 'invalid character at offset: 3'],
  ['ZE==', 'non-canonical encoding detected at offset: 1'],
  ['aaa', 'non-canonical encoding detected at offset: 2'],
])('%s: %s', (text, fault) => {
  expect(fromBase64Url(text)).toBeUndefined();
  expect(base64Fault(text)).toBe(fault);
});
