// A deployment on all chains: several at the same time, each independently, so that a fault on one does not stop the
// others.

import { chainsAtOnce } from './limits.ts';
import type { Step } from './plan.ts';
import { preflight } from './results.ts';
import { type ChainEnd, planOf, runChain } from './run-chain.ts';
import { type DeploySettings, transactionOf } from './transaction.ts';
import type { JsonValue } from '../../base/json.ts';
import type { Clock, Timer } from '../../base/ports/time.ts';

import type { Result } from '../../base/result.ts';
import type { Asking, NetworkPort } from '../modules/index.ts';
import type { Attempt, Journal } from './journal.ts';
import type { DeployProject } from './project.ts';
import { type ChainState, inTurns } from './state.ts';

type Deployed = ReadonlyMap<string, ChainEnd>;

export async function deploy(chains: readonly string[], deployment: Deployment): Promise<Deployed> {
  const ends = new Map<string, ChainEnd>();
  await inTurns(chains, chainsAtOnce, async (chain) => {
    ends.set(chain, await runChain(chain, deployment));
  });
  return byChain(ends);
}

export type PlannedStep = {
  readonly step: Step;
  /** The gas that it would use now; `undefined` if it needs an earlier step. */
  readonly gas: string | undefined;
  /** The reason why it would fail now. */
  readonly failure: string | undefined;
};

export type ChainPlan =
  | {
      readonly kind: 'plan';
      readonly steps: readonly PlannedStep[];
      /** Transactions of earlier runs that have no result yet. */
      readonly open: readonly string[];
    }
  | { readonly kind: 'fault'; readonly sentences: readonly string[] };

/** Plans only; sends nothing. */
export async function planAll(
  chains: readonly string[],
  deployment: Deployment,
): Promise<ReadonlyMap<string, ChainPlan>> {
  const plans = new Map<string, ChainPlan>();
  await inTurns(chains, chainsAtOnce, async (chain) => {
    plans.set(chain, await planChainWithGas(chain, deployment));
  });
  return byChain(plans);
}

const byChain = <T>(found: ReadonlyMap<string, T>): ReadonlyMap<string, T> =>
  new Map([...found].sort(([one], [other]) => Number(one) - Number(other)));

async function planChainWithGas(chain: string, deployment: Deployment): Promise<ChainPlan> {
  const plan = await planOf(chain, deployment);
  if (!plan.ok) return { kind: 'fault', sentences: plan.fault };
  if (plan.value.faults.length > 0) return { kind: 'fault', sentences: plan.value.faults };
  const open = deployment.journal.open(chain).map(({ title, key }) => `${title} (${key})`);
  const steps: PlannedStep[] = [];
  for (const step of plan.value.steps) steps.push(await withGas(step, steps.length, deployment));
  return { kind: 'plan', steps, open };
}

async function withGas(step: Step, before: number, deployment: Deployment): Promise<PlannedStep> {
  const { clock, settings, port } = deployment;
  const made = transactionOf(step, settings, Math.floor(clock.dateMs() / 1000));
  if (!made.ok) return { step, gas: undefined, failure: made.fault };
  const tried = await preflight(port, step.chain, made.value);
  if (!tried.ok) return { step, gas: undefined, failure: tried.fault.sentence };
  if (tried.value.kind === 'success') return { step, gas: tried.value.gas, failure: undefined };
  // It may need the results of earlier steps.
  return { step, gas: undefined, failure: before === 0 ? tried.value.message : undefined };
}

// The environment that the parts of a deployment need.

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
