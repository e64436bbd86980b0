// The entity of this server: opens what is sealed for it, each command once, and keeps its tables.

import {
  openSealed,
  readCommand,
  readSealed,
  type PrivateMeta,
  type Reading,
  type Recipient,
  type VerifiedCommand,
} from '../command/index.ts';
import type { Database, Hash } from '../lang/session/index.ts';
import { EntityDatabase } from './entity-database.ts';
import type { EvaluationRoom } from './evaluation.ts';
import type { EvaluationSettings } from './messages.ts';
import { openState, type OpenState } from './open-state.ts';

export type OpenedCommand = {
  /** Of the sealed command. */
  readonly requestKey: Hash;
  /** The command within, or why it is none. */
  readonly command: Reading<VerifiedCommand<PrivateMeta>>;
};

export class SealedState {
  private readonly entity: Recipient;
  private readonly own: OpenState;
  private readonly nestingLimit: number;
  /** Hashes of commands that were executed, whatever they were sealed in. */
  private readonly opened: Set<string>;

  private constructor(
    entity: Recipient,
    own: OpenState,
    { opened, nestingLimit }: { readonly opened: readonly string[]; readonly nestingLimit: number },
  ) {
    this.entity = entity;
    this.own = own;
    this.nestingLimit = nestingLimit;
    this.opened = new Set(opened);
  }

  /** `undefined` where this server has no entity. */
  static open(settings: EvaluationSettings, room: EvaluationRoom): SealedState | undefined {
    const { entity, marks, opened } = settings;
    if (entity === undefined) return undefined;
    const own = openState(settings, room.sql, `entity-${entity.name}`);
    if (own.state.nextTransaction > marks.sealed) own.state.rewind(marks.sealed);
    return new SealedState(entity, own, { opened, nestingLimit: room.nestingLimit });
  }

  get mark(): bigint {
    return this.own.state.nextTransaction;
  }

  get bytes(): number {
    return this.own.state.bytes;
  }

  /** `isRepeated`: it was executed before, and its state was lost. `undefined`: it is for others. */
  open(text: string, isRepeated: boolean): OpenedCommand | undefined {
    const read = readCommand(text);
    const sealed = read.kind === 'value' ? readSealed(read.value) : read;
    // The intake has read it before.
    if (sealed.kind === 'fault') throw new RangeError(sealed.sentence);
    const { nestingLimit } = this;
    const command = openSealed(sealed.value, this.entity, { nestingLimit });
    if (command === undefined) return undefined;
    const { hash: requestKey } = sealed.value;
    if (command.kind === 'fault') return { requestKey, command };
    const { hash } = command.value;
    if (this.opened.has(hash) && !isRepeated) {
      const sentence = `the command within, ${hash}, has been executed before`;
      return { requestKey, command: { kind: 'fault', sentence } };
    }
    this.opened.add(hash);
    return { requestKey, command };
  }

  /** What commands of the entity see. */
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
