import { secp256k1 } from '@noble/curves/secp256k1.js';
import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { concatBytes, toHex, utf8 } from '../../../../src/base/bytes.ts';
import { hyperlaneMessage } from '../../../../src/chain/verifiers/hyperlane-message.ts';
import { keccak256 } from '../../../../src/base/crypto/keccak256.ts';
import {
  Decimal,
  evalError,
  ListValue,
  objectValue,
  type ObjectValue,
  parseQualifiedName,
  type PactValue,
} from '../../../../src/lang/session/run.ts';
import { noSpan } from '../../../../src/base/span.ts';

const word = (fill: number): Uint8Array => new Uint8Array(32).fill(fill);
const u32 = (n: number): Uint8Array => Uint8Array.of(0, 0, n >> 8, n & 255);
const body = utf8('a token message');
const message = concatBytes([
  Uint8Array.of(3),
  u32(7),
  u32(31337),
  word(1),
  u32(626),
  word(2),
  body,
]);
const id = keccak256(message);
const tree = word(9);

const keys = [word(11), word(12), word(13)];
const addressOf = (key: Uint8Array): string =>
  `0x${toHex(keccak256(secp256k1.getPublicKey(key, false).subarray(1)).subarray(12))}`;
const [first, second, third] = keys.map(addressOf) as [string, string, string];

function digestOf(checkpoint: Uint8Array): Uint8Array {
  const domain = keccak256(concatBytes([u32(31337), tree, utf8('HYPERLANE')]));
  const signed = keccak256(concatBytes([domain, checkpoint]));
  return keccak256(concatBytes([utf8('\x19Ethereum Signed Message:\n32'), signed]));
}

/** Returns r, s and 27 or 28. */
function sign(digest: Uint8Array, key: Uint8Array): Uint8Array {
  const signature = secp256k1.sign(digest, key, { prehash: false, format: 'recovered' });
  return concatBytes([signature.subarray(1), Uint8Array.of(27 + signature[0]!)]);
}

function plainMetadata(signers: readonly Uint8Array[]): string {
  const root = word(8);
  const digest = digestOf(concatBytes([root, u32(5), id]));
  const signatures = signers.map((key) => sign(digest, key));
  return toBase64Url(concatBytes([tree, root, u32(5), ...signatures]));
}

function treeMetadata(signers: readonly Uint8Array[], index = 5): string {
  const branch = Array.from({ length: 32 }, (_, i) => word(100 + i));
  const root = branch.reduce(
    (node, sibling, i) => keccak256(concatBytes((5 >> i) & 1 ? [sibling, node] : [node, sibling])),
    id,
  );
  const digest = digestOf(concatBytes([root, u32(5), id]));
  const signatures = signers.map((key) => sign(digest, key));
  return toBase64Url(concatBytes([tree, u32(index), id, ...branch, u32(5), ...signatures]));
}

const value: ObjectValue = objectValue([
  ['version', 3n],
  ['nonce', 7n],
  ['originDomain', new Decimal(31337n, 0)],
  ['sender', toBase64Url(word(1))],
  ['destinationDomain', 626n],
  ['recipient', toBase64Url(word(2))],
  ['messageBody', toBase64Url(body)],
]);

type Given = {
  readonly args?: readonly PactValue[];
  readonly metadata?: string;
  readonly proof?: PactValue;
  readonly gas?: bigint;
};

/** Returns the verdict and the gas charged. */
function verdict({ args, metadata = plainMetadata([keys[0]!]), proof, gas = 100_000n }: Given) {
  let charged = 0n;
  const answer = hyperlaneMessage({
    proof: proof ?? new ListValue([toBase64Url(message), metadata]),
    capabilities: [
      {
        name: parseQualifiedName('m.K')!,
        args: args ?? [toBase64Url(id), value, new ListValue([first, second, third]), 1n],
      },
    ],
    charge(units) {
      if (charged + units > gas) throw evalError('VerifierError', { cause: 'no gas' }, noSpan);
      charged += units;
    },
  });
  return [answer, charged];
}

const args = (signers: readonly string[], threshold: PactValue, of: PactValue = value) => [
  toBase64Url(id),
  of,
  new ListValue(signers),
  threshold,
];

describe('a message of the bridge', () => {
  test('is accepted if the validators signed it, in their order', () => {
    expect(verdict({})).toEqual([undefined, 16_260n]);
    const metadata = plainMetadata([keys[0]!, keys[2]!]);
    expect(verdict({ metadata, args: args([first, second, third], 2n) })).toEqual([
      undefined,
      32_510n,
    ]);
    const neighbours = plainMetadata([keys[0]!, keys[1]!, keys[2]!]);
    expect(verdict({ metadata: neighbours, args: args([first, second, third], 3n) })[0]).toBe(
      undefined,
    );
    expect(verdict({ metadata, args: args([third, second, first], 2n) })[0]).toBe(
      'Verification failed',
    );
    expect(verdict({ metadata, args: args([first, second], 2n) })[0]).toBe('Verification failed');
  });

  test('may be in a tree whose root was signed', () => {
    const metadata = treeMetadata([keys[1]!]);
    expect(verdict({ metadata, args: args([first, second], 1n) })).toEqual([undefined, 16_278n]);
    const elsewhere = treeMetadata([keys[1]!], 4);
    expect(verdict({ metadata: elsewhere })[0]).toBe('Verification failed');
  });

  test('is not checked against the tree if the gas runs out before', () => {
    expect(() => verdict({ metadata: treeMetadata([keys[1]!]), gas: 20n })).toThrow();
    expect(verdict({ metadata: treeMetadata([]), gas: 20n, args: args([], 40n) })).toEqual([
      "The number of signatures can't be less than threshold",
      10n,
    ]);
  });

  test.each<readonly [string, Given]>([
    ['Threshold should be greater than 0', { args: args([first], 0n) }],
    ["The number of signatures can't be less than threshold", { args: args([first], 2n) }],
    ['Threshold is not an integer', { args: args([first], new Decimal(15n, 1)) }],
    ['Threshold is not an integer', { args: args([first], 'one') }],
    ['Message should be an object', { args: args([first], 1n, 'text') }],
    ['version is missing', { args: args([first], 1n, objectValue([])) }],
    [
      'Incorrect number of capability arguments. Expected: messageId, message, signers, threshold.',
      { args: [] },
    ],
    ['Expected a proof data as a list', { proof: new ListValue(['one']) }],
    [
      'Expected a proof data as a list',
      { proof: new ListValue([toBase64Url(message), plainMetadata([keys[0]!]), 'three']) },
    ],
    ['Uncaught exception in verifier', { proof: new ListValue(['?', 'two']) }],
    ['Uncaught exception in verifier', { proof: new ListValue(['AAAA', 'two']) }],
    ['error decoding metadata from base64', { metadata: '?' }],
    ['error decoding metadata from bytes', { metadata: 'AAAA' }],
  ])('is refused: %s', (text, given) => {
    expect(verdict(given)[0]).toBe(text);
  });

  test('must have the id and the content that the capability names', () => {
    const other = ['other', value, new ListValue([first]), 1n];
    expect(verdict({ args: other })[0]).toBe(
      `Invalid message id. Expected: PLiteral (LString {_lString = "${toBase64Url(id)}"}) ` +
        'but got PLiteral (LString {_lString = "other"})',
    );
    const changed = objectValue([...value.fields, ['nonce', 8n]]);
    expect(verdict({ args: args([first], 1n, changed) })[0]).toMatch(
      /^Invalid message\. Expected: PObject \(ObjectMap \{_objectMap = fromList \[\(FieldKey "destinationDomain",PLiteral \(LInteger \{_lInteger = 626\}\)\),/,
    );
  });

  test('with an unknown form of signature aborts', () => {
    const broken = (v: number): string => {
      const bytes = concatBytes([tree, word(8), u32(5), word(1), word(2), Uint8Array.of(v)]);
      return toBase64Url(bytes);
    };
    expect(verdict({ metadata: broken(26) })[0]).toBe('Uncaught exception in verifier');
    expect(verdict({ metadata: broken(31) })[0]).toBe('Uncaught exception in verifier');
    const off = concatBytes([tree, word(8), u32(5), word(0), word(2), Uint8Array.of(27)]);
    expect(verdict({ metadata: toBase64Url(off) })[0]).toBe(
      'Failed to recover an address: incorrect signature',
    );
  });
});
