// The natives of the REPL, one sorted line each; those that Pact 5 does not have stand apart. A script finds the latter
// where nothing else has their name, so they take no name away from programs of today.

import { coreBuiltins, legacyBuiltins } from '../../lang/session/analyse.ts';
import { NativeList, type NativeSets } from '../../ide/natives/native-sets.ts';
import type { ReplNative } from './define.ts';
import { continuePactNative } from './defpacts/continue-pact.ts';
import { pactState } from './defpacts/pact-state.ts';
import { envChainData } from './environment/env-chain-data.ts';
import { envData } from './environment/env-data.ts';
import { envEnableReplNatives } from './environment/env-enable-repl-natives.ts';
import { envExecConfig } from './environment/env-exec-config.ts';
import { envModuleAdmin } from './environment/env-module-admin.ts';
import { envNamespacePolicy } from './environment/env-namespace-policy.ts';
import { envSetDebugFlag } from './environment/env-set-debug-flag.ts';
import { envStackframe } from './environment/env-stackframe.ts';
import { expectFailureNative } from './expectations/expect-failure.ts';
import { expectThatNative } from './expectations/expect-that.ts';
import { expectNative } from './expectations/expect.ts';
import { printNative } from './expectations/print.ts';
import { envGas, envMilligas, envSetMilligas } from './gas/env-gas.ts';
import { envGaslimit } from './gas/env-gaslimit.ts';
import { envGaslog } from './gas/env-gaslog.ts';
import { envGasmodel } from './gas/env-gasmodel.ts';
import { benchNative } from './legacy/bench.ts';
import { envDynref } from './legacy/env-dynref.ts';
import { envEntity } from './legacy/env-entity.ts';
import { envGasprice, envGasrate } from './legacy/env-gasprice.ts';
import { envSimulateOnchain } from './legacy/env-simulate-onchain.ts';
import { formatAddress } from './legacy/format-address.ts';
import { mockSpv } from './legacy/mock-spv.ts';
import { verifyNative } from './legacy/verify.ts';
import { withAppliedEnv } from './legacy/with-applied-env.ts';
import { loadNative } from './modules/load.ts';
import { pactVersion, enforcePactVersion } from './modules/pact-version.ts';
import { testCapabilityNative } from './modules/test-capability.ts';
import { typecheckNative } from './modules/typecheck.ts';
import { envKeys } from './signatures/env-keys.ts';
import { envSigs, envVerifiers } from './signatures/env-sigs.ts';
import { sigKeyset } from './signatures/sig-keyset.ts';
import { envEvents } from './transactions/env-events.ts';
import { envHash } from './transactions/env-hash.ts';
import { beginTx, commitTx, rollbackTx } from './transactions/transactions.ts';

export const replNatives: readonly ReplNative[] = [
  beginTx,
  commitTx,
  continuePactNative,
  enforcePactVersion,
  envChainData,
  envData,
  envEnableReplNatives,
  envEvents,
  envExecConfig,
  envGas,
  envGaslimit,
  envGaslog,
  envGasmodel,
  envHash,
  envKeys,
  envMilligas,
  envModuleAdmin,
  envNamespacePolicy,
  envSetDebugFlag,
  envSetMilligas,
  envSigs,
  envStackframe,
  envVerifiers,
  expectNative,
  expectFailureNative,
  expectThatNative,
  loadNative,
  pactState,
  pactVersion,
  printNative,
  rollbackTx,
  sigKeyset,
  testCapabilityNative,
  typecheckNative,
];

export const legacyReplNatives: readonly ReplNative[] = [
  benchNative,
  envDynref,
  envEntity,
  envGasprice,
  envGasrate,
  envSimulateOnchain,
  formatAddress,
  mockSpv,
  verifyNative,
  withAppliedEnv,
];

/** What every session of the REPL knows by name. */
export const nativeSets: NativeSets = {
  core: new NativeList(coreBuiltins),
  repl: new NativeList(replNatives),
  legacy: new NativeList([...legacyBuiltins, ...legacyReplNatives]),
  ofScripts: new NativeList([...replNatives, ...legacyReplNatives]),
};
