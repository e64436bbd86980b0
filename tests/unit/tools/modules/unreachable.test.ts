// A server that does not answer: the sentence ends with what to do.

import { expect, test } from 'vitest';
import { refusedReason, unreachable } from '../../../../src/tools/modules/index.ts';

const start = '. Start it in another terminal: pact devnet runs a network, pact serve a server';
const check = '. Check the address, and whether the server runs';

test.each([
  ['http://127.0.0.1:1848', refusedReason, start],
  ['http://localhost:1848/chainweb/0.0/development/chain/0/pact', refusedReason, start],
  ['http://[::1]:8080', refusedReason, start],
  ['http://127.0.0.1:1848', 'no answer in 60 s', check],
  ['https://localhost.example.org', refusedReason, check],
  ['https://api.chainweb.com', 'there is no such host', check],
])('%s: %s', (address, reason, advice) => {
  expect(unreachable(address, reason)).toBe(`cannot reach ${address}: ${reason}${advice}`);
});
