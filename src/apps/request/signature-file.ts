// Signature files: a transaction whose signatures are being collected. They have its hash, an optional signature for every
// public key, and the command's text, except in the condensed form for a machine without a network.
// Source: pact-request-api/Pact/Core/Command/SigData.hs.

import { compareText } from '../../base/text.ts';
import { readHash } from '../../chain/command/command.ts';
import { type UserSignature, parseSignature, signatureText } from '../../chain/command/signer.ts';
import { legacyOrder, type Hash } from '../../lang/session/run.ts';
import { yamlText } from '../../base/config/write-yaml.ts';
import { readDocument, type ReadDocument } from './document.ts';
import { signatureFileKeys } from './known-keys.ts';

export type SignatureFile = {
  readonly hash: Hash;
  /** The signatures by public key. */
  readonly signatures: ReadonlyMap<string, UserSignature | undefined>;
  readonly cmd: string | undefined;
};

export function readSignatureFile(text: string): ReadDocument<SignatureFile> {
  return readDocument(text, signatureFileKeys, (root) => {
    const hash = readHash(root.field('hash'));
    const signatures = new Map<string, UserSignature | undefined>();
    const written = root.field('sigs');
    for (const key of written.object.keys()) {
      const signature = written.optionalField(key);
      signatures.set(key, signature === undefined ? undefined : parseSignature(signature.text));
    }
    return { hash, signatures, cmd: root.optionalField('cmd')?.text };
  });
}

/** Writes the file like the reference, with keys in the order of its hash map. */
export function printSignatureFile({ hash, signatures, cmd }: SignatureFile): string {
  const keys = legacyOrder([...signatures.keys()].sort(compareText));
  const sigs = keys.map((key) => {
    const signature = signatures.get(key);
    const text = signature === undefined ? 'null' : yamlText(signatureText(signature));
    return `\n  ${yamlText(key)}: ${text}`;
  });
  const all = sigs.length === 0 ? ' {}' : sigs.join('');
  const tail = cmd === undefined ? '' : `cmd: ${yamlText(cmd)}\n`;
  return `hash: ${yamlText(hash)}\nsigs:${all}\n${tail}`;
}
