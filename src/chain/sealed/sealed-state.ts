// The entity of this server: opens commands sealed for it, each only once, and keeps its tables. Its key file is
// written by pact seal --genkey.

import { assert } from '../../base/assert.ts';
import { bad, good } from '../../base/result.ts';
import {
  readCommand,
  type PrivateMeta,
  type Reading,
  type VerifiedCommand,
} from '../command/index.ts';
import type { Database } from '../../lang/session/store.ts';
import type { Hash } from '../../lang/session/run.ts';
import { EntryDatabase, type EntryStore } from '../../storage/entries/index.ts';
import { EntityDatabase } from './entity-database.ts';
import { openSealed, readSealed, type Recipient, entityPublicKey } from './sealed-command.ts';
import { equalBytes, fromHex } from '../../base/bytes.ts';
import { type Located, fieldOf } from '../../base/config/located.ts';
import { readYaml } from '../../base/config/read-yaml.ts';

type OpenedCommand = {
  /** The request key of the sealed command. */
  readonly requestKey: Hash;
  /** The command inside, or the reason why it is not valid. */
  readonly command: Reading<VerifiedCommand<PrivateMeta>>;
};

/** Hashes of the inner commands that were executed, independent of their seals. */
interface OpenedHashes {
  has(hash: string): boolean;
  add(hash: string): void;
}

type SealedStateOptions = {
  readonly entity: Recipient;
  readonly opened: OpenedHashes;
  readonly nestingLimit: number;
  /** The entries of the entity. */
  readonly entries: EntryStore;
};

export class SealedState {
  private readonly entity: Recipient;
  private readonly own: Database;
  private readonly nestingLimit: number;
  private readonly opened: OpenedHashes;

  constructor({ entity, opened, nestingLimit, entries }: SealedStateOptions) {
    this.entity = entity;
    this.own = new EntryDatabase(entries);
    this.nestingLimit = nestingLimit;
    this.opened = opened;
  }

  /** Returns `undefined` if it is for another entity. */
  open(text: string): OpenedCommand | undefined {
    const read = readCommand(text);
    const sealed = read.ok ? readSealed(read.value) : read;
    assert(sealed.ok, 'sealed commands are read when they arrive');
    const { nestingLimit } = this;
    const command = openSealed(sealed.value, this.entity, { nestingLimit });
    if (command === undefined) return undefined;
    const { hash: requestKey } = sealed.value;
    if (!command.ok) return { requestKey, command };
    const { hash } = command.value;
    if (this.opened.has(hash)) {
      const sentence = `the command inside, ${hash}, has been executed before`;
      return { requestKey, command: bad({ sentence }) };
    }
    this.opened.add(hash);
    return { requestKey, command };
  }

  /** Returns the database for commands of the entity. */
  database(open: Database): Database {
    return new EntityDatabase(this.own, open);
  }
}

type EntityKey = { readonly publicKey: Uint8Array; readonly secretKey: Uint8Array };

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
