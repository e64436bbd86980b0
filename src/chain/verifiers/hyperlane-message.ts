// The verifier `hyperlane_v3_message`: validators of the bridge Hyperlane signed that a message was sent on another
// chain. The capability that it grants has the id of the message, the message, the addresses of the validators, and how
// many of them must have signed, in this order.
// Source: Chainweb/VerifierPlugin/Hyperlane/Message/After225.hs. Releases before Pact 5 had an older form.

import { toBase64Url } from '../../base/base64url.ts';
import { concatBytes, toHex, utf8 } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { keccak256 } from '../../base/crypto/keccak256.ts';
import { recoverEthereumAddress } from '../../base/crypto/secp256k1.ts';
import {
  Decimal,
  equalValues,
  isEvalError,
  ListValue,
  ObjectValue,
  objectValue,
  type PactValue,
  type QualifiedCapability,
} from '../../lang/session/run.ts';
import { decodeBase64 } from '../spv/proof-json.ts';
import {
  type HyperlaneMessage,
  type SignedCheckpoint,
  hasBranch,
  isLiteral,
  readMessage,
  readPlainCheckpoint,
  readTreeCheckpoint,
  showLegacy,
} from './hyperlane-layout.ts';
import { type Verifier, type VerifierRequest, uncaughtException } from './verifier.ts';

const gas = { base64: 5n, branch: 18n, recovery: 16_250n } as const;

export const hyperlaneMessage: Verifier = ({ proof, capabilities, charge }) => {
  const claim = readClaim(capabilities);
  if (!claim.ok) return claim.fault;
  const [messageText, metadataText, ...more] = proof instanceof ListValue ? proof.items : [];
  if (typeof messageText !== 'string' || typeof metadataText !== 'string' || more.length > 0) {
    return 'Expected a proof data as a list';
  }
  charge(gas.base64);
  const bytes = decodeBase64(messageText);
  const message = bytes === undefined ? undefined : readMessage(bytes);
  if (bytes === undefined || message === undefined) return uncaughtException;
  const id = keccak256(bytes);
  const mismatch = mismatchOf(claim.value, toBase64Url(id), valueOf(message));
  if (mismatch !== undefined) return mismatch;
  charge(gas.base64);
  const metadata = decodeBase64(metadataText);
  if (metadata === undefined) return 'error decoding metadata from base64';
  const checkpoint = readCheckpoint(metadata, id, charge);
  if (checkpoint === undefined) return 'error decoding metadata from bytes';
  return checkSignatures(claim.value, digestOf(message, checkpoint), checkpoint, charge);
};

type Claim = {
  readonly id: PactValue;
  readonly message: PactValue;
  readonly signers: readonly string[];
  readonly threshold: bigint;
};

const wrongArguments =
  'Incorrect number of capability arguments. Expected: messageId, message, signers, threshold.';

function readClaim(capabilities: readonly QualifiedCapability[]): Result<Claim, string> {
  const [capability, ...others] = capabilities;
  if (capability === undefined || others.length > 0) return bad('Expected one capability.');
  const [id, message, signers, threshold, ...more] = capability.args;
  if (id === undefined || message === undefined || more.length > 0) return bad(wrongArguments);
  if (!(signers instanceof ListValue) || threshold === undefined || !isLiteral(threshold)) {
    return bad(wrongArguments);
  }
  const least = integerOf(threshold);
  if (least === undefined) return bad('Threshold is not an integer');
  const addresses: string[] = [];
  for (const signer of signers.items) {
    if (typeof signer !== 'string') return bad('Only string signers are supported');
    addresses.push(signer);
  }
  const whole = withIntegers(message);
  if (!whole.ok) return whole;
  // The reference's count is a machine integer.
  const count = BigInt.asIntN(64, least);
  return good({ id, message: whole.value, signers: addresses, threshold: count });
}

const integerFields = ['version', 'nonce', 'originDomain', 'destinationDomain'] as const;

/** The message with its numbers as integers; they may be written as decimals. */
function withIntegers(message: PactValue): Result<ObjectValue, string> {
  if (!(message instanceof ObjectValue)) return bad('Message should be an object');
  const fields = new Map(message.fields);
  for (const field of integerFields) {
    const value = fields.get(field);
    if (value === undefined || !isLiteral(value)) return bad(`${field} is missing`);
    const integer = integerOf(value);
    if (integer === undefined) return bad(`${field} is not an integer`);
    fields.set(field, integer);
  }
  return good(new ObjectValue(fields));
}

function integerOf(value: PactValue): bigint | undefined {
  if (typeof value === 'bigint') return value;
  if (!(value instanceof Decimal)) return undefined;
  const unit = 10n ** BigInt(value.places);
  return value.mantissa % unit === 0n ? value.mantissa / unit : undefined;
}

function valueOf(message: HyperlaneMessage): ObjectValue {
  return objectValue([
    ['version', BigInt(message.version)],
    ['nonce', BigInt(message.nonce)],
    ['originDomain', BigInt(message.originDomain)],
    ['destinationDomain', BigInt(message.destinationDomain)],
    ['sender', toBase64Url(message.sender)],
    ['recipient', toBase64Url(message.recipient)],
    ['messageBody', toBase64Url(message.body)],
  ]);
}

function mismatchOf(claim: Claim, id: string, message: ObjectValue): string | undefined {
  const got = (expected: PactValue, actual: PactValue): string =>
    `Expected: ${showLegacy(expected)} but got ${showLegacy(actual)}`;
  if (!equalValues(claim.id, id)) return `Invalid message id. ${got(id, claim.id)}`;
  if (equalValues(claim.message, message)) return undefined;
  return `Invalid message. ${got(message, claim.message)}`;
}

function readCheckpoint(
  metadata: Uint8Array,
  id: Uint8Array,
  charge: VerifierRequest['charge'],
): SignedCheckpoint | undefined {
  return canPayForBranch(metadata, charge)
    ? readTreeCheckpoint(metadata, id)
    : readPlainCheckpoint(metadata, id);
}

/** The reference falls back to the plain form if anything of the tree form fails, including paying its gas. */
function canPayForBranch(metadata: Uint8Array, charge: VerifierRequest['charge']): boolean {
  if (!hasBranch(metadata)) return false;
  try {
    charge(gas.branch);
    return true;
  } catch (thrown) {
    if (isEvalError(thrown)) return false;
    throw thrown;
  }
}

function digestOf(message: HyperlaneMessage, checkpoint: SignedCheckpoint): Uint8Array {
  const origin = new Uint8Array(4);
  new DataView(origin.buffer).setUint32(0, message.originDomain);
  const domain = keccak256(concatBytes([origin, checkpoint.treeAddress, utf8('HYPERLANE')]));
  const signed = keccak256(concatBytes([domain, checkpoint.checkpoint]));
  return keccak256(concatBytes([utf8('\x19Ethereum Signed Message:\n32'), signed]));
}

function checkSignatures(
  { signers, threshold }: Claim,
  digest: Uint8Array,
  { signatures }: SignedCheckpoint,
  charge: VerifierRequest['charge'],
): string | undefined {
  if (threshold <= 0n) return 'Threshold should be greater than 0';
  if (BigInt(signatures.length) < threshold) {
    return "The number of signatures can't be less than threshold";
  }
  // Signatures are in the order of the validators, some of which may not have signed.
  let next = 0;
  for (const signature of signatures.slice(0, Number(threshold))) {
    charge(gas.recovery);
    const signer = recoverEthereumAddress(digest, signature);
    if (signer.kind === 'malformed') return uncaughtException;
    if (signer.kind === 'none') return 'Failed to recover an address: incorrect signature';
    const at = signers.indexOf(`0x${toHex(signer.address)}`, next);
    if (at === -1) return 'Verification failed';
    next = at + 1;
  }
  return undefined;
}
