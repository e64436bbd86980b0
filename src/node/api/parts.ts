// The parts of a node that handlers of endpoints use.

import type { Timer } from '../../base/ports/time.ts';
import type { Random } from '../../base/ports/random.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Result } from '../../base/result.ts';
import type { Command } from '../../chain/command/index.ts';
import type { NodePort } from '../port.ts';
import type { BlockUpdates } from './block-updates.ts';
import type { ApiLimits } from './limits.ts';
import type { OpenRequests } from './open-requests.ts';
import type { ProductWords } from './product-words.ts';

export type NodeApiParts = {
  readonly node: NodePort;
  readonly words: ProductWords;
  readonly limits: ApiLimits;
  readonly timer: Timer;
  readonly random: Random;
  /** Requests that wait for the engine, by kind. */
  readonly open: OpenRequests;
  readonly updates: BlockUpdates | undefined;
  readonly backups: Backups | undefined;
  /** Whether streams for miners name the event of new transactions otherwise than that of a new block. */
  readonly refreshEvents: boolean;
  /** Without private parts, under the node's own product word. */
  readonly configuration: () => JsonValue;
  readonly takePrivate: TakePrivate | undefined;
  /** The OpenAPI document. */
  readonly document: () => string;
  /** Aborted when the server shuts down. */
  readonly stopping: AbortSignal;
};

export type BackupState = 'backup-in-progress' | 'backup-done' | 'backup-failed';

export interface Backups {
  /** Starts a backup, or returns the one in progress: its id is microseconds since 1970, as digits. */
  start(options: { readonly withPactState: boolean }): string;
  /** `undefined`: there is no such backup. */
  state(id: string): BackupState | undefined;
}

/** Accepts an encrypted transaction. Returns its request key, or the reason for a refusal. */
export type TakePrivate = (command: Command) => Promise<Result<string, string>>;
