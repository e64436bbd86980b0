// Makes first blocks from the transactions that a network lists.
import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { executionHost, makeGenesis } from '../../../../src/chain/blocks/index.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import { chainsOf, genesisHeader } from '../../../../src/chain/rules/network.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { HeadersByHash } from '../../../../src/chain/spv/header-source.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';
import { genesisInputs } from '../../../support/stdlib-chains.ts';

const plain = {
  ...development,
  genesis: { ...development.genesis, payloadHash: () => new Uint8Array(32) },
};
const host = executionHost({ network: plain, headers: new HeadersByHash(), depthLimit: 1_000 });

function written(code: string): Uint8Array {
  const meta = { creationTime: 0, ttl: 1, gasLimit: 0, chainId: '', gasPrice: 0, sender: '' };
  const payload = { exec: { data: null, code } };
  const cmd = JSON.stringify({ networkId: null, payload, signers: [], meta, nonce: code });
  // Members in a different order from the hashed one.
  return utf8(JSON.stringify({ cmd, sigs: [], hash: toBase64Url(new Uint8Array(32)) }));
}

const made = (chain: number, ...transactions: readonly Uint8Array[]) =>
  makeGenesis(plain, chain, { transactions, host });

test('transactions are stored in the form that is hashed', () => {
  const first = made(0, written('(+ 1 2)'));
  if (!first.ok) throw new Error(first.fault);
  const [{ input, output }] = first.value.transactions as [
    (typeof first.value.transactions)[number],
  ];
  expect(decodeUtf8(input)).toMatch(/^\{"hash":"A{43}","sigs":\[\],"cmd":/);
  expect(decodeUtf8(output)).toContain('"status":"success","data":{"int":3}');
});

test('a result that follows from its own hash is refused', () => {
  expect(made(0, written(`(at 'prev-block-hash (chain-data))`))).toEqual({
    ok: false,
    fault: 'its results depend on prev-block-hash of chain-data, which follows from the results',
  });
});

test('a transaction that fails or cannot be read is named', () => {
  expect(made(0, written('1'), written('(enforce false "no")'))).toEqual({
    ok: false,
    fault: 'genesis transaction 1: no',
  });
  expect(made(0, written('(+ 1'))).toMatchObject({
    ok: false,
    fault: expect.stringMatching(/^genesis transaction 0: /) as string,
  });
  expect(made(20)).toEqual({ ok: false, fault: 'the network does not have this chain' });
});

test('the coin contract of a network from a file lists the chains of that network', () => {
  const graphs = [{ from: 0, graph: knownGraphs.pair }];
  const network = { ...plain, graphs };
  const first = makeGenesis(network, 1, { transactions: genesisInputs(1), host });
  if (!first.ok) throw new Error(first.fault);
  const texts = first.value.transactions.map(({ input }) => decodeUtf8(input) ?? '');
  expect(texts.join('')).toContain('(enumerate 0 1))');
  expect(texts.join('')).not.toContain('(enumerate 0 19))');
});

for (const [name, chains] of [
  ['Development0', [0]],
  ['Development1to19', chainsOf(development).slice(1)],
] as const) {
  chainVectorTest(
    `chainweb/genesis-payloads/${name}.json`,
    `the first headers of development follow from their transactions (${name})`,
    (text) => {
      const vector = JSON.parse(text) as { readonly transactions: readonly [string, string][] };
      const transactions = vector.transactions.map(([input]) => Buffer.from(input, 'base64url'));
      // Code can read its chain id: check the first and the last of the chains that share the payload.
      const ends = new Set([chains[0], chains.at(-1)!]);
      const hashes = [...ends].map((chain) => {
        const first = made(chain, ...transactions);
        if (!first.ok) throw new Error(first.fault);
        return first.value.payloadHash;
      });
      for (const payloadHash of hashes) {
        const genesis = { ...plain.genesis, payloadHash: () => payloadHash };
        for (const chain of chains) {
          const header = genesisHeader({ ...plain, genesis }, chain);
          expect(header).toEqual(genesisHeader(development, chain));
        }
      }
    },
  );
}
