// A self-signed certificate as bytes (DER): X.509 version 3, RFC 5280. Node's crypto reads certificates, but cannot make them.
// Extensions as in Network/X509/SelfSigned.hs.

import { type KeyObject, sign } from 'node:crypto';
import { isIP } from 'node:net';
import { parseIpAddress } from '../../base/ip-address.ts';
import { concatBytes, utf8 } from '../../base/bytes.ts';

export type CertificateParts = {
  readonly publicKey: KeyObject;
  /** The key of the issuer: that of the certificate, unless there is another issuer. */
  readonly privateKey: KeyObject;
  /** A name or an address; it is the subject as well. */
  readonly host: string | undefined;
  /** The subject of the issuer, if the certificate does not sign itself. */
  readonly issuer?: string;
  /** 16 bytes. */
  readonly serial: Uint8Array;
  /** Milliseconds since 1970. */
  readonly fromMs: number;
  readonly untilMs: number;
};

export function signedCertificate(parts: CertificateParts): Uint8Array {
  const { publicKey, privateKey, host = 'node', serial, fromMs, untilMs } = parts;
  const algorithm = algorithms[privateKey.asymmetricKeyType === 'rsa' ? 'rsa' : 'ec'];
  const signed = sequence(
    value(tags.version, integer(Uint8Array.of(2))),
    integer(serial),
    algorithm,
    nameOf(parts.issuer ?? host),
    sequence(time(fromMs), time(untilMs)),
    nameOf(host),
    publicKey.export({ type: 'spki', format: 'der' }),
    value(tags.extensions, sequence(...extensions(parts.host))),
  );
  return sequence(signed, algorithm, bitString(sign('sha256', signed, privateKey)));
}

const nameOf = (text: string): Uint8Array =>
  sequence(set(sequence(commonName, value(tags.text, utf8(text)))));

function extensions(host: string | undefined): readonly Uint8Array[] {
  const basicConstraints = sequence(boolean(true), integer(Uint8Array.of(0)));
  // digitalSignature and keyCertSign, then serverAuth and clientAuth.
  const keyUsage = Uint8Array.of(tags.bitString, 2, 2, 0x84);
  const extended = sequence(oid(0x2b, 6, 1, 5, 5, 7, 3, 1), oid(0x2b, 6, 1, 5, 5, 7, 3, 2));
  const names = host === undefined ? [] : [extension(0x11, sequence(alternativeName(host)))];
  return [
    extension(0x13, basicConstraints, boolean(true)),
    extension(0x0f, keyUsage, boolean(true)),
    extension(0x25, extended),
    ...names,
  ];
}

function extension(id: number, content: Uint8Array, ...critical: Uint8Array[]): Uint8Array {
  return sequence(oid(0x55, 0x1d, id), ...critical, value(tags.octets, content));
}

function alternativeName(host: string): Uint8Array {
  return isIP(host) === 0
    ? value(tags.dnsName, utf8(host))
    : value(tags.ipAddress, Uint8Array.from(parseIpAddress(host)?.bytes ?? []));
}

const tags = {
  boolean: 0x01,
  integer: 0x02,
  bitString: 0x03,
  octets: 0x04,
  nothing: 0x05,
  oid: 0x06,
  text: 0x0c,
  time: 0x17,
  longTime: 0x18,
  sequence: 0x30,
  set: 0x31,
  dnsName: 0x82,
  ipAddress: 0x87,
  version: 0xa0,
  extensions: 0xa3,
} as const;

function value(tag: number, ...contents: readonly Uint8Array[]): Uint8Array {
  const content = concatBytes(contents);
  const { length } = content;
  if (length < 0x80) return concatBytes([Uint8Array.of(tag, length), content]);
  const lengthBytes = length < 0x100 ? [length] : [length >> 8, length & 0xff];
  return concatBytes([Uint8Array.of(tag, 0x80 + lengthBytes.length, ...lengthBytes), content]);
}

const sequence = (...contents: readonly Uint8Array[]): Uint8Array =>
  value(tags.sequence, ...contents);
const set = (content: Uint8Array): Uint8Array => value(tags.set, content);
const oid = (...content: readonly number[]): Uint8Array =>
  value(tags.oid, Uint8Array.from(content));
const boolean = (is: boolean): Uint8Array => value(tags.boolean, Uint8Array.of(is ? 0xff : 0));
const bitString = (bytes: Uint8Array): Uint8Array => value(tags.bitString, Uint8Array.of(0), bytes);

/** A positive number of the fewest bytes. */
function integer(bytes: Uint8Array): Uint8Array {
  const start = bytes.findIndex((byte) => byte !== 0);
  const shortest = start < 0 ? Uint8Array.of(0) : bytes.subarray(start);
  const isNegative = (shortest[0] ?? 0) >= 0x80;
  return value(tags.integer, ...(isNegative ? [Uint8Array.of(0)] : []), shortest);
}

/** Years from 2050 on have four digits. */
function time(ms: number): Uint8Array {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return digits < '2050'
    ? value(tags.time, utf8(digits.slice(2)))
    : value(tags.longTime, utf8(digits));
}

const commonName = oid(0x55, 4, 3);
const algorithms = {
  ec: sequence(oid(0x2a, 0x86, 0x48, 0xce, 0x3d, 4, 3, 2)),
  rsa: sequence(oid(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 0x0b), value(tags.nothing)),
} as const;
