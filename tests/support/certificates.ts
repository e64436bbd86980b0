// Certificates for tests of connections: self-signed, expired, or signed by an authority of the test.

import { generateKeyPairSync, type KeyObject, randomBytes, X509Certificate } from 'node:crypto';
import { signedCertificate } from '../../src/p2p/wire/der.ts';
import { idOf } from '../../src/p2p/wire/identity.ts';

export type TestCertificate = {
  readonly host: string;
  /** Both in PEM form. */
  readonly certificate: string;
  readonly key: string;
  readonly privateKey: KeyObject;
  readonly id: string;
};

export function certificateOf({
  host,
  authority,
  keys = generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  fromMs = Date.now() - 1000,
  untilMs = Date.now() + 60 * 60 * 1000,
}: {
  readonly host: string;
  readonly authority?: TestCertificate;
  readonly keys?: { readonly publicKey: KeyObject; readonly privateKey: KeyObject };
  readonly fromMs?: number;
  readonly untilMs?: number;
}): TestCertificate {
  const serial = randomBytes(16);
  serial[0] = 0x40;
  const bytes = signedCertificate({
    publicKey: keys.publicKey,
    privateKey: authority?.privateKey ?? keys.privateKey,
    ...(authority !== undefined && { issuer: authority.host }),
    host,
    serial,
    fromMs,
    untilMs,
  });
  return {
    host,
    certificate: new X509Certificate(bytes).toString(),
    key: keys.privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    privateKey: keys.privateKey,
    id: idOf(bytes),
  };
}
