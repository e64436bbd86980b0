// The other files of signers: signature files, key files, and files with signed transactions.

import { compareText } from '../../base/text.ts';
import { type Command, commandAt, readHash } from '../../chain/command/command.ts';
import { parseSignature, type UserSignature, signatureText } from '../../chain/command/signer.ts';
import { type Hash, legacyOrder } from '../../lang/session/run.ts';
import { yamlText } from '../../base/config/write-yaml.ts';
import { keyFileKeys, readDocument, type ReadDocument, signatureFileKeys } from './document.ts';
import { type KeyPair, readKeyPair } from '../../chain/command/index.ts';
import { reading, type Reading } from '../../chain/command/fault.ts';
import { placeOfText } from '../../chain/command/fields.ts';

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

/** Reads key files of `pact -g` and `pact key`. Messages never show their content. */
export function readKeyFile(text: string): ReadDocument<KeyPair> {
  return readDocument(text, keyFileKeys, (root) => {
    const publicKey = root.field('public').text;
    const secret = root.field('secret');
    const pair = readKeyPair({ publicKey, secretKey: secret.text });
    return pair.ok ? pair.value : secret.refuse(`cannot sign: ${pair.fault.sentence}`);
  });
}

/**
 * Reads files with signed commands of `pact -a`, `add-sig` and `combine-sigs`: a batch or a single command.
 */
export function readCommands(text: string): Reading<readonly Command[]> {
  return reading(() => {
    const root = placeOfText(text, 'the input');
    const batch = root.optionalField('cmds');
    if (batch === undefined) return [commandAt(root)];
    return batch.items.length === 0 ? batch.refuse('is empty') : batch.items.map(commandAt);
  });
}
