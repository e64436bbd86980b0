// The errors of the Rosetta interface: each has a code of its own, and only that of a busy node may be retried.
import { expect, test } from 'vitest';
import { printJson } from '../../../src/base/json.ts';
import { rosettaErrorJson, rosettaErrorList, rosettaErrors } from '../../../src/rosetta/errors.ts';

test('codes are those from 0 to 35, each once', () => {
  const codes = Object.values(rosettaErrors).map(({ code }) => code);
  const all = Array.from({ length: 36 }, (_, code) => code);
  expect(codes).toEqual(all);
});

test('an error says what to do in its details', () => {
  const json = printJson(rosettaErrorJson({ name: 'no-chain', detail: 'name a chain' }));
  expect(json).toBe(
    '{"code":0,"message":"No SubNetwork (chain) specified","retriable":false,' +
      '"details":{"error_message":"name a chain"}}',
  );
});

test('the list of errors has no details', () => {
  const [first, ...others] = rosettaErrorList().map(printJson);
  expect(first).toBe('{"code":0,"message":"No SubNetwork (chain) specified","retriable":false}');
  expect(others).toHaveLength(35);
  expect(others.filter((text) => text.includes('"retriable":true'))).toEqual([
    '{"code":23,"message":"Node is busy or shutting down","retriable":true}',
  ]);
});
