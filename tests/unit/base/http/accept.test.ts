import { expect, test } from 'vitest';
import { chooseType } from '../../../../src/base/http/accept.ts';

const offered = [
  'application/json',
  'application/json;blockheader-encoding=object',
  'application/octet-stream',
] as const;
const [json, object, bytes] = offered;

test.each([
  [undefined, json],
  ['', json],
  ['*/*', json],
  ['application/json', json],
  ['application/json; blockheader-encoding=object', object],
  ['Application/JSON;Blockheader-Encoding="object"', object],
  ['application/octet-stream', bytes],
  ['application/*;q=0.5, application/octet-stream', bytes],
  ['application/json;q=0.2, application/octet-stream;q=0.3', bytes],
  ['application/json;q=0, */*', bytes],
  ['application/json;charset=utf-8', json],
  ['Application/JSON ; Charset="UTF-8"', json],
  ['application/json;charset=utf-8;q=0.5, application/octet-stream;q=0.4', json],
  ['text/html, application/json;charset=utf-8', json],
  ['application/json;charset=utf8;blockheader-encoding=object', object],
  ['application/json;charset=latin1', undefined],
  ['text/html', undefined],
  ['application/json;blockheader-encoding=other', undefined],
  ['*/*;q=0', undefined],
  ['application/json;q=2', undefined],
  ['nonsense, ;;;, ,', undefined],
])('%s', (accept, type) => {
  expect(chooseType(offered, accept)).toBe(type);
});
