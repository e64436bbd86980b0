// The builtins of the REPL, one per line, sorted; those that Pact 5 does not have are listed separately. A script finds
// the latter only if nothing else has their name, so they do not hide names of current programs.

import { coreBuiltins, legacyBuiltins } from '../../../lang/session/analyse.ts';
import { BuiltinList, type BuiltinSets, withPact4 } from '../../../script/builtins.ts';
import type { ReplBuiltin } from './define.ts';
import { continueWithProof } from './chains/continue-with-proof.ts';
import { envChainProof } from './chains/env-chain-proof.ts';
import { envOnChain } from './chains/env-on-chain.ts';
import { continuePactBuiltin } from './defpacts/continue-pact.ts';
import { pactState } from './defpacts/pact-state.ts';
import { envChainData } from './environment/env-chain-data.ts';
import { envData } from './environment/env-data.ts';
import { envEnableReplBuiltins } from './environment/env-enable-repl-natives.ts';
import { envExecConfig } from './environment/env-exec-config.ts';
import { envModuleAdmin } from './environment/env-module-admin.ts';
import { envNamespacePolicy } from './environment/env-namespace-policy.ts';
import { envSetDebugFlag } from './environment/env-set-debug-flag.ts';
import { envStackframe } from './environment/env-stackframe.ts';
import { expectFailureBuiltin } from './expectations/expect-failure.ts';
import { expectThatBuiltin } from './expectations/expect-that.ts';
import { expectBuiltin } from './expectations/expect.ts';
import { printBuiltin } from './expectations/print.ts';
import { envGas, envMilligas, envSetMilligas } from './gas/env-gas.ts';
import { envGaslimit } from './gas/env-gaslimit.ts';
import { envGaslog } from './gas/env-gaslog.ts';
import { envGasmodel } from './gas/env-gasmodel.ts';
import { benchBuiltin } from './legacy/bench.ts';
import { envDynref } from './legacy/env-dynref.ts';
import { envEntity } from './legacy/env-entity.ts';
import { envGasprice, envGasrate } from './legacy/env-gasprice.ts';
import { envSimulateOnchain } from './legacy/env-simulate-onchain.ts';
import { formatAddress } from './legacy/format-address.ts';
import { mockSpv } from './legacy/mock-spv.ts';
import { verifyBuiltin } from './legacy/verify.ts';
import { withAppliedEnv } from './legacy/with-applied-env.ts';
import { loadBuiltin } from './modules/load.ts';
import { pactVersion, enforcePactVersion } from './modules/pact-version.ts';
import { testCapabilityBuiltin } from './modules/test-capability.ts';
import { typecheckBuiltin } from './modules/typecheck.ts';
import { envKeys } from './signatures/env-keys.ts';
import { envSigs, envVerifiers } from './signatures/env-sigs.ts';
import { sigKeyset } from './signatures/sig-keyset.ts';
import { envEvents } from './transactions/env-events.ts';
import { envHash } from './transactions/env-hash.ts';
import { beginTx, commitTx, rollbackTx } from './transactions/transactions.ts';

export const replBuiltins: readonly ReplBuiltin[] = [
  beginTx,
  commitTx,
  continuePactBuiltin,
  enforcePactVersion,
  envChainData,
  envData,
  envEnableReplBuiltins,
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
  expectBuiltin,
  expectFailureBuiltin,
  expectThatBuiltin,
  loadBuiltin,
  pactState,
  pactVersion,
  printBuiltin,
  rollbackTx,
  sigKeyset,
  testCapabilityBuiltin,
  typecheckBuiltin,
];

export const legacyReplBuiltins: readonly ReplBuiltin[] = [
  benchBuiltin,
  envDynref,
  envEntity,
  envGasprice,
  envGasrate,
  envSimulateOnchain,
  formatAddress,
  mockSpv,
  verifyBuiltin,
  withAppliedEnv,
];

/** Extensions that no release of Pact has. */
const ownReplBuiltins: readonly ReplBuiltin[] = [continueWithProof, envChainProof, envOnChain];

/** All builtins that a session binds to itself. */
export const builtinsOfScripts: readonly ReplBuiltin[] = [
  ...replBuiltins,
  ...legacyReplBuiltins,
  ...ownReplBuiltins,
];

/** The builtins that every REPL session knows by name. */
export const builtinSets: BuiltinSets = {
  core: new BuiltinList(coreBuiltins),
  repl: new BuiltinList(replBuiltins),
  legacy: new BuiltinList([...legacyBuiltins, ...legacyReplBuiltins, ...ownReplBuiltins]),
  ofScripts: new BuiltinList(builtinsOfScripts),
  admitsPact4: false,
};

export function builtinSetsFor({ pact4 = false }: { readonly pact4?: boolean }): BuiltinSets {
  return pact4 ? withPact4(builtinSets) : builtinSets;
}
