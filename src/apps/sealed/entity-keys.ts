// Reads the key file of this server's entity, written by pact seal --genkey.

import { bad, good } from '../../base/result.ts';
import { equalBytes, fromHex } from '../../base/bytes.ts';
import type { Reading } from '../../chain/command/index.ts';
import { entityPublicKey } from './sealed-command.ts';
import { type Located, fieldOf } from '../../base/config/located.ts';
import { readYaml } from '../../base/config/read-yaml.ts';

export type EntityKey = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

/** The most characters of a key file. */
const longestFile = 4096;

/** Faults never quote the text. */
export function readEntityKey(text: string): Reading<EntityKey> {
  const read = readYaml(text, longestFile);
  if (!read.ok) return fault;
  const secretKey = bytesOf(read.value, 'secret');
  const publicKey = bytesOf(read.value, 'public');
  if (secretKey === undefined || publicKey === undefined) return fault;
  if (equalBytes(entityPublicKey(secretKey), publicKey)) {
    return good({ publicKey, secretKey });
  }
  const sentence =
    'its public and secret key do not match: a signing key cannot open sealed commands';
  return bad({ sentence });
}

const fault: Reading<never> = bad({
  sentence: 'it is not a key file: public and secret must be 64 hexadecimal digits each',
});

function bytesOf(file: Located, name: string): Uint8Array | undefined {
  const field = fieldOf(file, name);
  // Not read as text, because digits alone would be a number.
  const bytes = field?.kind === 'scalar' ? fromHex(field.text) : undefined;
  return bytes?.length === 32 ? bytes : undefined;
}
