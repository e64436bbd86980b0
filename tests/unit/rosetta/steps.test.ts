// Transactions of several steps: their metadata, and the transaction that they continue.
import { expect, test } from 'vitest';
import { utf8 } from '../../../src/base/bytes.ts';
import { printJson } from '../../../src/base/json.ts';
import { decodeOutput } from '../../../src/chain/model/output-json.ts';
import { earlierTransaction, stepMetadata, stepOf } from '../../../src/rosetta/steps.ts';
import { outputOf, yieldedOutput } from '../../support/outputs.ts';
import { valueOf } from '../../support/value-of.ts';

const first = 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g';

const stored = (text: string) => valueOf(decodeOutput(utf8(text)));

function continued({
  step = 1,
  steps = 2,
  pactId = first,
  source = '0',
  def = 'coin.transfer-crosschain',
}) {
  return stored(
    outputOf({
      continuation:
        `{"executed":null,"pactId":"${pactId}","stepHasRollback":false,"step":${step},"yield":null,` +
        `"continuation":{"args":[],"def":"coin.transfer-crosschain"},"stepCount":${steps}}`,
      events:
        `[{"params":["${source}","${def}",[]],"name":"X_RESUME",` +
        `"module":{"namespace":null,"name":"pact"},"moduleHash":"${first}"}]`,
    }),
  );
}

test('the first half of a transfer between chains names the target chain', () => {
  const step = stepOf(stored(yieldedOutput), 0);
  expect(printJson(stepMetadata(step, 0))).toBe(
    '{"multi-step-transaction":{"current-step":{"chain-id":"0","step-id":0,"rollback-available":false},' +
      `"first-step-request-key":"${first}","total-steps":2,"next-step":{"target-chain-id":"1"}}}`,
  );
  expect(earlierTransaction(step, [0, 1])).toBeUndefined();
});

test('the second half names the first one, on its chain', () => {
  const step = stepOf(continued({}), 1);
  expect(stepMetadata(step, 1).get('multi-step-transaction')).not.toHaveProperty('next-step');
  expect(earlierTransaction(step, [0, 1])).toEqual({ hash: first, chain: 0 });
});

test.each([
  ['a chain that the network does not have', { source: '7' }],
  ['an event of another defpact', { def: 'other.transfer' }],
])('%s is not named', (_, parts) => {
  expect(earlierTransaction(stepOf(continued(parts), 1), [0, 1])).toEqual({
    hash: first,
    chain: undefined,
  });
});

test('a defpact that another one began has no request key', () => {
  expect(earlierTransaction(stepOf(continued({ pactId: 'x' }), 1), [0])).toBeUndefined();
});

test('a step in the middle goes on on the same chain', () => {
  expect(stepOf(continued({ steps: 3 }), 1)).toMatchObject({ step: 1, next: '1' });
});

test('other transactions have no metadata', () => {
  expect(stepOf(stored(outputOf({})), 0)).toBeUndefined();
  expect(printJson(stepMetadata(undefined, 0))).toBe('{}');
});
