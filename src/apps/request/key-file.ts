// Reads key files of `pact -g` and `pact key`. Messages never show their content.

import { readKeyPair, type KeyPair } from '../../chain/command/index.ts';
import { readDocument, type ReadDocument } from './document.ts';
import { keyFileKeys } from './known-keys.ts';

export function readKeyFile(text: string): ReadDocument<KeyPair> {
  return readDocument(text, keyFileKeys, (root) => {
    const publicKey = root.field('public').text;
    const secret = root.field('secret');
    const pair = readKeyPair({ publicKey, secretKey: secret.text });
    return pair.ok ? pair.value : secret.refuse(`cannot sign: ${pair.fault.sentence}`);
  });
}
