// Execution flags: what they switch off or on. Names are those of `env-exec-config`.
// Source: Environment/Types.hs (ExecutionFlag), chainweb 3.2 (DisablePact54Fix); the older releases' names come from
// the interface specification.

export const executionFlags = [
  'DisableModuleInstall',
  'DisableHistoryInTransactionalMode',
  'AllowReadInLocal',
  'DisablePactEvents',
  'EnforceKeyFormats',
  'RequireKeysetNs',
  'DisableRuntimeRTC',
  'EnableLegacyEventHashes',
  'DisablePact51',
  'DisablePact52',
  'DisablePact53',
  'DisablePact54',
  'DisableReentrancyCheck',
  'DisablePact54Fix',
  'DisableInlineMemCheck',
  'DisableNewTrans',
  'DisablePact40',
  'DisablePact410',
  'DisablePact42',
  'DisablePact43',
  'DisablePact431',
  'DisablePact44',
  'DisablePact45',
  'DisablePact46',
  'DisablePact47',
  'DisablePact48',
  'DisablePact49',
  'DisableRuntimeReturnTypeChecking',
  'OldReadOnlyBehavior',
  'PreserveModuleIfacesBug',
  'PreserveModuleNameBug',
  'PreserveNsModuleInstallBug',
  'PreserveShowDefs',
] as const;

export type ExecutionFlag = (typeof executionFlags)[number];

const known: ReadonlySet<string> = new Set(executionFlags);

export function isExecutionFlag(name: string): name is ExecutionFlag {
  return known.has(name);
}
