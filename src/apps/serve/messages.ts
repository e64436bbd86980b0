// Messages between the server and its threads: plain data, which is copied. Also the ports through which the caller of
// the server starts the threads and opens sealed commands: without the second, the server refuses sealed commands and
// does everything else.

import type { Marks, Scope } from '../command-log/index.ts';
import type * as protocol from '../../base/threads/thread-port.ts';
import type {
  Command,
  Reading,
  SignatureChecker,
  VerifiedCommand,
} from '../../chain/command/index.ts';
import type { Database } from '../../lang/session/store.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { OpenState } from './evaluation.ts';
import type { Worker } from 'node:worker_threads';

/** The start data of a thread. */
export type ServeThreadWork =
  | { readonly kind: 'serve'; readonly role: 'intake'; readonly bodies: BodySize }
  | ({ readonly kind: 'serve'; readonly role: 'evaluation' } & EvaluationSettings);

/** Which bodies the thread checks: small ones do not wait for large ones. */
export type BodySize = 'small' | 'large';

export type EvaluationSettings = {
  readonly persistDir: string | undefined;
  /** The marks of the states after the last written result. */
  readonly marks: Marks;
  /** Shared memory with one number: the commands that were sent and not begun. */
  readonly handedOver: Int32Array;
  /** Shared memory with one number: the id of the question that the thread is working on. */
  readonly running: Int32Array;
  /** Whether a lost state can be rebuilt from nothing. */
  readonly isWhole: boolean;
  readonly gasLimit: number;
  readonly gasRate: number;
  readonly flags: readonly string[];
  readonly timeLimitMs: number;
  /** Bytes of the states above which nothing is executed. */
  readonly stateBytes: number;
  readonly entity: Entity | undefined;
  /** Hashes of the opened commands that were executed. */
  readonly opened: readonly string[];
  /** Whether a thread of this process ended before it closed its files. */
  readonly takesOver: boolean;
};

export type Question =
  /** Checks whether the commands in this body may run. */
  | { readonly kind: 'check'; readonly what: CheckedBody; readonly body: string }
  | {
      readonly kind: 'execute';
      readonly scope: Scope;
      readonly time: bigint;
      readonly text: string;
      /** Whether it was executed before, and its state was lost. */
      readonly isRepeated: boolean;
      /** The last written result: older states are no longer needed. */
      readonly recorded: Marks;
    }
  | {
      readonly kind: 'local';
      readonly text: string;
      readonly time: bigint;
      /** Runs the command as a transaction, without keeping changes. */
      readonly preflight: boolean;
    }
  /** Makes the present states durable. */
  | { readonly kind: 'sync' }
  /** Closes everything; the thread ends after its answer. */
  | { readonly kind: 'close' };

export type CheckedBody =
  /** The request keys of a poll. */
  | { readonly kind: 'poll' }
  | { readonly kind: 'submission' }
  | { readonly kind: 'sealed' }
  | { readonly kind: 'local'; readonly checksSignatures: boolean };

export type CheckedCommand = { readonly requestKey: string; readonly text: string };

export type Reply =
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'commands'; readonly commands: readonly CheckedCommand[] }
  /** Without repetition. */
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  /** `text` is empty if the command was for another entity. */
  | {
      readonly kind: 'executed';
      readonly text: string;
      readonly marks: Marks;
      /** The hash of the command that was opened. */
      readonly within: string | undefined;
    }
  | { readonly kind: 'local-result'; readonly text: string }
  /** Commands are waiting and this takes long: send it again after them. */
  | { readonly kind: 'postponed' }
  | { readonly kind: 'synced' }
  | { readonly kind: 'closed' };

export type ToThread = protocol.ToThread<Question>;

/** The evaluating thread is ready; these are the marks of its states. */
export type FromThread = protocol.FromThread<Reply, Marks | undefined>;

/** Tells a thread to close everything. */
export const closing: Question = { kind: 'close' };

/** Returns the fault of a sealed command that can be found without a key. */
export type CheckSealed = (
  command: Command,
  checker: SignatureChecker,
) => Promise<string | undefined>;

/** The entity whose commands this server opens: plain data, to be sent to its thread. */
export type Entity = { readonly name: string };

type OpenedCommand = {
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

export type StartThread = (work: ServeThreadWork) => Worker;
