// `pact key public`: derives the public key from a secret one, such as a wallet exports it.

import { fromHex } from '../../../base/bytes.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { accountsOfGenesis } from '../../../node/devnet/known-accounts.ts';
import { keyFileOf, type NewKey } from '../../request/keys/key-file.ts';

/** Returns the sentence if an operand is a secret itself. Those of development accounts are public knowledge. */
export function secretFault(operand: string): string | undefined {
  if (!isSecret(operand) || isPublicKnowledge(operand)) return undefined;
  return (
    'a secret key on the command line stays in the history of the shell: ' +
    'write it to a file, or to standard input with pact key public -'
  );
}

export const isPublicKnowledge = (secret: string): boolean =>
  accountsOfGenesis.some(({ secretKey }) => secretKey === secret);

/** `text`: 64 hexadecimal digits, or a key file, whose public key is not looked at. */
export function keyOfSecret(text: string): Result<NewKey, string> {
  const [, written = text.trim()] = /^secret: *['"]?([^'"\s]*)/m.exec(text) ?? [];
  const bytes = isSecret(written) ? fromHex(written) : undefined;
  const key = bytes === undefined ? undefined : keyFileOf(bytes);
  return key === undefined
    ? bad('has no secret key: 64 hexadecimal digits, or a key file')
    : good(key);
}

const isSecret = (text: string): boolean => /^[0-9a-fA-F]{64}$/.test(text);
