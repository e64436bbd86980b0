// Sealed commands: a signed command with private metadata, encrypted for each entity in its address. It is sent as a
// command itself, whose hash is the request key; the signatures are inside. See decision 0030.
//
// The boxes of all recipients contain the same: the command and a salt. The public commitment is the hash of both, so that
// a sender cannot send different commands to different recipients.
//
// The sealed command is signed with a one-time key that the boxes are bound to. So only the sender can make another sealed
// command, with another request key, from the same boxes. Version 1 had no such key; logs may still
// contain commands of that version.

import { concatBytes, decodeUtf8, fromHex, toHex, utf8 } from '../../base/bytes.ts';
import { fromBase64Url, toBase64Url } from '../../base/base64url.ts';
import { printJsonString } from '../../base/json.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { openHpke, sealHpke, type HpkeContext, x25519PublicKey } from '../../base/crypto/hpke.ts';
import {
  checkClaim,
  claimOf,
  type SignatureChecker,
  type SignatureClaim,
} from '../command/claims.ts';
import {
  encodeCommand,
  hashFault,
  readCommand,
  readHash,
  type Command,
} from '../command/command.ts';
import { reading, refuse, type Reading } from '../command/fault.ts';
import { placeOfText, type Field } from '../command/fields.ts';
import { encodePrivateMeta, onlyPrivateMeta, type PrivateMeta } from '../command/meta.ts';
import { machineInteger, readPayload } from '../command/payload.ts';
import { readKeyPair, signCommand } from '../command/sign.ts';
import { readSigner } from '../command/signer.ts';
import { verifyCommand, type VerifiedCommand } from '../command/verify.ts';

type SealedCommand = {
  /** The hash of the sealed command, which is the request key. */
  readonly hash: Command['hash'];
  /** The signature by the one-time key of this command; `undefined` in version 1. */
  readonly signature: SealSignature | undefined;
  readonly networkId: string | undefined;
  readonly meta: SealedMeta;
  readonly nonce: string;
  readonly commitment: string;
  readonly boxes: readonly Box[];
};

type SealSignature = { readonly publicKey: string; readonly claim: SignatureClaim };
/** Metadata of which the address was checked. */
type SealedMeta = {
  readonly address: NonNullable<PrivateMeta['address']>;
  readonly placement: PrivateMeta['placement'];
};
type Box = { readonly to: string; readonly key: Uint8Array; readonly ciphertext: Uint8Array };

/** The most recipients of a command: each costs two key agreements. */
const maxRecipients = 64;

type Sealing = {
  /** The secret key of the sending entity in the address. */
  readonly senderSecret: Uint8Array;
  /** Public keys by name. */
  readonly recipients: ReadonlyMap<string, Uint8Array>;
  /** Returns cryptographically random bytes. */
  readonly random: (length: number) => Uint8Array;
};

/** Seals a signed command for the entities of its address. */
export function sealCommand(command: Command, sealing: Sealing): Reading<Command> {
  return reading(() => {
    const read = readPayload(command.cmd, onlyPrivateMeta);
    if (!read.ok) return refuse(read.fault.sentence);
    const { networkId, nonce } = read.value;
    const meta = sealedMetaOf(read.value.meta);
    const { senderSecret, recipients, random } = sealing;
    const salt = random(32);
    const text = encodeCommand(command);
    const commitment = commitmentOf(salt, text);
    const secretKey = toHex(random(32));
    const sealKey = readKeyPair({ secretKey });
    if (!sealKey.ok) return refuse(sealKey.fault.sentence);
    const { publicKey } = sealKey.value;
    const context = contextOf({ networkId, meta, commitment, publicKey });
    const plaintext = concatBytes([salt, utf8(text)]);
    const boxes = meta.address.to.map((to) => {
      const recipient = recipients.get(to);
      if (recipient === undefined) return refuse(`there is no public key of ${to}`);
      const keys = { senderSecret, recipient, random: random(32) };
      const box = sealHpke(plaintext, keys, context(to));
      if (box === undefined) return refuse(`the public key of ${to} is not a valid key`);
      return `{"to":${printJsonString(to)},"key":"${toHex(box.key)}","text":"${toBase64Url(box.ciphertext)}"}`;
    });
    const sealed = `{"sealed":{"version":2,"commitment":"${commitment}","boxes":[${boxes.join(',')}]}}`;
    const cmd =
      `{"networkId":${jsonOf(networkId)},"payload":${sealed},"signers":[{"pubKey":"${publicKey}"}]` +
      `,"meta":${encodePrivateMeta(meta)},"nonce":${printJsonString(nonce)}}`;
    const signed = signCommand(cmd, [sealKey.value]);
    return signed.ok ? signed.value : refuse(signed.fault.sentence);
  });
}

/** Reads everything that is visible without a key. */
export function readSealed(command: Command): Reading<SealedCommand> {
  return reading(() => {
    const { cmd, hash } = command;
    const place = placeOfText(cmd, 'the payload');
    const payload = place.field('payload');
    if (!payload.object.has('sealed')) {
      return payload.refuse('is not sealed: pact seal encrypts a command for its recipients');
    }
    const mismatch = hashFault(command);
    if (mismatch !== undefined) return refuse(mismatch);
    const signature = sealSignature(place.field('signers'), payload.field('sealed'), command);
    const meta = sealedMetaOf(onlyPrivateMeta(place.field('meta')));
    const sealed = payload.field('sealed');
    const boxes = sealed.field('boxes').items.map(readBox);
    const names = boxes.map(({ to }) => to);
    if (names.join('\n') !== meta.address.to.join('\n')) {
      return sealed.refuse(
        'must have one box for each entity of meta.address.to, in the same order',
      );
    }
    const networkId = place.optionalField('networkId')?.text;
    const commitment = readHash(sealed.field('commitment'));
    const nonce = place.field('nonce').text;
    return { hash, signature, networkId, meta, nonce, commitment, boxes };
  });
}

/** Reads the signature of version 2 without checking it. */
function sealSignature(
  signers: Field,
  sealed: Field,
  { hash, signatures }: Command,
): SealSignature | undefined {
  const version = sealed.optionalField('version');
  if (version === undefined) {
    if (signers.items.length === 0 && signatures.length === 0) return undefined;
    return signers.refuse('must be empty, and sigs too: the command inside is signed');
  }
  if (machineInteger(version) !== 2n)
    return version.refuse('must be 2: this release of pact supports no other version');
  const [signer] = signers.items.map(readSigner);
  const [signature] = signatures;
  if (signer === undefined || signature === undefined || signers.items.length !== 1) {
    return signers.refuse('must have only the key of the seal, and sigs only its signature');
  }
  return { publicKey: signer.publicKey, claim: claimOf(hash, signer, signature) };
}

export type Recipient = {
  readonly name: string;
  readonly secretKey: Uint8Array;
  /** Public keys of the permitted senders. */
  readonly known: ReadonlyMap<string, Uint8Array>;
};

/** Returns the verified command inside; `undefined` if the recipient is not in the address. */
export function openSealed(
  sealed: SealedCommand,
  { name, secretKey, known }: Recipient,
  { nestingLimit }: { readonly nestingLimit?: number | undefined },
): Reading<VerifiedCommand<PrivateMeta>> | undefined {
  const { meta, commitment, networkId, signature } = sealed;
  const { from } = meta.address;
  const { publicKey } = signature ?? {};
  const box = sealed.boxes.find(({ to }) => to === name);
  if (box === undefined) return undefined;
  return reading(() => {
    const wrong = signature === undefined ? undefined : checkClaim(signature.claim);
    if (wrong !== undefined) return refuse(`signature of the seal: ${wrong}`);
    const sender = known.get(from);
    if (sender === undefined) return refuse(`the public key of ${from} is not known here`);
    const context = contextOf({ networkId, meta, commitment, publicKey })(name);
    const plaintext = openHpke(box, { sender, recipientSecret: secretKey }, context);
    if (plaintext === undefined) {
      return refuse(`this was not sealed by ${from} for ${name}, or it was sealed with other keys`);
    }
    const text = decodeUtf8(plaintext.subarray(32)) ?? refuse('the command inside is not UTF-8');
    if (commitmentOf(plaintext.subarray(0, 32), text) !== commitment) {
      return refuse('the command inside does not match the commitment');
    }
    return verifiedWithin(text, sealed, nestingLimit);
  });
}

/** Returns the public key for an entity's secret key. */
export function entityPublicKey(secretKey: Uint8Array): Uint8Array {
  return x25519PublicKey(secretKey);
}

function verifiedWithin(
  text: string,
  { meta, networkId }: SealedCommand,
  nestingLimit: number | undefined,
): VerifiedCommand<PrivateMeta> {
  const command = readCommand(text);
  if (!command.ok) return refuse(command.fault.sentence);
  const verified = verifyCommand(command.value, { meta: onlyPrivateMeta, nestingLimit });
  if (!verified.ok) return refuse(verified.fault.sentence);
  const { meta: inner, networkId: network } = verified.value.payload;
  const isSame = encodePrivateMeta(inner) === encodePrivateMeta(meta);
  if (!isSame) return refuse('the command inside is for other entities, or another chain or time');
  if (network !== networkId) return refuse('the command inside is for another network');
  return verified.value;
}

function sealedMetaOf({ address, placement }: PrivateMeta): SealedMeta {
  if (address === undefined) return refuse('meta.address is missing: it must be an object');
  const { to } = address;
  if (to.length === 0) return refuse('meta.address.to is empty: no entity could read the command');
  if (to.length <= maxRecipients) return { address, placement };
  return refuse(
    `meta.address.to has ${to.length} entities, but at most ${maxRecipients} are allowed`,
  );
}

function readBox(place: Field): Box {
  const key = fromHex(place.field('key').text);
  if (key?.length !== 32) return place.field('key').refuse('must be 64 hexadecimal digits');
  const ciphertext = fromBase64Url(place.field('text').text);
  if (ciphertext === undefined) return place.field('text').refuse('must be base64url');
  return { to: place.field('to').text, key, ciphertext };
}

function commitmentOf(salt: Uint8Array, text: string): string {
  return toBase64Url(blake2b256(concatBytes([salt, utf8(text)])));
}

type Bound = Pick<SealedCommand, 'networkId' | 'meta' | 'commitment'> & {
  /** The public key of the seal; `undefined` in version 1. */
  readonly publicKey: string | undefined;
};

/** Returns the context of a box, which opens only for this entity and only in this command. */
function contextOf({ networkId, meta, commitment, publicKey }: Bound): (to: string) => HpkeContext {
  const info = utf8(`pact sealed command ${publicKey === undefined ? 1 : 2}`);
  const seal = publicKey === undefined ? '' : `,${printJsonString(publicKey)}`;
  const common = `[${jsonOf(networkId)},${encodePrivateMeta(meta)},"${commitment}"${seal}`;
  return (to) => ({ info, associatedData: utf8(`${common},${printJsonString(to)}]`) });
}

const jsonOf = (text: string | undefined): string =>
  text === undefined ? 'null' : printJsonString(text);

/** The fault of a command of version 1, which is not taken any more. */
export const oldVersionText =
  'payload.sealed has no version: it was sealed by an older release of pact. Seal it again';

/** Returns the fault of a sealed command. */
export async function checkSealed(
  command: Command,
  checker: SignatureChecker,
): Promise<string | undefined> {
  const sealed = readSealed(command);
  if (!sealed.ok) return sealed.fault.sentence;
  const { signature } = sealed.value;
  if (signature === undefined) return oldVersionText;
  const verdict = await checker.check(signature.claim);
  return verdict === undefined
    ? undefined
    : `Invalid sig(s) found: signature of the seal: ${verdict}`;
}
