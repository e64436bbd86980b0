// Commands from untrusted clients: any input is decoded, or refused with one sentence, and never causes an exception;
// decoded commands are encoded to the same text again.

import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wellFormed } from '../../src/base/text.ts';
import {
  commandHash,
  commandResult,
  encodeCommand,
  encodeCommandResult,
  encodePayload,
  encodePublicMeta,
  execute,
  publicMeta,
  readCommand,
  readPayload,
  standAlone,
  verifyCommand,
  type Payload,
  type PublicMeta,
} from '../../src/chain/command/index.ts';
import { Decimal, parseQualifiedName, unit } from '../../src/lang/session/run.ts';
import { MemoryDatabase } from '../../src/lang/session/store.ts';
import { runCount } from '../support/run-count.ts';
import { decimal, value } from '../unit/lang/values/arbitrary-values.ts';

const text = fc.string({ unit: 'binary', maxLength: 12 }).map(wellFormed);
const optionalText = fc.option(text, { nil: undefined });
const machineInteger = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const capability = fc.record({
  name: fc.constantFrom('m.C', 'ns.m.C').map((name) => parseQualifiedName(name)!),
  // In general the format loses information; these values survive it.
  args: fc.array(fc.oneof(text, fc.bigInt(), fc.boolean(), fc.constant(unit)), { maxLength: 3 }),
});
const capabilities = fc.array(capability, { maxLength: 2 });

const code = fc.oneof(
  text,
  fc.constantFrom(
    '(+ 1 2)',
    '(read-msg)',
    "[(hash (read-msg)) (enforce-guard (read-keyset 'k))]",
    '(module m G (defcap G () true) (defpact p () (step (yield (read-msg))) (step 1))) (m.p)',
    '(define-namespace "n" (read-keyset "a") (read-keyset "b"))',
  ),
);

const payload: fc.Arbitrary<Payload<PublicMeta>> = fc.record({
  networkId: optionalText,
  message: fc.oneof(
    fc.record({ kind: fc.constant('exec' as const), code, data: value }),
    fc.record({
      kind: fc.constant('continuation' as const),
      pactId: text,
      step: machineInteger,
      rollback: fc.boolean(),
      data: value,
      proof: optionalText,
    }),
  ),
  signers: fc.array(
    fc.record({
      scheme: fc.constantFrom(undefined, 'ED25519' as const, 'WebAuthn' as const),
      publicKey: text,
      address: optionalText,
      capabilities,
    }),
    { maxLength: 2 },
  ),
  verifiers: fc.option(
    fc.array(fc.record({ name: text, proof: fc.constant(unit), capabilities }), { maxLength: 2 }),
    { nil: undefined },
  ),
  meta: fc.record({
    chainId: text,
    sender: text,
    gasLimit: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
    gasPrice: decimal.map(({ mantissa, places }) => new Decimal(mantissa, places)),
    ttl: fc.bigInt(),
    creationTime: fc.bigInt(),
  }),
  nonce: text,
});

test('an encoded payload is decoded, and encoded to the same text again', () => {
  fc.assert(
    fc.property(payload, (of) => {
      const cmd = encodePayload(of, encodePublicMeta);
      const read = readPayload(cmd, publicMeta);
      if (!read.ok) throw new Error(read.fault.sentence);
      // Data may be decoded as what they look like; after that they stay the same.
      const again = encodePayload(read.value, encodePublicMeta);
      const twice = readPayload(again, publicMeta);
      expect(twice.ok && encodePayload(twice.value, encodePublicMeta)).toBe(again);
      expect(read.value.signers).toEqual(of.signers);
      expect(read.value.nonce).toBe(of.nonce);
    }),
    { numRuns: runCount(200) },
  );
});

const command = payload.map((of) => {
  const cmd = encodePayload({ ...of, signers: [], verifiers: undefined }, encodePublicMeta);
  return encodeCommand({ cmd, hash: commandHash(cmd), signatures: [] });
});

/** A text with a part removed, doubled or replaced. */
const damaged = fc
  .tuple(command, fc.nat(), fc.nat({ max: 20 }), fc.oneof(fc.constant(''), text, fc.json()))
  .map(([of, at, length, instead]) => {
    const from = at % of.length;
    return of.slice(0, from) + instead + of.slice(from + length);
  });

test('any input is refused with a sentence, or runs to a result', () => {
  fc.assert(
    fc.property(fc.oneof(command, damaged, text, fc.json()), (sent) => {
      const read = readCommand(sent);
      if (!read.ok) {
        expect(read.fault.sentence).toMatch(/^\S.*[^.\s]$/su);
        return;
      }
      const verified = verifyCommand(read.value, { meta: publicMeta });
      if (!verified.ok) {
        expect(verified.fault.sentence).toMatch(/^Invalid command: \S/);
        return;
      }
      const database = new MemoryDatabase();
      const execution = execute(verified.value, standAlone({ database, depthLimit: 1500 }));
      const result = encodeCommandResult(commandResult(read.value.hash, execution));
      expect(JSON.parse(result)).toHaveProperty('result.status');
    }),
    { numRuns: runCount(300) },
  );
});
