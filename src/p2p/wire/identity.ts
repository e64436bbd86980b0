// The key and the certificate of a node. They are made at the first start, kept in one file that only its owner reads, and never
// replaced silently: other nodes know this one by the hash of its certificate.

import {
  createPrivateKey,
  generateKeyPairSync,
  type KeyObject,
  randomBytes,
  X509Certificate,
} from 'node:crypto';
import { isIP } from 'node:net';
import { join } from 'node:path';
import { toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { sha256 } from '../../base/crypto/hashes.ts';
import type { IdentitySource, KeyType } from '../address/identity-source.ts';
import type { PeerId } from '../address/peer-info.ts';
import { signedCertificate } from './der.ts';
import { readKeptFile, replaceKeptFile } from './kept-file.ts';
import { wireLimits } from './limits.ts';

export type NodeIdentity = {
  /** The SHA-256 of the certificate. */
  readonly id: PeerId;
  /** In PEM form, followed by the certificates of those that signed it. */
  readonly certificates: string;
  /** In PEM form. */
  readonly key: string;
  readonly isSelfSigned: boolean;
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
};

export type IdentityOptions = {
  /** Milliseconds since 1970, for a new certificate. */
  readonly dateMs: number;
  /** The name in a new certificate: the host that other nodes are told, if it is known. */
  readonly host?: string | undefined;
};

/** Reads the identity, or makes and keeps it if there is none. A fault is one sentence. */
export async function loadIdentity(
  source: IdentitySource,
  options: IdentityOptions,
): Promise<Result<NodeIdentity, string>> {
  if (source.kind === 'files') return await identityOfFiles(source);
  const path = source.folder === undefined ? undefined : identityFile(source.folder);
  if (path === undefined) return good(newIdentity(source.keyType, options).identity);
  const text = await readKeptFile(path, wireLimits.identityBytes);
  if (!text.ok) return bad(`cannot read ${path}, the identity of this node: ${text.fault}`);
  if (text.value === undefined) return await keepNewIdentity(path, source.keyType, options);
  const identity = identityOf({ certificates: text.value, key: text.value });
  if (identity.ok) return identity;
  return bad(
    `${path}, the identity of this node, is damaged: ${identity.fault}. Restore the file, or make another identity with pact node identity --new`,
  );
}

/**
 * Replaces the identity of the node, if it has one of its own. Peers that know the old id refuse the node until they are told the
 * new one.
 */
export async function renewIdentity(
  source: IdentitySource,
  options: IdentityOptions,
): Promise<Result<NodeIdentity, string>> {
  return source.kind === 'files' || source.folder === undefined
    ? await loadIdentity(source, options)
    : await keepNewIdentity(identityFile(source.folder), source.keyType, options);
}

export const identityFile = (folder: string): string => join(folder, 'identity.pem');

/**
 * Returns the id that other nodes are told. A certificate that an authority signed for the host needs none, so that it can be
 * renewed without being refused by peers.
 */
export function announcedId(identity: NodeIdentity, host: string): PeerId | undefined {
  if (identity.isSelfSigned) return identity.id;
  const certificate = new X509Certificate(identity.certificates);
  const isFor = isIP(host) === 0 ? certificate.checkHost(host) : certificate.checkIP(host);
  return isFor === undefined ? identity.id : undefined;
}

async function keepNewIdentity(
  path: string,
  keyType: KeyType,
  options: IdentityOptions,
): Promise<Result<NodeIdentity, string>> {
  const { identity, text } = newIdentity(keyType, options);
  const kept = await replaceKeptFile(path, text);
  return kept.ok
    ? good(identity)
    : bad(`cannot keep the identity of this node in ${path}: ${kept.fault}`);
}

const hourMs = 60 * 60 * 1000;
/** Peers compare the hash of the certificate and not its dates, but authorities of networks may look at them. */
const validMs = 10 * 365 * 24 * hourMs;
const serialBytes = 16;

function newIdentity(
  keyType: KeyType,
  { dateMs, host }: IdentityOptions,
): { readonly identity: NodeIdentity; readonly text: string } {
  const pair =
    keyType === 'rsa2048'
      ? generateKeyPairSync('rsa', { modulusLength: 2048 })
      : generateKeyPairSync('ec', { namedCurve: 'P-256' });
  // Clocks of peers may be behind.
  const [fromMs, untilMs] = [dateMs - hourMs, dateMs + validMs];
  const bytes = signedCertificate({ ...pair, host, serial: serialNumber(), fromMs, untilMs });
  const certificates = new X509Certificate(bytes).toString();
  const key = pair.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  const identity = { id: idOf(bytes), certificates, key, isSelfSigned: true, fromMs, untilMs };
  return { identity, text: `${certificates}${key}` };
}

/** A positive number with a first byte that is not zero. */
function serialNumber(): Uint8Array {
  const serial = randomBytes(serialBytes);
  serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
  return serial;
}

/** Returns the id of the holder of a certificate, given in DER form. */
export function idOf(certificate: Uint8Array): PeerId {
  return toBase64Url(sha256(certificate));
}

async function identityOfFiles({
  certificate: certificatePath,
  key: keyPath,
}: Extract<IdentitySource, { kind: 'files' }>): Promise<Result<NodeIdentity, string>> {
  const texts: string[] = [];
  for (const [name, path] of [
    ['p2p.certificate', certificatePath],
    ['p2p.key', keyPath],
  ] as const) {
    const text = await readKeptFile(path, wireLimits.identityBytes);
    if (!text.ok) return bad(`cannot read ${path} of ${name}: ${text.fault}`);
    if (text.value === undefined) return bad(`${name} names ${path}, but there is no such file`);
    texts.push(text.value);
  }
  const [certificates = '', key = ''] = texts;
  const identity = identityOf({ certificates, key });
  return identity.ok
    ? identity
    : bad(`${certificatePath} and ${keyPath} cannot be used for p2p: ${identity.fault}`);
}

function identityOf(texts: {
  readonly certificates: string;
  readonly key: string;
}): Result<NodeIdentity, string> {
  const blocks = texts.certificates.match(certificateBlocks) ?? [];
  const [first] = blocks;
  if (first === undefined) return bad('there is no certificate in PEM form');
  const keyText = keyBlock.exec(texts.key)?.[0];
  if (keyText === undefined) return bad('there is no private key in PEM form');
  if (keyText.includes('ENCRYPTED')) return bad('the key is encrypted: a node needs it in plain');
  const read = readPair(first, keyText);
  if (read === undefined) return bad('the certificate or the key cannot be read');
  const { certificate, key } = read;
  if (!certificate.checkPrivateKey(key)) return bad('the key is not that of the certificate');
  const weak = weaknessOf(key);
  if (weak !== undefined) return bad(weak);
  return good({
    id: idOf(certificate.raw),
    certificates: `${blocks.join('\n')}\n`,
    key: key.export({ type: 'pkcs8', format: 'pem' }).toString(),
    isSelfSigned: certificate.issuer === certificate.subject,
    fromMs: Date.parse(certificate.validFrom),
    untilMs: Date.parse(certificate.validTo),
  });
}

const certificateBlocks = /-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g;
const keyBlock = /-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?-----END [A-Z ]*PRIVATE KEY-----/;

function readPair(
  certificate: string,
  key: string,
): { readonly certificate: X509Certificate; readonly key: KeyObject } | undefined {
  try {
    return { certificate: new X509Certificate(certificate), key: createPrivateKey(key) };
  } catch {
    return undefined;
  }
}

function weaknessOf({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): string | undefined {
  switch (asymmetricKeyType) {
    case 'ec':
    case 'ed25519':
      return undefined;
    case 'rsa': {
      const { modulusLength = 0 } = asymmetricKeyDetails ?? {};
      return modulusLength < wireLimits.rsaBits
        ? `an RSA key must have ${wireLimits.rsaBits} bits or more, not ${modulusLength}`
        : undefined;
    }
    default:
      return 'the key must be of the kind P-256, Ed25519 or RSA';
  }
}
