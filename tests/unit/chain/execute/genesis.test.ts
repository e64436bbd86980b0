import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { decodeUtf8 } from '../../../../src/base/bytes.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { executeGenesis } from '../../../../src/chain/execute/index.ts';
import { payloadFromJson } from '../../../../src/chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../../../src/chain/model/payload.ts';
import { genesisHeader } from '../../../../src/chain/rules/genesis.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { chainDatabase, contextAt, type Place } from '../../../support/chain-execution.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';

function payloadIn(text: string): PayloadWithOutputs {
  const json = readJson(text);
  const payload = payloadFromJson(json.kind === 'value' ? json.value : '');
  if (!payload.ok || payload.value.kind === 'data') throw new Error('no payload with outputs');
  return payload.value;
}

function executed(payload: PayloadWithOutputs, place: Place) {
  const context = contextAt({ ...place, height: 1 });
  const inputs = payload.transactions.map(({ input }) => input);
  return executeGenesis(chainDatabase(), context, inputs);
}

const shown = (bytes: Uint8Array): string => decodeUtf8(bytes) ?? 'not UTF-8';

for (const [name, chains] of [
  ['Development0', [0]],
  ['Development1to19', Array.from({ length: 19 }, (_, i) => i + 1)],
] as const) {
  chainVectorTest(
    `chainweb/genesis-payloads/${name}.json`,
    `the first block of chains of development, executed as a block (${name})`,
    (text) => {
      const payload = payloadIn(text);
      const block = executed(payload, { chain: chains[0] });
      if (!block.ok) throw new Error(block.fault);
      expect(block.value.transactions.map(({ output }) => shown(output))).toEqual(
        payload.transactions.map(({ output }) => shown(output)),
      );
      expect(block.value).toEqual(payload);
      const payloadHash = toBase64Url(block.value.payloadHash);
      for (const chain of chains) {
        const header = genesisHeader(development, chain);
        expect(toBase64Url(header!.payloadHash)).toBe(payloadHash);
      }
    },
  );
}

test('a first block with a transaction that fails is refused', () => {
  const cmd =
    '{"networkId":null,"payload":{"exec":{"data":null,"code":"(enforce false \\"no\\")"}},"signers":[],' +
    '"meta":{"creationTime":0,"ttl":172800,"gasLimit":0,"chainId":"","gasPrice":0,"sender":""},"nonce":"n"}';
  const hash = toBase64Url(new Uint8Array(32));
  const transaction = JSON.stringify({ hash, sigs: [], cmd });
  const block = executeGenesis(chainDatabase(), contextAt(), [
    new TextEncoder().encode(transaction),
  ]);
  expect(block).toEqual({ ok: false, fault: 'genesis transaction 0: no' });
});
