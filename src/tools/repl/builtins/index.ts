// The builtins of the REPL, one per line, sorted; those that Pact 5 does not have are listed separately. A script finds
// the latter only if nothing else has their name, so they do not hide names of current programs.

import { coreBuiltins, legacyBuiltins } from '../../../lang/session/analyse.ts';
import { BuiltinList, type BuiltinSets, withPact4 } from '../../../script/builtins.ts';
import type { ReplBuiltin } from './define.ts';
import { continueWithProof, envChainProof, envOnChain } from './chains.ts';
import { continuePactBuiltin, pactState } from './defpacts.ts';
import {
  envChainData,
  envData,
  envEnableReplBuiltins,
  envExecConfig,
  envModuleAdmin,
  envNamespacePolicy,
  envSetDebugFlag,
  envStackframe,
} from './environment.ts';
import {
  expectBuiltin,
  expectFailureBuiltin,
  expectThatBuiltin,
  printBuiltin,
} from './expectations.ts';
import { envGas, envGaslimit, envGaslog, envGasmodel, envMilligas, envSetMilligas } from './gas.ts';
import {
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
} from './legacy.ts';
import {
  enforcePactVersion,
  loadBuiltin,
  pactVersion,
  testCapabilityBuiltin,
  typecheckBuiltin,
} from './modules.ts';
import { envKeys, envSigs, envVerifiers, sigKeyset } from './signatures.ts';
import { beginTx, commitTx, envEvents, envHash, rollbackTx } from './transactions.ts';

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
