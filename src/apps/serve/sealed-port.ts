// The port for sealed commands, given to the server by its caller. Without it the server refuses sealed
// commands and does everything else.

import type {
  Command,
  Reading,
  SignatureChecker,
  VerifiedCommand,
} from '../../chain/command/index.ts';
import type { Database } from '../../lang/session/store.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { Marks } from '../command-log/index.ts';
import type { OpenState } from './open-state.ts';

/** Returns the fault of a sealed command that can be found without a key. */
export type CheckSealed = (
  command: Command,
  checker: SignatureChecker,
) => Promise<string | undefined>;

/** The entity whose commands this server opens: plain data, to be sent to its thread. */
export type Entity = { readonly name: string };

export type OpenedCommand = {
  /** The request key of the sealed command. */
  readonly requestKey: Hash;
  /** The command inside, or the reason why it cannot be read. */
  readonly command: Reading<VerifiedCommand<unknown>>;
};

/** Opens commands that are sealed for an entity, each only once, and keeps the tables of the entity. */
export type SealedCommands = {
  readonly mark: bigint;
  readonly bytes: number;
  /** `isRepeated`: it was executed before, and its state was lost. `undefined` if it is for another entity. */
  readonly open: (text: string, isRepeated: boolean) => OpenedCommand | undefined;
  /** The database that commands of the entity use. */
  readonly database: (open: Database) => Database;
  readonly forgetBefore: (transaction: bigint) => void;
  readonly sync: () => void;
  readonly close: () => void;
};

export type OpenSealedCommands = (own: {
  readonly entity: Entity;
  readonly marks: Marks;
  /** Hashes of the commands that were opened and executed. */
  readonly opened: readonly string[];
  readonly nestingLimit: number;
  readonly openState: (name: string) => OpenState;
}) => SealedCommands;
