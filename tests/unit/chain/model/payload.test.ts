import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { printJson } from '../../../../src/base/json.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import {
  makePayload,
  wrongHashes,
  type PayloadData,
  type PayloadWithOutputs,
} from '../../../../src/chain/model/payload.ts';
import { payloadFromJson, payloadToJson } from '../../../../src/chain/model/payload-json.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';

const bytes = fc.uint8Array({ maxLength: 20 });
const payloads = fc
  .record({
    minerData: bytes,
    coinbase: bytes,
    transactions: fc.array(fc.record({ input: bytes, output: bytes }), { maxLength: 9 }),
  })
  .map(makePayload);

function withoutOutputs({ transactions, coinbase: _, ...rest }: PayloadWithOutputs): PayloadData {
  return { ...rest, kind: 'data', transactions: transactions.map(({ input }) => input) };
}

function read(text: string): ReturnType<typeof payloadFromJson> {
  const reading = readJson(text);
  if (reading.kind === 'fault') throw new Error(reading.fault);
  return payloadFromJson(reading.value);
}

test('JSON gives back what was written, in both forms', () => {
  fc.assert(
    fc.property(payloads, (payload) => {
      for (const each of [payload, withoutOutputs(payload)]) {
        expect(read(printJson(payloadToJson(each)))).toEqual({ ok: true, value: each });
        expect(wrongHashes(each)).toEqual([]);
      }
    }),
  );
});

describe('a payload that was changed', () => {
  const payload = makePayload({
    minerData: Uint8Array.of(1),
    coinbase: Uint8Array.of(2),
    transactions: [{ input: Uint8Array.of(3), output: Uint8Array.of(4) }],
  });
  const other = new Uint8Array(32);
  const executed = payload.transactions[0]!;

  test.each<readonly [string, PayloadData | PayloadWithOutputs, readonly string[]]>([
    ['miner', { ...payload, minerData: other }, ['transactionsHash']],
    ['coinbase', { ...payload, coinbase: other }, ['outputsHash']],
    ['output', { ...payload, transactions: [{ ...executed, output: other }] }, ['outputsHash']],
    [
      'transaction without outputs',
      { ...withoutOutputs(payload), transactions: [other] },
      ['transactionsHash'],
    ],
    [
      'order',
      { ...payload, transactions: [executed, executed] },
      ['transactionsHash', 'outputsHash'],
    ],
    ['hash of the outputs', { ...withoutOutputs(payload), outputsHash: other }, ['payloadHash']],
    ['hash', { ...payload, payloadHash: other }, ['payloadHash']],
  ])('%s', (_, changed, faults) => {
    expect(wrongHashes(changed)).toEqual(faults);
  });
});

describe('invalid JSON', () => {
  const hash = toBase64Url(new Uint8Array(32));
  const hashes = `"transactionsHash":"${hash}","outputsHash":"${hash}","payloadHash":"${hash}"`;

  test.each([
    ['[]', 'a payload must be an object'],
    ['{}', 'the member minerData of the payload is missing'],
    ['{"minerData":3}', 'the member minerData of the payload must be base64url'],
    ['{"minerData":"="}', 'the member minerData of the payload must be base64url'],
    [
      '{"minerData":"","transactionsHash":"AA"}',
      'the member transactionsHash of the payload must have 32 bytes',
    ],
    [`{"minerData":"",${hashes}}`, 'the member transactions of the payload must be an array'],
    [
      `{"minerData":"",${hashes},"transactions":["",3]}`,
      'transactions[1] of the payload must be base64url',
    ],
    [
      `{"minerData":"","coinbase":"",${hashes},"transactions":["AA"]}`,
      'transactions[0] of the payload must be an array of a transaction and its output',
    ],
    [
      `{"minerData":"","coinbase":"",${hashes},"transactions":[["AA",""],["AA","*"]]}`,
      'transactions[1][1] of the payload must be base64url',
    ],
  ])('%s', (text, fault) => {
    expect(read(text)).toEqual({ ok: false, fault });
  });
});

type GenesisPayload = {
  readonly expectedPayloadHash: string;
  readonly payloadHash: string;
};

for (const name of ['Development0', 'Development1to19', 'Mainnet0', 'Testnet040']) {
  chainVectorTest(
    `chainweb/genesis-payloads/${name}.json`,
    `the hashes of the genesis payload ${name}`,
    (text) => {
      const vectors = JSON.parse(text) as GenesisPayload;
      const payload = read(JSON.stringify(vectors));
      if (!payload.ok) throw new Error(payload.fault);
      expect(payload.value.kind).toBe('with-outputs');
      expect(wrongHashes(payload.value)).toEqual([]);
      expect(toBase64Url(payload.value.payloadHash)).toBe(vectors.expectedPayloadHash);
    },
  );
}
