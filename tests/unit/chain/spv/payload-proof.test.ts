import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import { makePayload } from '../../../../src/chain/model/payload.ts';
import { decodeOutputEvents, encodeOutputEvents } from '../../../../src/chain/spv/event-bytes.ts';
import {
  createEventsProof,
  createOutputProof,
  decodePayloadProof,
  encodePayloadProof,
  runEventsProof,
  runOutputProof,
  type ProofAlgorithm,
} from '../../../../src/chain/spv/payload-proof.ts';
import { proofFaultText } from '../../../../src/chain/spv/proof-json.ts';
import { Decimal, ListValue, type PactValue } from '../../../../src/lang/session/run.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';
import { outputOf } from '../../../support/outputs.ts';

const keyOf = (i: number): string => toBase64Url(new Uint8Array(32).fill(i));
const event = (params: string): string =>
  `[{"params":${params},"name":"TRANSFER","module":{"namespace":"free","name":"token"},"moduleHash":"${keyOf(9)}"}]`;
const outputs = [
  outputOf({ requestKey: keyOf(0) }),
  outputOf({ requestKey: keyOf(1), events: event('["a",{"int":-5},1.5]') }),
  outputOf({ requestKey: keyOf(2), error: '{}' }),
];
const payloadWith = (texts: readonly string[]) =>
  makePayload({
    minerData: utf8('{}'),
    coinbase: utf8('coinbase'),
    transactions: texts.map((text, i) => ({ input: utf8(`input ${i}`), output: utf8(text) })),
  });
const payload = payloadWith(outputs);
const algorithms: readonly ProofAlgorithm[] = ['SHA512t_256', 'Keccak_256'];

describe.each(algorithms)('a proof within a block with %s', (algorithm) => {
  test('of an output leads to the hash of the payload', () => {
    const made = createOutputProof(payload, keyOf(1), algorithm);
    if (!made.ok) throw new Error(proofFaultText(made.fault));
    const text = encodePayloadProof(made.value);
    expect(text).toMatch(/^\{"rootType":"blockPayload","object":".*","subject":\{"input":/);
    expect(decodePayloadProof(text)).toEqual(made.value);
    const run = runOutputProof(made.value);
    if (!run.ok) throw new Error(run.fault);
    expect(run.value.output).toEqual(utf8(outputs[1]!));
    const isOfTheChain = toBase64Url(run.value.root) === toBase64Url(payload.payloadHash);
    expect(isOfTheChain).toBe(algorithm === 'SHA512t_256');
    expect(runEventsProof(made.value)).toEqual({
      ok: false,
      fault: 'the root is of type blockPayload, not blockEvents',
    });
  });

  test('of events leads to one root for all transactions of the block', () => {
    const roots = [0, 1, 2].map((i) => {
      const made = createEventsProof(payload, keyOf(i), algorithm);
      if (!made.ok) throw new Error(proofFaultText(made.fault));
      const run = runEventsProof(made.value);
      if (!run.ok) throw new Error(run.fault);
      expect(run.value.events.requestKey).toBe(keyOf(i));
      if (i === 1) {
        const params = ['a', -5n, new Decimal(1_500_000_000_000_000_000n, 18)];
        const common = { name: 'TRANSFER', module: 'free.token', moduleHash: keyOf(9) };
        expect(run.value.events.events).toEqual([{ ...common, params }]);
      }
      return toBase64Url(run.value.root);
    });
    expect(new Set(roots).size).toBe(1);
  });
});

test('subjects without a proof are refused', () => {
  const text = (answer: ReturnType<typeof createOutputProof>): string =>
    answer.ok ? 'a proof' : proofFaultText(answer.fault);
  expect(text(createOutputProof(payload, keyOf(7), 'Keccak_256'))).toBe(
    `RequestKeyNotFoundException "${keyOf(7)}"`,
  );
  const withList = payloadWith([outputOf({ requestKey: keyOf(0), events: event('[[1]]') })]);
  expect(text(createEventsProof(withList, keyOf(0), 'Keccak_256'))).toBe(
    'UnsupportedPactValueException',
  );
  expect(text(createEventsProof(payloadWith(['?']), keyOf(0), 'Keccak_256'))).toBe(
    'the output of transaction 0 is not a command result',
  );
});

describe('events as bytes', () => {
  const bytesOf = (param: PactValue) =>
    encodeOutputEvents({
      requestKey: keyOf(0),
      events: [{ name: 'E', module: 'm', moduleHash: keyOf(1), params: [param] }],
    });

  test.each<readonly [string, PactValue]>([
    ['IntegerOutOfBoundsException', 2n ** 255n],
    ['IntegerOutOfBoundsException', -(2n ** 255n) - 1n],
    ['DecimalOutOfBoundsException', new Decimal(1n, 19)],
    ['UnsupportedPactValueException', true],
    ['UnsupportedPactValueException', new ListValue([])],
  ])('have no %s', (fault, param) => {
    expect(bytesOf(param)).toEqual({ ok: false, fault });
  });

  test('are read back, and refused with any byte missing or added', () => {
    const made = bytesOf(-(2n ** 255n));
    if (!made.ok) throw new Error(made.fault);
    const bytes = made.value;
    expect(decodeOutputEvents(bytes)?.events[0]?.params).toEqual([-(2n ** 255n)]);
    for (let end = 0; end < bytes.length; end++) {
      expect(decodeOutputEvents(bytes.subarray(0, end))).toBeUndefined();
    }
    expect(decodeOutputEvents(new Uint8Array([...bytes, 0]))).toBeUndefined();
  });

  test('with a count beyond their end are refused at once', () => {
    const key = encodeOutputEvents({ requestKey: keyOf(0), events: [] });
    if (!key.ok) throw new Error(key.fault);
    const bytes = key.value.slice();
    bytes.fill(0xff, bytes.length - 4);
    expect(decodeOutputEvents(bytes)).toBeUndefined();
  });

  chainVectorTest('chainweb/event-proof-keccak.json', 'are those of a block of a chain', (json) => {
    const proof = decodePayloadProof(json);
    if (proof?.proof.subject.kind !== 'input') throw new Error('the vector is no proof');
    const run = runEventsProof(proof);
    if (!run.ok) throw new Error(run.fault);
    const { decoded } = JSON.parse(json) as {
      decoded: { requestKey: string; events: readonly Record<string, unknown>[] };
    };
    const { requestKey, events } = run.value.events;
    const shown = events.map((each) => ({
      ...each,
      params: each.params.map((param) =>
        param instanceof Decimal ? `${param.mantissa}e-18` : param,
      ),
    }));
    expect({ requestKey, events: shown }).toEqual(decoded);
    const again = encodeOutputEvents(run.value.events);
    expect(again.ok && again.value).toEqual(proof.proof.subject.bytes.subarray(2));
  });
});

test.each(['', '{', 'null', '1', '"proof"', '[1]', '{}', '{"rootType":"blockPayload"}'])(
  '%j is no proof',
  (text) => {
    expect(decodePayloadProof(text)).toBeUndefined();
  },
);
