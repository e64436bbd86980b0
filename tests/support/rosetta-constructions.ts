// Constructions on a node without chains, whose answers about accounts are made up: for tests of single steps.
import type { NodeApiOptions } from '../../src/node/api/index.ts';
import { FakeNode } from './fake-node.ts';
import { apiOf, base } from './node-api.ts';
import { construct, operation, RosettaClient, walletOf } from './rosetta-client.ts';

export const sender = walletOf('11'.repeat(32));
export const receiver = walletOf('22'.repeat(32));
export const gas_payer = { address: sender.address };
export const value = 1_500_000_000_000n;
export const transfer = [
  operation(0, sender.address, -value),
  operation(1, receiver.address, value),
];

export const rowOf = (account: string, keys: readonly string[] = [account.slice(2)]) => ({
  account,
  balance: 10.5,
  guard: { pred: 'keys-all', keys },
});

/** What the chain says about accounts. */
export const resultWith = (result: object) =>
  JSON.stringify({
    gas: 1,
    result,
    reqKey: 'k1H3DsInAPvJ0W_zPxnrpkeSNdPUT0S9U8bqDLG739o',
    logs: null,
    metaData: null,
    continuation: null,
    txId: null,
  });

/** `rows`: what the chain has of accounts. */
export async function fakeClient(
  rows: readonly object[] = [rowOf(sender.address)],
  options: Partial<NodeApiOptions> = {},
) {
  const node = new FakeNode();
  const api = await apiOf(node, { rosetta: true, ...options });
  const asked: string[] = [];
  node.answers.local = ({ command }) => {
    asked.push(command.cmd);
    const json = resultWith({ status: 'success', data: rows });
    return Promise.resolve({ kind: 'result', json });
  };
  return { ...api, asked, client: new RosettaClient(api.post, { base }) };
}

export const made = (client: RosettaClient) =>
  construct(client, 0, { operations: transfer, metadata: { gas_payer }, wallets: [sender] });

export const optionsOf = (client: RosettaClient) =>
  client.on<{ options: object }>(0, 'construction/preprocess', {
    operations: transfer,
    metadata: { gas_payer },
  });
