// The id of a message of which only the first and the last bytes are known.

import { expect, test } from 'vitest';
import { utf8 } from '../../../../../src/base/bytes.ts';
import { idIn } from '../../../../../src/apps/cli/mcp/line-transport.ts';

const idOf = (text: string, kept = 60): string | number | undefined => {
  const bytes = utf8(text);
  return idIn(bytes.subarray(0, kept), bytes.subarray(-kept));
};

const params = { name: 'run', arguments: { code: 'x'.repeat(1000) } };

test('it is at the start or at the end, a number or a string', () => {
  expect(idOf(JSON.stringify({ jsonrpc: '2.0', id: 7, method: 'a', params }))).toBe(7);
  expect(idOf(JSON.stringify({ id: 'a"b', method: 'a', params }))).toBe('a"b');
  expect(idOf(JSON.stringify({ method: 'a', params, jsonrpc: '2.0', id: 7 }))).toBe(7);
  expect(idOf(JSON.stringify({ method: 'a', params, id: 'é', jsonrpc: '2.0' }, null, 1))).toBe(
    'Ã©',
  );
});

test('the id of something else is not that of the message', () => {
  const inner = { ...params, id: 3 };
  expect(idOf(JSON.stringify({ jsonrpc: '2.0', method: 'a', params: inner }))).toBeUndefined();
  expect(idOf(JSON.stringify({ params: { id: 3, ...params }, method: 'a' }))).toBeUndefined();
  expect(idOf(`{"params":"${'x'.repeat(1000)}\\",\\"id\\":3}`)).toBeUndefined();
  expect(idOf('x'.repeat(1000))).toBeUndefined();
  expect(idOf('')).toBeUndefined();
  expect(idOf('{"id":null,"method":"a"}')).toBeUndefined();
});
