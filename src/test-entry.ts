// What `@multichain/pact/testing` exports: scripts run as tests, the reports of `pact test`, and a network in memory.

import { ScriptProofs } from './simnet/script-proofs.ts';
import { runTestFile as runWithHost, type FileReport, type TestOptions } from './testing/index.ts';

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
} from './testing/index.ts';
export type { KeyedAccount, SimAccount } from './simnet/accounts.ts';
export type {
  Continuing,
  ExpectedFailure,
  PactSource,
  SimChain,
  Transfer,
} from './simnet/chain.ts';
export type { ChainCount } from './simnet/genesis.ts';
export {
  SimnetError,
  type Defpact,
  type Failure,
  type Outcome,
  type Refused,
  type Success,
} from './simnet/outcome.ts';
export {
  createSimnet,
  type CrossChainTransfer,
  type Duration,
  type Simnet,
  type SimnetOptions,
  type SimnetSnapshot,
} from './simnet/simnet.ts';
export type { Asking, ExtraSigner, Sending } from './simnet/transaction.ts';
export { Decimal } from './library/decimal.ts';
export type { PlainData } from './library/plain-data.ts';
export type { OpaqueValue, Value } from './library/values.ts';
export type { SessionEvent } from './library/state.ts';
export type { Capability } from './library/surroundings.ts';
