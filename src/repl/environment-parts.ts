// What natives of the REPL set for the transactions that follow, as one value. `with-applied-env` of Pact 4 puts it back as
// it was when the form began.
// Source: src/Pact/Repl/Lib.hs of Pact 4 (setenv, withEnv).

import type { GasModel, MilliGas, TransactionEnvironment } from '../lang/session/index.ts';
import type { ReplEngine } from './engine.ts';

export type EnvironmentParts = Pick<
  TransactionEnvironment,
  'signatures' | 'verifiers' | 'data' | 'hash' | 'publicData' | 'flags' | 'namespacePolicy'
> & {
  readonly entity: string | undefined;
  readonly simulateOnChain: boolean;
  readonly nativesInModules: boolean;
  readonly gasLimit: MilliGas | undefined;
  readonly gasModel: GasModel;
};

export function environmentParts(engine: ReplEngine): EnvironmentParts {
  const { machine, legacy, meter, nativesInModules } = engine;
  const { signatures, verifiers, data, hash, publicData, flags, namespacePolicy } =
    machine.environment;
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
    nativesInModules,
    gasLimit: meter.limit,
    gasModel: meter.model,
  };
}

/** Parts become what they were before, except those that have changed since they were applied. */
export function putBack(
  engine: ReplEngine,
  { before, applied }: { readonly before: EnvironmentParts; readonly applied: EnvironmentParts },
): void {
  const now = environmentParts(engine);
  const part = <K extends keyof EnvironmentParts>(key: K): EnvironmentParts[K] =>
    now[key] === applied[key] ? before[key] : now[key];
  const { machine, legacy, meter } = engine;
  Object.assign(machine.environment, {
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
  engine.nativesInModules = part('nativesInModules');
  meter.limit = part('gasLimit');
  meter.model = part('gasModel');
  engine.updateMeter();
}
