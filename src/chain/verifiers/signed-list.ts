// The verifier `signed_list`: a secp256k1 key signed a list. The capability that it grants has the list, without the
// parts that were only given as bytes, and the key.
// Source: Chainweb/VerifierPlugin/SignedList.hs.

import { concatBytes, fromHex, utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { sha3 } from '../../base/crypto/hashes.ts';
import { verifySecp256k1 } from '../../base/crypto/secp256k1.ts';
import {
  Decimal,
  equalValues,
  ListValue,
  ObjectValue,
  type PactValue,
} from '../../lang/session/run.ts';
import { decimalText, throughJson } from './hyperlane-layout.ts';
import type { Verifier } from './verifier.ts';

const signatureGas = 650n;

export const signedList: Verifier = ({ proof, capabilities, charge }) => {
  const [capability, ...others] = capabilities;
  if (capability === undefined || others.length > 0) return 'Expected exactly one capability';
  const [list, key, ...more] = capability.args.map(throughJson);
  if (!(list instanceof ListValue) || typeof key !== 'string' || more.length > 0) {
    return 'Capability args must be: (list, pubKey)';
  }
  const legacy = throughJson(proof);
  const [parts, publicKey, signature, ...rest] = legacy instanceof ListValue ? legacy.items : [];
  if (!(parts instanceof ListValue) || typeof publicKey !== 'string' || rest.length > 0) {
    return 'Proof must be: [message parts, pubKey, sig]';
  }
  if (typeof signature !== 'string') return 'Proof must be: [message parts, pubKey, sig]';
  if (!isHashList(parts)) return 'Parsing hash list failed';
  const hashed = hashList(parts);
  if (!hashed.ok) return hashed.fault;
  const { digest, stripped } = hashed.value;
  if (!equalValues(stripped, list) || publicKey !== key) {
    return 'Capability arguments do not match proof data';
  }
  charge(signatureGas);
  return signatureFault(digest, publicKey, signature);
};

function signatureFault(digest: Uint8Array, key: string, text: string): string | undefined {
  const publicKey = fromHex(key);
  const signature = fromHex(text);
  const isValid =
    publicKey === undefined || signature === undefined
      ? undefined
      : verifySecp256k1({ digest, signature, publicKey });
  if (isValid === undefined) return 'Malformed signature verification inputs';
  return isValid ? undefined : 'Signature verification failed';
}

/** Checks for strings, decimals, bytes and lists of them. */
function isHashList(list: ListValue): boolean {
  return list.items.every((item) => {
    if (item instanceof ListValue) return isHashList(item);
    return typeof item === 'string' || item instanceof Decimal || hexOf(item) !== undefined;
  });
}

/** Bytes are written as an object with one member `0x`, which has hexadecimal digits. */
function hexOf(value: PactValue): string | undefined {
  if (!(value instanceof ObjectValue) || value.fields.size !== 1) return undefined;
  const hex = value.fields.get('0x');
  return typeof hex === 'string' ? hex : undefined;
}

type HashedList = { readonly digest: Uint8Array; readonly stripped: ListValue };

/** The hash of the concatenated parts; the part of an inner list is its hash. */
function hashList(list: ListValue): Result<HashedList, string> {
  const chunks: Uint8Array[] = [];
  const stripped: PactValue[] = [];
  for (const item of list.items) {
    if (item instanceof ListValue) {
      const inner = hashList(item);
      if (!inner.ok) return inner;
      chunks.push(inner.value.digest);
      stripped.push(inner.value.stripped);
    } else if (typeof item === 'string' || item instanceof Decimal) {
      chunks.push(utf8(typeof item === 'string' ? item : decimalText(item)));
      stripped.push(item);
    } else {
      const hex = hexOf(item) ?? '';
      const bytes = fromHex(hex);
      if (bytes === undefined) return bad(`Malformed hex encoding: ${hex}`);
      chunks.push(bytes);
    }
  }
  return good({ digest: sha3(concatBytes(chunks)), stripped: new ListValue(stripped) });
}
