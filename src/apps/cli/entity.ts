// The entity of a server or node: its name, its key from a file, and the keys of the entities that it knows.

import { fromHex } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { readEntityKey, type Recipient } from '../../chain/sealed/index.ts';
import type { EntityConfiguration } from '../../node/configuration/entity-options.ts';
import { readSourceFile } from './files.ts';

/** Reads the key. A fault is a sentence, which never quotes the file. */
export function readEntity({
  name,
  keyFile,
  known,
}: EntityConfiguration): Result<Recipient, string> {
  const answer = readSourceFile(keyFile);
  const key =
    answer.kind === 'failure' ? bad({ sentence: answer.reason }) : readEntityKey(answer.text);
  if (!key.ok) return bad(`cannot read the key ${keyFile}: ${key.fault.sentence}`);
  const { secretKey, publicKey } = key.value;
  const others = [...known].flatMap(([each, hex]) => {
    const bytes = fromHex(hex);
    return bytes === undefined ? [] : [[each, bytes] as const];
  });
  return good({ name, secretKey, known: new Map([[name, publicKey], ...others]) });
}
