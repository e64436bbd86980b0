import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { executeGenesis } from '../../../../src/chain/execute/index.ts';
import { payloadFromJson } from '../../../../src/chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../../../src/chain/model/payload.ts';
import type { GasQuirk } from '../../../../src/chain/rules/execution/settings.ts';
import { genesisHeader } from '../../../../src/chain/rules/network.ts';
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

function genesisTransaction(code: string): Uint8Array {
  const meta = {
    creationTime: 0,
    ttl: 172800,
    gasLimit: 0,
    chainId: '',
    gasPrice: 0,
    sender: '',
  };
  const payload = { exec: { data: null, code } };
  const cmd = JSON.stringify({ networkId: null, payload, signers: [], meta, nonce: 'n' });
  return utf8(JSON.stringify({ hash: toBase64Url(new Uint8Array(32)), sigs: [], cmd }));
}

test('a first block with a transaction that fails is refused', () => {
  const inputs = [genesisTransaction('(enforce false "no")')];
  const block = executeGenesis(chainDatabase(), contextAt(), inputs);
  expect(block).toEqual({ ok: false, fault: 'genesis transaction 0: no' });
});

test('the gas of every transaction is the figure of the first one above, if there is one', () => {
  const inputs = [genesisTransaction('1'), genesisTransaction('2')];
  const gasOf = (quirks: readonly GasQuirk[]): readonly string[] => {
    const execution = { ...development.execution, gasQuirks: quirks };
    const context = contextAt({ network: { ...development, execution } });
    const block = executeGenesis(chainDatabase(), context, inputs);
    if (!block.ok) throw new Error(block.fault);
    return block.value.transactions.map(({ output }) => shown(output).slice(0, 10));
  };
  expect(gasOf([])).toEqual(['{"gas":0,"', '{"gas":0,"']);
  expect(gasOf([{ chain: 0, height: 1, index: 0, gas: 1n }])).toEqual(['{"gas":1,"', '{"gas":1,"']);
  expect(gasOf([{ chain: 0, height: 0, index: 0, gas: 1n }])[0]).toBe('{"gas":0,"');
  expect(gasOf([{ chain: 0, height: 1, index: 1, gas: 1n }])[1]).toBe('{"gas":0,"');
});
