import { expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { decodeMiner, encodeMiner, noMiner } from '../../../../src/chain/model/payload-json.ts';
import { decodeOutput, encodeOutput, noCoinbase } from '../../../../src/chain/model/output-json.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import {
  decodeTransaction,
  encodeTransaction,
  readTransactions,
  signatureBytes,
} from '../../../../src/chain/model/transaction-json.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';

const event =
  '{"params":[1,"a"],"name":"TRANSFER","module":{"namespace":null,"name":"coin"},"moduleHash":"m"}';

const outputs = [
  '{"gas":0,"result":{"status":"success","data":"NO_COINBASE"},"reqKey":"DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g","logs":null,"metaData":null,"continuation":null,"txId":null}',
  `{"gas":12,"result":{"status":"success","data":{"b":{"int":1},"a":[]}},"reqKey":"k","logs":"l","events":[${event},${event.replace('null', '"free"')}],"metaData":null,"continuation":{"x":1.50},"txId":5}`,
  '{"gas":1000,"result":{"status":"failure","error":{"callStack":[],"type":"EvalError","message":"no \\"é\\"","info":"<toplevel>:0"}},"reqKey":"k","logs":"l","metaData":null,"continuation":null,"txId":null}',
];

test.each(outputs)('an output is encoded to the same bytes: %s', (text) => {
  const output = decodeOutput(utf8(text));
  expect(output.ok && decodeUtf8(encodeOutput(output.value))).toBe(text);
});

test('the coinbase of genesis blocks', () => {
  expect(decodeUtf8(encodeOutput(noCoinbase))).toBe(outputs[0]);
});

test.each([
  ['[]', 'the output must be an object'],
  ['{', 'the output is not valid JSON: it ends too early'],
  ['{}', 'the member gas of the output is missing'],
  ['{"gas":-1}', 'the member gas of the output must be a whole number'],
  ['{"gas":1,"result":7}', 'the member result of the output must be an object'],
  ['{"gas":1,"result":{}}', 'the member status of the result is missing'],
  [
    '{"gas":1,"result":{"status":"x"}}',
    'the member status of the result must be success or failure',
  ],
  [
    '{"gas":1,"result":{"status":"success","data":1},"reqKey":"k","events":[{"params":[],"name":"n","module":{},"moduleHash":"h"}]}',
    'the member name of the module of an event is missing',
  ],
])('%s is refused: %s', (text, fault) => {
  expect(decodeOutput(utf8(text))).toEqual({ ok: false, fault });
});

const transaction = '{"hash":"h","sigs":[{"sig":"ab"},{"sig":"{\\"a\\":1}"}],"cmd":"{\\"a\\": 1}"}';

test('a transaction is encoded to the same bytes, whatever its original order and form', () => {
  const read = decodeTransaction(utf8(transaction));
  expect(read.ok && decodeUtf8(encodeTransaction(read.value))).toBe(transaction);
  expect(read.ok && signatureBytes(read.value)).toBe(
    '{"sig":"ab"}'.length + '{"sig":"{\\"a\\":1}"}'.length,
  );
  const other =
    '{ "cmd":"{\\"a\\": 1}", "more":1, "sigs":[{"pubKey":"x","sig":"ab"},{"sig":"{\\"a\\":1}"}], "hash":"h" }';
  const again = decodeTransaction(utf8(other));
  expect(again).toEqual(read);
});

test('files of transactions', () => {
  const bytes = utf8(transaction);
  const encoded = Buffer.from(bytes).toString('base64url');
  const all = [transaction, `[${transaction}]`, `["${encoded}"]`, `"${encoded}"`];
  for (const text of all) expect(readTransactions(text)).toEqual({ ok: true, value: [bytes] });
  expect(readTransactions('[]')).toEqual({ ok: true, value: [] });
});

test.each([
  ['[', 'it is not valid JSON: it ends too early'],
  ['[1]', 'transaction 1: it must be an object with hash, sigs and cmd, or base64url of one'],
  ['["AA"]', 'transaction 1: the transaction is not valid JSON'],
  [
    `[${transaction},{"hash":"h","sigs":["ab"],"cmd":""}]`,
    'transaction 2: the member sigs[0] of the transaction must be an object',
  ],
  [
    '{"hash":"h","sigs":[{}],"cmd":""}',
    'transaction 1: the member sig of the signature is missing',
  ],
])('%s is not a file of transactions: %s', (text, fault) => {
  const read = readTransactions(text);
  expect(read.ok ? '' : read.fault).toContain(fault);
});

test('miner data has its keys in order, without duplicates', () => {
  const miner = { account: 'k:b', predicate: 'keys-all', publicKeys: ['b', 'a', 'b'] };
  const text = '{"account":"k:b","predicate":"keys-all","public-keys":["a","b"]}';
  expect(decodeUtf8(encodeMiner(miner))).toBe(text);
  expect(decodeMiner(utf8(text))).toEqual({
    ok: true,
    value: { ...miner, publicKeys: ['a', 'b'] },
  });
  expect(decodeUtf8(encodeMiner(noMiner))).toBe(
    '{"account":"NoMiner","predicate":"<","public-keys":[]}',
  );
  expect(decodeMiner(utf8('{"account":"a","predicate":"p","public-keys":[1]}'))).toEqual({
    ok: false,
    fault: 'the member public-keys of the miner data must hold strings only',
  });
});

const payloads = [
  'chainweb/genesis-payloads/Development0',
  'chainweb/genesis-payloads/Development1to19',
  'chainweb/genesis-payloads/Mainnet0',
  'chainweb/genesis-payloads/RecapDevelopment0',
  'chainweb/genesis-payloads/Testnet040',
  'chainweb-3.2/Testnet060',
  'chainweb-3.2/Testnet061to19',
];

for (const name of payloads) {
  chainVectorTest(
    `${name}.json`,
    'everything stored is written again byte by byte, and has its hashes',
    (text) => {
      const payload = storedPayload(text);
      const { minerData, coinbase, transactions } = payload;
      const miner = decodeMiner(minerData);
      expect(miner.ok && encodeMiner(miner.value)).toEqual(minerData);
      const reward = decodeOutput(coinbase);
      expect(reward.ok && encodeOutput(reward.value)).toEqual(coinbase);
      expect(transactions.length).toBeGreaterThan(5);
      expect(toBase64Url(makePayload(payload).payloadHash)).toBe(payload.payloadHash);
      for (const { input, output } of transactions) {
        const read = decodeTransaction(input);
        const result = decodeOutput(output);
        expect(read.ok && encodeTransaction(read.value)).toEqual(input);
        expect(result.ok && encodeOutput(result.value)).toEqual(output);
        expect(read.ok && result.ok && read.value.hash === result.value.requestKey).toBe(true);
      }
    },
  );
}

function storedPayload(text: string) {
  const vector = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const bytes = (value: unknown) => new Uint8Array(Buffer.from(value as string, 'base64url'));
  return {
    payloadHash: vector['expectedPayloadHash'],
    minerData: bytes(vector['minerData']),
    coinbase: bytes(vector['coinbase']),
    transactions: (vector['transactions'] as readonly (readonly [unknown, unknown])[]).map(
      ([input, output]) => ({ input: bytes(input), output: bytes(output) }),
    ),
  };
}
