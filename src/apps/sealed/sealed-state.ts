// The entity of this server: opens commands sealed for it, each only once, and keeps its tables.

import { bad } from '../../base/result.ts';
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
import { openSealed, readSealed, type Recipient } from './sealed-command.ts';

export type OpenedCommand = {
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

export type SealedStateOptions = {
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
