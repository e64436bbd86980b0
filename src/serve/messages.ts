// What the server and its threads say to one another. Plain data: it is copied on the way.

import type { Marks, Scope } from '../command-log/index.ts';
import type * as protocol from '../threads/protocol.ts';
import type { Entity } from './sealed-port.ts';

/** What a thread is started with. */
export type ServeThreadWork =
  | { readonly kind: 'serve'; readonly role: 'intake'; readonly bodies: BodySize }
  | ({ readonly kind: 'serve'; readonly role: 'evaluation' } & EvaluationSettings);

/** Small bodies do not wait for large ones. */
export type BodySize = 'small' | 'large';

export type EvaluationSettings = {
  readonly persistDir: string | undefined;
  /** Where the states stood after the last result that was written down. */
  readonly marks: Marks;
  /** Shared: how many commands were handed over and not begun, in its only number. */
  readonly handedOver: Int32Array;
  /** Shared: the id of the question that the thread is at, in its only number. */
  readonly running: Int32Array;
  /** A state that is lost can be made again from nothing. */
  readonly isWhole: boolean;
  readonly gasLimit: number;
  readonly gasRate: number;
  readonly flags: readonly string[];
  readonly timeLimitMs: number;
  /** Bytes of the states: beyond, nothing more is executed. */
  readonly stateBytes: number;
  readonly entity: Entity | undefined;
  /** Hashes of the commands within sealed ones that were executed. */
  readonly opened: readonly string[];
  /** A thread of this process has ended before it could close the files. */
  readonly takesOver: boolean;
};

export type Question =
  /** Are the commands in this body such as may run. */
  | { readonly kind: 'check'; readonly what: CheckedBody; readonly body: string }
  | {
      readonly kind: 'execute';
      readonly scope: Scope;
      readonly time: bigint;
      readonly text: string;
      /** It was done before, and its state was lost. */
      readonly isRepeated: boolean;
      /** What was written down up to now: older states are not needed any more. */
      readonly recorded: Marks;
    }
  | {
      readonly kind: 'local';
      readonly text: string;
      readonly time: bigint;
      /** Everything as in a transaction, and nothing of it kept. */
      readonly preflight: boolean;
    }
  /** The states, as they are now, are to stay whatever happens. */
  | { readonly kind: 'sync' }
  /** Puts everything away; the thread ends after its answer. */
  | { readonly kind: 'close' };

export type CheckedBody =
  /** Which results a poll asks for. */
  | { readonly kind: 'poll' }
  | { readonly kind: 'submission' }
  | { readonly kind: 'sealed' }
  | { readonly kind: 'local'; readonly checksSignatures: boolean };

export type CheckedCommand = { readonly requestKey: string; readonly text: string };

export type Reply =
  | { readonly kind: 'fault'; readonly sentence: string }
  | { readonly kind: 'commands'; readonly commands: readonly CheckedCommand[] }
  /** Each once. */
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  /** `text` is empty where the command was for others. */
  | {
      readonly kind: 'executed';
      readonly text: string;
      readonly marks: Marks;
      /** The hash of the command within a sealed one. */
      readonly within: string | undefined;
    }
  | { readonly kind: 'local-result'; readonly text: string }
  /** Commands wait, and this would take longer: it is to be asked again after them. */
  | { readonly kind: 'postponed' }
  | { readonly kind: 'synced' }
  | { readonly kind: 'closed' };

export type ToThread = protocol.ToThread<Question>;

/** The evaluating thread is ready with the marks of its states. */
export type FromThread = protocol.FromThread<Reply, Marks | undefined>;

/** Asks any thread to put everything away. */
export const closing: Question = { kind: 'close' };
