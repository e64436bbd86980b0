// What `@multichain/pact/testing` exports: scripts run as tests, the reports of `pact test`, and a network in memory.

import { ScriptProofs } from './node/simnet/script-proofs.ts';
import {
  runTestFile as runWithHost,
  type FileReport,
  type TestOptions,
} from './tools/testing/index.ts';

/** Makes proofs between the chains of a script, for the host of a session. */
export const makeChainProofs: NonNullable<TestOptions['host']['makeChainProofs']> = () =>
  new ScriptProofs();

/** Runs one script as a test, in its own session. Without `makeChainProofs` in its host, it is the one of this file. */
export function runTestFile(file: string, { host, ...options }: TestOptions): FileReport {
  return runWithHost(file, { ...options, host: { makeChainProofs, ...host } });
}

export {
  failuresOf,
  hasFailed,
  reporters,
  skippedOf,
  summaryOf,
  type BlockReport,
  type ErrorReport,
  type ExpectationReport,
  type FailureReport,
  type FileReport,
  type Reporter,
  type ReporterOptions,
  type RunTotals,
  type Summary,
  type TestOptions,
} from './tools/testing/index.ts';
export type { KeyedAccount, SimAccount } from './node/simnet/genesis.ts';
export type {
  Continuing,
  ExpectedFailure,
  PactSource,
  SimChain,
  Transfer,
} from './node/simnet/chain.ts';
export type { ChainCount } from './node/simnet/genesis.ts';
export {
  SimnetError,
  type Defpact,
  type Failure,
  type Outcome,
  type Refused,
  type Success,
} from './node/simnet/outcome.ts';
export {
  createSimnet,
  type CrossChainTransfer,
  type Duration,
  type Simnet,
  type SimnetOptions,
  type SimnetSnapshot,
} from './node/simnet/simnet.ts';
export type { Asking, ExtraSigner, Sending } from './node/simnet/transaction.ts';
export { Decimal } from './tools/library/values.ts';
export type { PlainData } from './tools/library/plain-data.ts';
export type { OpaqueValue, Value } from './tools/library/values.ts';
export type { SessionEvent } from './tools/library/state.ts';
export type { Capability } from './tools/library/surroundings.ts';
