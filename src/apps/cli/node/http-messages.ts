// The messages between the thread of a node, or of a devnet, and its HTTP thread.

import type { LogLevel, LogLine } from '../../../base/ports/logger.ts';
import type { KnownPeer } from '../../../node/api/index.ts';
import type { NodeApiOptions } from '../../../node/api/start-node-api.ts';
import type { Account } from '../../../node/devnet/accounts.ts';
import type { FromEngine, ToEngine } from '../../../node/front/messages.ts';
import type { NodeSettings } from '../../../node/port.ts';
import type { StoredPlace } from '../../../node/questions/stored-chains.ts';
import type { PeerCounts } from '../../../p2p/sessions/operator.ts';
import type { SyncProgress } from '../../../p2p/sync/port.ts';
import type { QuestionNetwork } from './question-threads.ts';

/** What the HTTP thread serves: plain data. */
export type HttpWork = {
  readonly network: QuestionNetwork;
  readonly place: StoredPlace;
  /** `SharedNumbers`. */
  readonly numbers: BigInt64Array;
  readonly settings: NodeSettings;
  readonly hasMining: boolean;
  readonly hasSealed: boolean;
  readonly hasBackups: boolean;
  /** Whether blocks are made when clients ask. */
  readonly isOnDemand: boolean;
  readonly api: ApiWork;
  readonly metrics: { readonly host: string; readonly port: number | undefined };
  /** `undefined`: nothing is logged. */
  readonly logLevel: LogLevel | undefined;
  /** The accounts on the status page of a devnet; `undefined`: there is no page. */
  readonly page: readonly Account[] | undefined;
};

export type ApiWork = Pick<
  NodeApiOptions,
  | 'host'
  | 'port'
  | 'aliases'
  | 'productWord'
  | 'headerStream'
  | 'refreshEvents'
  | 'rosetta'
  | 'rosettaConstruction'
  | 'values'
  | 'limits'
>;

export type ToHttp =
  | { readonly kind: 'begin'; readonly work: HttpWork }
  /** What metrics and the Rosetta interface say of other nodes now. */
  | {
      readonly kind: 'peers';
      readonly progress: SyncProgress;
      readonly counts: PeerCounts;
      readonly known: readonly KnownPeer[];
    }
  /** Answered with `stopped`. */
  | { readonly kind: 'stop' }
  | FromEngine;

export type FromHttp =
  | ({ readonly kind: 'ready' } & ServedAddresses)
  /** It could not begin: the members of the error. */
  | { readonly kind: 'unable'; readonly error: ErrorMembers }
  | { readonly kind: 'trouble'; readonly sentence: string }
  | { readonly kind: 'log'; readonly line: LogLine }
  | { readonly kind: 'stopped' }
  | ToEngine;

export type ServedAddresses = {
  readonly address: string;
  readonly metrics: string | undefined;
};

/** Those by which errors of the system are told apart: a message between threads loses them. */
export type ErrorMembers = {
  readonly message: string;
  readonly name: string;
  readonly stack: string | undefined;
  readonly code?: string | undefined;
  readonly port?: number | undefined;
  readonly hostname?: string | undefined;
  readonly address?: string | undefined;
  readonly path?: string | undefined;
  readonly syscall?: string | undefined;
};
