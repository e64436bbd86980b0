import { expect, test } from 'vitest';
import { targetOf } from '../../../../src/base/http/path-pattern.ts';

test.each([
  ['/version', '/version', ''],
  ['/api/v1/local?preflight=true', '/api/v1/local', 'preflight=true'],
  ['/a?b?c#d', '/a', 'b%3Fc='],
  ['//', '//', ''],
  ['/%zz', '/%zz', ''],
  ['http://host/version?x', '/version', 'x='],
  ['HTTP://host:80', '/', ''],
  ['https://host?x=1', '/', 'x=1'],
  ['http://', undefined, undefined],
  ['http:///version', undefined, undefined],
  ['*', undefined, undefined],
  ['', undefined, undefined],
])('%j', (written, path, query) => {
  const target = targetOf(written);
  expect([target?.path, target?.query.toString()]).toEqual([path, query]);
});
