// The environment that the parts of a deployment need.

import type { JsonValue } from '../../base/json.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';
import type { Result } from '../../base/result.ts';
import type { Asking, NetworkPort } from '../modules/index.ts';
import type { Attempt, Journal } from './journal.ts';
import type { DeployProject } from './project.ts';
import type { ChainState } from './state.ts';
import type { DeploySettings } from './transaction.ts';

export type DeployEvent =
  /** A transaction of an earlier run that had no result yet. */
  | {
      readonly kind: 'resumed';
      readonly chain: string;
      readonly title: string;
      readonly key: string;
    }
  | { readonly kind: 'sent'; readonly chain: string; readonly title: string; readonly key: string }
  | {
      readonly kind: 'done';
      readonly chain: string;
      readonly title: string;
      readonly key: string;
      readonly gas: string;
    }
  | {
      readonly kind: 'split';
      readonly chain: string;
      readonly title: string;
      readonly parts: number;
    };

/** Transactions to be signed by other people. */
export interface SignatureBox {
  put(attempt: Attempt, publicKeys: readonly string[]): Promise<Result<undefined, string>>;
  /** The signatures in the order of the signers; those that were returned and are valid. */
  take(
    attempt: Attempt,
    publicKeys: readonly string[],
  ): Promise<Result<Attempt['signatures'], string>>;
}

export type Deployment = {
  readonly project: DeployProject;
  readonly settings: DeploySettings;
  readonly data: JsonValue;
  readonly port: NetworkPort;
  readonly journal: Journal;
  readonly signatures: SignatureBox;
  readonly clock: Clock;
  readonly timer: Timer;
  /** How long to wait for the result of one transaction. */
  readonly timeoutMs: number;
  readonly asking: (chain: string) => Asking;
  /** The hashes that the project's modules get on a chain, by name. */
  readonly hashesOn: (
    chain: string,
    state: ChainState,
  ) => Promise<Result<ReadonlyMap<string, string>, string>>;
  readonly report: (event: DeployEvent) => void;
};
