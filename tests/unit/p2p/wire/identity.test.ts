// The identity of a node: its certificate is one for Node, is kept for its owner alone, and is never replaced silently.
import { X509Certificate, generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  announcedId,
  identityFile,
  loadIdentity,
  renewIdentity,
  type NodeIdentity,
} from '../../../../src/p2p/wire/identity.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import { certificateOf, type TestCertificate } from '../../../support/certificates.ts';

const dateMs = Date.parse('2026-11-28T12:00:00Z');
let folder: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'pact-identity-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

async function own(
  at: string | undefined,
  options: { keyType?: 'p256' | 'rsa2048'; host?: string; dateMs?: number } = {},
): Promise<NodeIdentity> {
  const { keyType = 'p256', ...others } = options;
  const read = await loadIdentity({ kind: 'own', folder: at, keyType }, { dateMs, ...others });
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

async function fault(source: Parameters<typeof loadIdentity>[0]): Promise<string> {
  const read = await loadIdentity(source, { dateMs });
  return read.ok ? '' : read.fault;
}

test.each([
  ['p256', undefined, 'ec'],
  ['p256', 'node.example', 'ec'],
  ['p256', '192.0.2.7', 'ec'],
  ['p256', '2001:db8::7', 'ec'],
  ['rsa2048', 'node.example', 'rsa'],
] as const)('a certificate of %s for %s', async (keyType, host, kind) => {
  const identity = await own(undefined, { keyType, ...(host !== undefined && { host }) });
  const certificate = new X509Certificate(identity.certificates);
  expect(certificate.publicKey.asymmetricKeyType).toBe(kind);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkIssued(certificate)).toBe(true);
  expect(certificate.ca).toBe(true);
  expect(certificate.subject).toBe(`CN=${host ?? 'node'}`);
  expect(identity.isSelfSigned).toBe(true);
  const fingerprint = certificate.fingerprint256.replaceAll(':', '');
  expect(Buffer.from(identity.id, 'base64url').toString('hex').toUpperCase()).toBe(fingerprint);
  expect(identity.id).toHaveLength(43);
  expect(new Date(identity.fromMs)).toEqual(new Date('2026-11-28T11:00:00Z'));
  expect(Date.parse(certificate.validFrom)).toBe(identity.fromMs);
  expect(Date.parse(certificate.validTo)).toBe(identity.untilMs);
  expect(certificate.keyUsage).toEqual(['1.3.6.1.5.5.7.3.1', '1.3.6.1.5.5.7.3.2']);
  if (host?.includes('example') === true) expect(certificate.checkHost(host)).toBe(host);
  else if (host !== undefined) expect(certificate.checkIP(host)).toBe(host);
});

test('years from 2050 on are written in full', async () => {
  const late = await own(undefined, { dateMs: Date.parse('2045-01-01T00:00:00Z') });
  const certificate = new X509Certificate(late.certificates);
  expect(Date.parse(certificate.validTo)).toBe(late.untilMs);
  expect(new Date(late.untilMs).getUTCFullYear()).toBe(2054);
});

test('it is kept, readable only by its owner, and the same after a restart', async () => {
  const at = join(folder, 'deep', 'p2p');
  const first = await own(at);
  expect(statSync(identityFile(at)).mode & 0o777).toBe(0o600);
  expect(readdirSync(at)).toEqual(['identity.pem']);
  expect(await own(at, { dateMs: dateMs + 1e12 })).toEqual(first);
  // Without a folder, each start has another one.
  expect((await own(undefined)).id).not.toBe((await own(undefined)).id);
});

test('it is replaced only on request', async () => {
  const at = join(folder, 'renewed');
  const first = await own(at);
  const renewed = await renewIdentity({ kind: 'own', folder: at, keyType: 'p256' }, { dateMs });
  expect(renewed.ok && renewed.value.id).not.toBe(first.id);
  expect((await own(at)).id).toBe(renewed.ok && renewed.value.id);
});

test('a damaged identity is not replaced', async () => {
  const at = join(folder, 'damaged');
  await own(at);
  const text = readFileSync(identityFile(at), 'utf8');
  for (const [damaged, why] of [
    ['', 'there is no certificate in PEM form'],
    [text.slice(0, 300), 'there is no certificate in PEM form'],
    [text.replace(/-----BEGIN PRIVATE[\s\S]*/, ''), 'there is no private key in PEM form'],
    [text.replace('MIIB', 'AAAA'), 'the certificate or the key cannot be read'],
  ] as const) {
    writeFileSync(identityFile(at), damaged);
    expect(await fault({ kind: 'own', folder: at, keyType: 'p256' })).toBe(
      `${identityFile(at)}, the identity of this node, is damaged: ${why}. Restore the file, or make another identity with pact node identity --new`,
    );
    expect(readFileSync(identityFile(at), 'utf8')).toBe(damaged);
  }
});

test('a folder that cannot be written is named', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  expect(await fault({ kind: 'own', folder: file, keyType: 'p256' })).toContain(
    `${file}/identity.pem`,
  );
});

test('files of the operator may hold a chain', async () => {
  const authority = certificateOf({ host: 'authority' });
  const leaf = certificateOf({ host: 'node.example', authority });
  const identity = await ofFiles(leaf, { chain: [authority] });
  expect(identity.certificates.match(/BEGIN CERTIFICATE/g)).toHaveLength(2);
  expect(identity.isSelfSigned).toBe(false);
  // A peer checks it against the host, so it needs no id; but only where the host is in the certificate.
  expect(announcedId(identity, 'node.example')).toBeUndefined();
  expect(announcedId(identity, 'other.example')).toBe(identity.id);
  expect(announcedId(identity, '192.0.2.7')).toBe(identity.id);
  const self = await own(undefined, { host: 'node.example' });
  expect(announcedId(self, 'node.example')).toBe(self.id);
});

async function ofFiles(
  { certificate, key }: TestCertificate,
  { chain = [] }: { chain?: readonly TestCertificate[] } = {},
): Promise<NodeIdentity> {
  const source = write([certificate, ...chain.map((each) => each.certificate)].join(''), key);
  const read = await loadIdentity(source, { dateMs });
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

let count = 0;
function write(certificate: string, key: string) {
  const [first, second] = [join(folder, `${++count}.crt`), join(folder, `${count}.key`)];
  writeFileSync(first, certificate);
  writeFileSync(second, key);
  return { kind: 'files', certificate: first, key: second } as const;
}

test('files that cannot be used say why', async () => {
  const [one, other] = [certificateOf({ host: 'a' }), certificateOf({ host: 'b' })];
  expect(await fault(write(one.certificate, other.key))).toContain(
    'the key is not that of the certificate',
  );
  const encrypted = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey.export({
    type: 'pkcs8',
    format: 'pem',
    cipher: 'aes-256-cbc',
    passphrase: 'x',
  });
  expect(await fault(write(one.certificate, encrypted.toString()))).toContain(
    'the key is encrypted',
  );
  const weak = certificateOf({
    host: 'a',
    keys: generateKeyPairSync('rsa', { modulusLength: 1024 }),
  });
  expect(await fault(write(weak.certificate, weak.key))).toContain(
    'an RSA key must have 2048 bits or more, not 1024',
  );
  expect(await fault(write('x'.repeat(wireLimits.identityBytes + 1), one.key))).toContain(
    `it has more than ${wireLimits.identityBytes} bytes`,
  );
  expect(await fault(write('x'.repeat(wireLimits.identityBytes), one.key))).toContain(
    'there is no certificate',
  );
  const missing = {
    kind: 'files',
    certificate: join(folder, 'no'),
    key: join(folder, 'no'),
  } as const;
  expect(await fault(missing)).toBe(
    `p2p.certificate names ${join(folder, 'no')}, but there is no such file`,
  );
});
