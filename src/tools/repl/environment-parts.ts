// The settings of REPL builtins for later transactions, as one value. `with-applied-env` of Pact 4 restores the value from
// the start of the form.
// Source: src/Pact/Repl/Lib.hs of Pact 4 (setenv, withEnv).

import type {
  GasMeter,
  GasModel,
  MilliGas,
  TransactionEnvironment,
} from '../../lang/session/run.ts';
import type { LegacyState } from './legacy-state.ts';

export type EnvironmentParts = Pick<
  TransactionEnvironment,
  'signatures' | 'verifiers' | 'data' | 'hash' | 'publicData' | 'flags' | 'namespacePolicy'
> & {
  readonly entity: string | undefined;
  readonly simulateOnChain: boolean;
  readonly builtinsInModules: boolean;
  readonly gasLimit: MilliGas | undefined;
  readonly gasModel: GasModel;
};

/** The parts in a session. */
export type EnvironmentSource = {
  readonly environment: TransactionEnvironment;
  readonly legacy: LegacyState;
  readonly meter: GasMeter;
  /** Whether modules may use the REPL's own builtins. */
  builtinsInModules: boolean;
  /** Must be called after a change of limit or model: the machine meters only while there is a limit. */
  updateMeter(): void;
};

export function environmentParts(source: EnvironmentSource): EnvironmentParts {
  const { environment, legacy, meter, builtinsInModules } = source;
  const { signatures, verifiers, data, hash, publicData, flags, namespacePolicy } = environment;
  return {
    signatures,
    verifiers,
    data,
    hash,
    publicData,
    flags,
    namespacePolicy,
    entity: legacy.entity,
    simulateOnChain: legacy.simulateOnChain,
    builtinsInModules,
    gasLimit: meter.limit,
    gasModel: meter.model,
  };
}

/** Restores the parts, except those that have changed since they were applied. */
export function putBack(
  source: EnvironmentSource,
  { before, applied }: { readonly before: EnvironmentParts; readonly applied: EnvironmentParts },
): void {
  const now = environmentParts(source);
  const part = <K extends keyof EnvironmentParts>(key: K): EnvironmentParts[K] =>
    now[key] === applied[key] ? before[key] : now[key];
  const { environment, legacy, meter } = source;
  Object.assign(environment, {
    signatures: part('signatures'),
    verifiers: part('verifiers'),
    data: part('data'),
    hash: part('hash'),
    publicData: part('publicData'),
    flags: part('flags'),
    namespacePolicy: part('namespacePolicy'),
  } satisfies Partial<TransactionEnvironment>);
  legacy.entity = part('entity');
  legacy.simulateOnChain = part('simulateOnChain');
  source.builtinsInModules = part('builtinsInModules');
  meter.limit = part('gasLimit');
  meter.model = part('gasModel');
  source.updateMeter();
}
