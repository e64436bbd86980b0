// The key of this server's entity, from its file: what pact seal --genkey writes.

import { bad, good } from '../base/result.ts';
import { equalBytes, fromHex } from '../base/bytes.ts';
import type { Reading } from '../command/index.ts';
import { entityPublicKey } from './sealed-command.ts';
import type { Located } from '../config/located.ts';
import { fieldOf } from '../config/look-up.ts';
import { readYaml } from '../config/read-yaml.ts';

export type EntityKey = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

/** Characters of a key file. */
const longestFile = 4096;

/** No fault quotes the text. */
export function readEntityKey(text: string): Reading<EntityKey> {
  const read = readYaml(text, longestFile);
  if (!read.ok) return fault;
  const secretKey = bytesOf(read.value, 'secret');
  const publicKey = bytesOf(read.value, 'public');
  if (secretKey === undefined || publicKey === undefined) return fault;
  if (equalBytes(entityPublicKey(secretKey), publicKey)) {
    return good({ publicKey, secretKey });
  }
  const sentence = 'its keys do not belong together: a key that signs cannot open what is sealed';
  return bad({ sentence });
}

const fault: Reading<never> = bad({
  sentence: 'it is no key file: public and secret are 64 hexadecimal digits each',
});

function bytesOf(file: Located, name: string): Uint8Array | undefined {
  const field = fieldOf(file, name);
  // Digits alone would be a number.
  const bytes = field?.kind === 'scalar' ? fromHex(field.text) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}
