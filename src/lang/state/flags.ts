// Execution flags, one definition each: their effect, the release that introduced them, and whether they have an effect
// here. docs/flags.md is generated from this list. A flag that removes builtins lists them.
// Source: Environment/Types.hs (ExecutionFlag); of Pact 4 Types/Runtime.hs and Interpreter.hs; chainweb 3.2
// (DisablePact54Fix). The names of Pact 4 are those of the interface specification.

export type FlagDefinition = {
  readonly name: string;
  /** The first release of Pact that has it. */
  readonly since: string;
  /** The effect of the flag, or its effect in old releases. */
  readonly switches: string;
  /** `false` for flags that are accepted but change nothing. */
  readonly effective: boolean;
  /** Builtins that are unknown while it is set. */
  readonly builtins?: readonly string[];
};

export const flagDefinitions = [
  {
    name: 'AllowReadInLocal',
    since: '3.5',
    switches: 'Tables may be read from outside their module.',
    effective: true,
  },
  {
    name: 'DisableHistoryInTransactionalMode',
    since: '3.4',
    switches:
      'Builtins that return the history or the modules of the database fail in transactions sent to a chain.',
    effective: true,
  },
  {
    name: 'DisableInlineMemCheck',
    since: '4.2',
    switches: 'Modules cost no gas for the memory of inlined code. Nothing is inlined any more.',
    effective: false,
  },
  {
    name: 'DisableModuleInstall',
    since: '3.4',
    switches: 'Modules and interfaces can be neither installed nor upgraded.',
    effective: true,
  },
  {
    name: 'DisableNewTrans',
    since: '4.4',
    switches:
      "exp, ln, log, sqrt and ^ use the C library's floats. Not supported, because the last bit differs between machines.",
    effective: false,
  },
  {
    name: 'DisablePact40',
    since: '4.0',
    switches:
      'Yields to other chains emit no events and do not record their source chain, and blessed versions of a module cannot resume them.',
    effective: true,
    builtins: ['concat', 'distinct', 'emit-event', 'enumerate', 'str-to-list'],
  },
  {
    name: 'DisablePact410',
    since: '4.10',
    switches: 'EnforceKeyFormats rejects WebAuthn keys.',
    effective: true,
    builtins: ['poseidon-hash-hack-a-chain'],
  },
  {
    name: 'DisablePact42',
    since: '4.2',
    switches: 'filter treats every result of its predicate except true as false.',
    effective: true,
    builtins: ['fold-db', 'zip'],
  },
  {
    name: 'DisablePact43',
    since: '4.3',
    switches: 'A step of a defpact cannot start another defpact.',
    effective: true,
    builtins: ['continue', 'create-principal', 'validate-principal'],
  },
  {
    name: 'DisablePact431',
    since: '4.3.1',
    switches:
      'pact-version is always 4.2.1, and describe-module does not count as a builtin that returns history.',
    effective: true,
    builtins: ['is-principal', 'typeof-principal'],
  },
  {
    name: 'DisablePact44',
    since: '4.4',
    switches:
      'try and enforce-one catch every error except exhausted gas, a capability that is not granted is not a recoverable error, the user guard of a namespace is enforced when it is entered and not when something is installed, the policy of the root namespace also applies to upgrades, and keysets need no namespace.',
    effective: true,
  },
  {
    name: 'DisablePact45',
    since: '4.5',
    switches: 'enforce evaluates its message before its condition.',
    effective: true,
  },
  {
    name: 'DisablePact46',
    since: '4.6',
    switches: 'The builtins for elliptic curves are unknown.',
    effective: true,
    builtins: ['pairing-check', 'point-add', 'scalar-mult'],
  },
  {
    name: 'DisablePact47',
    since: '4.7',
    switches:
      'A failed read of the transaction data is not a recoverable error, and the empty namespace does not return to the root.',
    effective: true,
    builtins: ['dec'],
  },
  {
    name: 'DisablePact48',
    since: '4.8',
    switches:
      'The name of a module in its own code refers to the installed version. Now its hash binds such names to the module itself.',
    effective: false,
  },
  {
    name: 'DisablePact49',
    since: '4.9',
    switches:
      'base64-decode accepts strings whose last character has unused bits that are not zero.',
    effective: true,
  },
  {
    name: 'DisablePact51',
    since: '5.1',
    switches:
      'Modules store every loaded definition of the modules they refer to, not only the definitions they can reach, and the manager of a capability need not be a defun.',
    effective: true,
    builtins: ['hash-keccak256', 'hash-poseidon'],
  },
  {
    name: 'DisablePact52',
    since: '5.2',
    switches: 'System checks of keysets and namespaces push no capabilities of their own.',
    effective: true,
  },
  {
    name: 'DisablePact53',
    since: '5.3',
    switches:
      'error and pure are not special forms, and conditions of enforce and user guards cannot read tables.',
    effective: true,
  },
  {
    name: 'DisablePact54',
    since: '5.4',
    switches: 'pairing-check does not check whether points are in the right subgroup.',
    effective: true,
  },
  {
    name: 'DisablePact54Fix',
    since: '5.4.1',
    switches:
      "compose-capability accepts another module's capability without its module admin, and keysets identify a signer by its addr, if it has one, instead of its public key.",
    effective: true,
  },
  {
    name: 'DisablePactEvents',
    since: '3.7',
    switches: 'No events are recorded.',
    effective: true,
  },
  {
    name: 'DisableReentrancyCheck',
    since: '5.3',
    switches: 'A module that is called back through a module reference may write to the database.',
    effective: true,
  },
  {
    name: 'DisableRuntimeRTC',
    since: '5.0',
    switches: 'Results of functions are not checked against their types.',
    effective: true,
  },
  {
    name: 'DisableRuntimeReturnTypeChecking',
    since: '4.7.1',
    switches: 'The same as DisableRuntimeRTC, under its older name.',
    effective: true,
  },
  {
    name: 'EnableLegacyEventHashes',
    since: '5.0',
    switches: 'Events contain the hash of the current version of their module.',
    effective: true,
  },
  {
    name: 'EnforceKeyFormats',
    since: '4.1.2',
    switches: 'read-keyset rejects keys that are neither ED25519 nor WebAuthn keys.',
    effective: true,
  },
  {
    name: 'OldReadOnlyBehavior',
    since: '3.5',
    switches: 'try, pure and enforce-one fail where reading tables is not allowed.',
    effective: true,
  },
  {
    name: 'PreserveModuleIfacesBug',
    since: '3.7',
    switches:
      'The interfaces of a module are recorded by their names as written, without their namespace.',
    effective: true,
  },
  {
    name: 'PreserveModuleNameBug',
    since: '3.5',
    switches:
      'Within a namespace, the governance of the module with the same name in the root is enforced, if there is one.',
    effective: true,
  },
  {
    name: 'PreserveNsModuleInstallBug',
    since: '3.5.2',
    switches:
      'Installing a capability-governed module within a namespace grants module admin of the module with that name in the root.',
    effective: true,
  },
  {
    name: 'PreserveShowDefs',
    since: '4.0',
    switches:
      'A function as a value is shown with internals of the Pact 4 evaluator. Functions are not values any more.',
    effective: false,
  },
  {
    name: 'RequireKeysetNs',
    since: '5.0',
    switches:
      'A new keyset must be defined within a namespace, and its name must begin with the name of the namespace.',
    effective: true,
  },
] as const satisfies readonly FlagDefinition[];

export type ExecutionFlag = (typeof flagDefinitions)[number]['name'];

const definitions: readonly FlagDefinition[] = flagDefinitions;

export const executionFlags: readonly ExecutionFlag[] = flagDefinitions.map(({ name }) => name);

const known: ReadonlySet<string> = new Set(executionFlags);

export function isExecutionFlag(name: string): name is ExecutionFlag {
  return known.has(name);
}

/** Returns the flag that removes a builtin. */
export function flagOfBuiltin(builtin: string): ExecutionFlag | undefined {
  return disabling.get(builtin);
}

const disabling = new Map(
  flagDefinitions.flatMap(({ name }) =>
    builtinsOf(name).map((builtin) => [builtin, name] as const),
  ),
);

function builtinsOf(flag: ExecutionFlag): readonly string[] {
  return definitions.find(({ name }) => name === flag)?.builtins ?? [];
}
