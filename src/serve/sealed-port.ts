// What the server needs to take sealed commands. It is handed in: a server without it refuses to take
// any, and does everything else.

import type { Command, Reading, SignatureChecker, VerifiedCommand } from '../command/index.ts';
import type { Database } from '../lang/session/store.ts';
import type { Hash } from '../lang/session/run.ts';
import type { Marks } from '../command-log/index.ts';
import type { OpenState } from './open-state.ts';

/** What is wrong with a sealed command, as far as it can be told without a key. */
export type CheckSealed = (
  command: Command,
  checker: SignatureChecker,
) => Promise<string | undefined>;

/** The entity whose commands this server opens, as plain data for its thread. */
export type Entity = { readonly name: string };

export type OpenedCommand = {
  /** Of the sealed command. */
  readonly requestKey: Hash;
  /** The command within, or why it is none. */
  readonly command: Reading<VerifiedCommand<unknown>>;
};

/** Opens what is sealed for an entity, each command once, and keeps its tables. */
export type SealedCommands = {
  readonly mark: bigint;
  readonly bytes: number;
  /** `isRepeated`: it was executed before, and its state was lost. `undefined`: it is for others. */
  readonly open: (text: string, isRepeated: boolean) => OpenedCommand | undefined;
  /** What commands of the entity see. */
  readonly database: (open: Database) => Database;
  readonly forgetBefore: (transaction: bigint) => void;
  readonly sync: () => void;
  readonly close: () => void;
};

export type OpenSealedCommands = (own: {
  readonly entity: Entity;
  readonly marks: Marks;
  /** Hashes of the commands within sealed ones that were executed. */
  readonly opened: readonly string[];
  readonly nestingLimit: number;
  readonly openState: (name: string) => OpenState;
}) => SealedCommands;
