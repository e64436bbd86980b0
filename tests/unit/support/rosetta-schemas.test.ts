// The standard's schemas refuse what they should.
import { expect, test } from 'vitest';
import {
  checkRosettaAnswer,
  checkRosettaError,
  checkRosettaRequest,
  rosettaEndpointNames,
} from '../../support/rosetta-schemas.ts';

const block = { index: 3, hash: 'h' };
const operation = (index: number, related: readonly number[]) => ({
  operation_identifier: { index },
  related_operations: related.map((each) => ({ index: each })),
  type: 'FundTx',
  status: 'Successful',
  amount: { value: '-1', currency: { symbol: 'C', decimals: 12 } },
});
const answerWith = (operations: readonly object[], more: object = {}): string =>
  JSON.stringify({
    block: {
      block_identifier: block,
      parent_block_identifier: block,
      timestamp: 7,
      transactions: [{ transaction_identifier: { hash: 't' }, operations, ...more }],
    },
  });

test('an answer as the standard describes it has no faults', () => {
  expect(checkRosettaAnswer('block', answerWith([operation(0, []), operation(1, [0])]))).toEqual(
    [],
  );
});

test.each([
  ['a member of the implementation', answerWith([], { gas: 1 }), 'additional properties: gas'],
  ['a wrong type', answerWith([{ ...operation(0, []), status: 1 }]), 'must be string'],
  ['a missing member', '{"block":{}}', "must have required property 'block_identifier'"],
  ['an index that is not its place', answerWith([operation(1, [])]), 'has the index 1'],
  ['a relation to itself', answerWith([operation(0, [0])]), 'relates to 0'],
  [
    'an amount with a point',
    answerWith([operation(0, [])]).replace('"-1"', '"-1.0"'),
    'must match pattern',
  ],
])('%s is a fault', (_, json, fault) => {
  expect(checkRosettaAnswer('block', json).join('\n')).toContain(fault);
});

test('requests and errors are checked too', () => {
  expect(checkRosettaRequest('network/list', '{"networks":[]}')).toEqual([
    '/ must NOT have additional properties: networks',
  ]);
  expect(checkRosettaError('{"code":1,"message":"m","retriable":false}')).toEqual([]);
  expect(checkRosettaError('{"code":1,"message":"m"}')).toEqual([
    "/ must have required property 'retriable'",
  ]);
});

test('every endpoint has a schema that compiles', () => {
  for (const name of rosettaEndpointNames) {
    checkRosettaAnswer(name, '{}');
    checkRosettaRequest(name, '{}');
  }
  expect(rosettaEndpointNames).toHaveLength(16);
});
