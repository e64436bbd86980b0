// Messages between the server and its threads: plain data, which is copied. Also the ports through which the caller of
// the server starts the threads and opens sealed commands: without the second, the server refuses sealed commands and
// does everything else.

import type { Worker } from 'node:worker_threads';
import type * as protocol from '../../base/threads/thread-port.ts';
import type { LaneName } from '../../base/threads/index.ts';
import type {
  Command,
  Reading,
  SignatureChecker,
  VerifiedCommand,
} from '../../chain/command/index.ts';
import type { Database } from '../../lang/session/store.ts';
import type { Hash } from '../../lang/session/run.ts';
import type { EntryStore } from '../../storage/entries/index.ts';
import type { Waiting } from './command-log.ts';

/** The start data of a thread. */
export type ServeThreadWork =
  | { readonly kind: 'serve'; readonly role: 'intake'; readonly bodies: BodySize }
  /** Executes commands. `stored`: shared memory with one number, that of its last step which others can read. */
  | ({
      readonly kind: 'serve';
      readonly role: 'commands';
      readonly stored: Int32Array;
    } & EvaluationSettings)
  /** Answers local requests. `shared`: see `Stopwatch`. */
  | ({
      readonly kind: 'serve';
      readonly role: 'questions';
      readonly lane: LaneName;
      readonly shared: Int32Array;
    } & EvaluationSettings);

/** Which bodies the thread checks: small ones do not wait for large ones. */
export type BodySize = 'small' | 'large';

export type EvaluationSettings = {
  /** The path of the environment. */
  readonly path: string;
  readonly gasLimit: number;
  readonly gasRate: number;
  readonly flags: readonly string[];
  readonly timeLimitMs: number;
  /** Bytes of the file above which nothing is executed. */
  readonly maxFileBytes: number;
  readonly entity: NumberedEntity | undefined;
};

export type ExecuteQuestion = Pick<Waiting, 'scope' | 'requestKey' | 'time' | 'text'>;

export type LocalQuestion = {
  readonly text: string;
  /** Microseconds since 1970. */
  readonly time: bigint;
  /** Runs the command as a transaction, without keeping changes. */
  readonly preflight: boolean;
};

export type LocalReply =
  | { readonly kind: 'local-result'; readonly text: string }
  /** What it needs cannot be read from the disk. */
  | { readonly kind: 'damaged'; readonly sentence: string };

export type Question =
  /** Checks whether the commands in this body may run. */
  | { readonly kind: 'check'; readonly what: CheckedBody; readonly body: string }
  | ({ readonly kind: 'execute' } & ExecuteQuestion)
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
  | {
      readonly kind: 'executed';
      /** Empty if the command was for another entity. */
      readonly text: string;
      /** What it changes, and the number of this step. */
      readonly step: Uint8Array | undefined;
      readonly number: number;
    }
  | { readonly kind: 'closed' };

export type ToThread = protocol.ToThread<Question>;
export type FromThread = protocol.FromThread<Reply, undefined>;

/** Tells a thread to close everything. */
export const closing: Question = { kind: 'close' };

/** Returns the fault of a sealed command that can be found without a key. */
export type CheckSealed = (
  command: Command,
  checker: SignatureChecker,
) => Promise<string | undefined>;

/** The entity whose commands this server opens: plain data, to be sent to its thread. */
export type Entity = { readonly name: string };

/** `number`: that of its entries. */
export type NumberedEntity = { readonly entity: Entity; readonly number: number };

type OpenedCommand = {
  /** The request key of the sealed command. */
  readonly requestKey: Hash;
  /** The command inside, or the reason why it cannot be read. */
  readonly command: Reading<VerifiedCommand<unknown>>;
};

/** Opens commands that are sealed for an entity, each only once, and keeps the tables of the entity. */
export type SealedCommands = {
  /** Returns `undefined` if it is for another entity. */
  readonly open: (text: string) => OpenedCommand | undefined;
  /** The database that commands of the entity use. */
  readonly database: (open: Database) => Database;
};

/** Hashes of the commands that were opened and executed. */
export interface OpenedHashes {
  has(hash: string): boolean;
  add(hash: string): void;
}

export type OpenSealedCommands = (own: {
  readonly entity: Entity;
  readonly opened: OpenedHashes;
  readonly nestingLimit: number;
  /** The entries of the entity. */
  readonly entries: EntryStore;
}) => SealedCommands;

export type StartThread = (work: ServeThreadWork) => Worker;
