// After a disk fault a node returns no results but an error, so that clients do not mistake a transaction for a pending one.
import { expect, test } from 'vitest';
import { bad } from '../../../../../src/base/result.ts';
import { chain0, fakeApi } from '../../../../support/node-api.ts';

const key = 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o';
const questions = [
  ['poll', { requestKeys: [key] }],
  ['listen', { listen: key }],
  ['spv', { requestKey: key, targetChainId: '1' }],
] as const;

test.each(questions)('%s answers 503 with the reason', async (verb, body) => {
  const { node, post } = await fakeApi();
  node.wellness = { kind: 'ill', sentence: 'the disk is full: nothing is kept any more' };
  node.answers.whenMined = () => Promise.resolve(undefined);
  node.answers.spv = () => Promise.resolve(bad({ kind: 'unknown-transaction' }));
  expect(await post(`${chain0}/pact/${verb}`, body)).toEqual([
    503,
    expect.stringContaining('the disk is full: nothing is kept any more'),
  ]);
});

test('while the node shuts down, results are returned as before', async () => {
  const { node, post } = await fakeApi();
  node.wellness = { kind: 'ending' };
  expect((await post(`${chain0}/pact/poll`, { requestKeys: [key] }))[0]).toBe(200);
});
