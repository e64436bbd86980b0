// The signers of a request: key pairs, which sign at once, or signers, whose signatures are collected later.
// Source: pact-request-api/Pact/Core/Command/Client.hs (withKeypairsOrSigner, mkKeyPairs).

import { equalBytes, fromHex } from '../../base/bytes.ts';
import { coseKeyOf } from '../../chain/command/claims.ts';
import type { Field } from '../../chain/command/fields.ts';
import { readKeyPair, type KeyPair, type Scheme, type Signer } from '../../chain/command/index.ts';
import { readCapability, readScheme } from '../../chain/command/signer.ts';
import type { RequestHost } from './read-request.ts';
import { readKeyFile } from './signature-file.ts';

export type RequestForm = 'signed' | 'unsigned';

export type Authors = {
  readonly signers: readonly Signer[];
  /** The key pairs in the same order; empty for an unsigned request. */
  readonly keyPairs: readonly KeyPair[];
};

export function readAuthors(root: Field, form: RequestForm, host: RequestHost): Authors {
  const pairs = root.optionalField('keyPairs');
  const signers = root.optionalField('signers');
  if (form === 'unsigned') {
    pairs?.refuse('is for signed requests: use "signers" in an unsigned one');
    const listed = signers ?? root.field('signers').mustBe('a list of signers');
    return { signers: listed.items.map(readSigner), keyPairs: [] };
  }
  signers?.refuse('is for unsigned requests: use "keyPairs" in a signed one');
  const read = (pairs?.items ?? []).map((item) => readPair(item, host));
  return { signers: read.map(({ signer }) => signer), keyPairs: read.map(({ pair }) => pair) };
}

function readPair(
  item: Field,
  host: RequestHost,
): { readonly signer: Signer; readonly pair: KeyPair } {
  const file = item.optionalField('file');
  const pair = file === undefined ? writtenPair(item) : pairInFile(item, file, host);
  checkAddress(item.optionalField('address'), pair);
  const signer: Signer = {
    // The reference omits the default scheme, and an address that was checked.
    scheme: pair.kind === 'webauthn' ? 'WebAuthn' : undefined,
    publicKey: pair.publicKey,
    address: undefined,
    capabilities: capabilitiesOf(item),
  };
  return { signer, pair };
}

function writtenPair(item: Field): KeyPair {
  const scheme = optionalScheme(item);
  const publicKey = item.optionalField('public')?.text;
  if (item.optionalField('secret') === undefined) {
    item.refuse('needs a "secret", or a "file" that holds the key pair');
  }
  const secret = item.field('secret');
  const made = readKeyPair({ scheme, publicKey, secretKey: secret.text });
  return made.ok ? made.value : secret.refuse(`cannot sign: ${made.fault.sentence}`);
}

/** Reads a key pair in the format of `pact -g`. */
function pairInFile(item: Field, file: Field, host: RequestHost): KeyPair {
  for (const name of ['secret', 'scheme']) {
    item.optionalField(name)?.refuse('cannot be combined with "file": leave out one of them');
  }
  const answer = host.readKeyFile(file.text);
  if (answer.kind === 'failure') {
    return file.refuse(`names ${file.text}, which cannot be read: ${answer.reason}`);
  }
  const read = readKeyFile(answer.text);
  if (!read.ok) {
    return file.refuse(`names ${file.text}, which is not a key file: ${read.fault.sentence}`);
  }
  const expected = item.optionalField('public');
  if (expected !== undefined && expected.text !== read.value.content.publicKey) {
    expected.refuse(`is not the key in ${file.text}`);
  }
  return read.value.content;
}

function checkAddress(address: Field | undefined, pair: KeyPair): void {
  if (address === undefined) return;
  const written = fromHex(address.text);
  const own = fromHex(pair.publicKey);
  const fits = pair.kind === 'ed25519' && written !== undefined && own !== undefined;
  if (!fits || !equalBytes(written, own)) address.refuse('is not the public key of the pair');
}

function readSigner(item: Field): Signer {
  const scheme = optionalScheme(item);
  const key = item.field('public');
  const publicKey = key.text;
  const isKey =
    scheme === 'WebAuthn' ? coseKeyOf(publicKey) !== undefined : fromHex(publicKey)?.length === 32;
  if (!isKey) {
    key.refuse(
      scheme === 'WebAuthn'
        ? 'must be a WebAuthn key: a COSE key in hexadecimal digits'
        : 'must be a public key: 64 hexadecimal digits',
    );
  }
  return {
    scheme,
    publicKey,
    address: item.optionalField('address')?.text,
    capabilities: capabilitiesOf(item),
  };
}

function optionalScheme(item: Field): Scheme | undefined {
  const scheme = item.optionalField('scheme');
  return scheme === undefined ? undefined : readScheme(scheme);
}

function capabilitiesOf(item: Field): Signer['capabilities'] {
  return item.optionalField('caps')?.items.map(readCapability) ?? [];
}
