// The entity of this server: opens commands sealed for it, each only once, and keeps its tables. Its key file is
// written by pact seal --genkey.

import { bad, good } from '../../base/result.ts';
import {
  readCommand,
  type PrivateMeta,
  type Reading,
  type VerifiedCommand,
} from '../../chain/command/index.ts';
import type { Database } from '../../lang/session/store.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { SqlState } from '../../storage/entries/index.ts';
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

/** An open state of the entity. */
type OwnState = {
  readonly state: SqlState;
  readonly sync: () => void;
  readonly close: () => void;
};

type SealedStateOptions = {
  readonly entity: Recipient;
  /** The marks of the state after the last written result. */
  readonly marks: { readonly sealed: bigint };
  /** Hashes of the inner commands that were executed, independent of their seals. */
  readonly opened: readonly string[];
  readonly nestingLimit: number;
  readonly openState: (name: string) => OwnState;
};

export class SealedState {
  private readonly entity: Recipient;
  private readonly own: OwnState;
  private readonly nestingLimit: number;
  /** Hashes of the inner commands that were executed, independent of their seals. */
  private readonly opened: Set<string>;

  private constructor(
    entity: Recipient,
    own: OwnState,
    { opened, nestingLimit }: { readonly opened: readonly string[]; readonly nestingLimit: number },
  ) {
    this.entity = entity;
    this.own = own;
    this.nestingLimit = nestingLimit;
    this.opened = new Set(opened);
  }

  static open({ entity, marks, opened, nestingLimit, openState }: SealedStateOptions): SealedState {
    const own = openState(`entity-${entity.name}`);
    if (own.state.nextTransaction > marks.sealed) own.state.rewind(marks.sealed);
    return new SealedState(entity, own, { opened, nestingLimit });
  }

  get mark(): bigint {
    return this.own.state.nextTransaction;
  }

  get bytes(): number {
    return this.own.state.bytes;
  }

  /** `isRepeated`: it was executed before, and its state was lost. Returns `undefined` if it is for another entity. */
  open(text: string, isRepeated: boolean): OpenedCommand | undefined {
    const read = readCommand(text);
    const sealed = read.ok ? readSealed(read.value) : read;
    // The intake has already read it successfully.
    if (!sealed.ok) throw new RangeError(sealed.fault.sentence);
    const { nestingLimit } = this;
    const command = openSealed(sealed.value, this.entity, { nestingLimit });
    if (command === undefined) return undefined;
    const { hash: requestKey } = sealed.value;
    if (!command.ok) return { requestKey, command };
    const { hash } = command.value;
    if (this.opened.has(hash) && !isRepeated) {
      const sentence = `the command inside, ${hash}, has been executed before`;
      return { requestKey, command: bad({ sentence }) };
    }
    this.opened.add(hash);
    return { requestKey, command };
  }

  /** Returns the database for commands of the entity. */
  database(open: Database): Database {
    return new EntityDatabase(this.own.state.database, open);
  }

  forgetBefore(transaction: bigint): void {
    this.own.state.forgetBefore(transaction);
  }

  sync(): void {
    this.own.sync();
  }

  close(): void {
    this.own.close();
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
