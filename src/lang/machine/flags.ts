// Execution flags, one definition each: what they switch, since when, and whether they do so here. docs/flags.md is made
// from this list. A flag that takes builtins away names them.
// Source: Environment/Types.hs (ExecutionFlag); of Pact 4 Types/Runtime.hs and Interpreter.hs; chainweb 3.2
// (DisablePact54Fix). The names of Pact 4 are those of the interface specification.

export type FlagDefinition = {
  readonly name: string;
  /** The release of Pact that has it first. */
  readonly since: string;
  /** What it switches, or what it switched in its time. */
  readonly switches: string;
  /** `false` for flags that are known and accepted, and change nothing. */
  readonly effective: boolean;
  /** Builtins that are unknown while it is set. */
  readonly builtins?: readonly string[];
};

export const flagDefinitions = [
  {
    name: 'AllowReadInLocal',
    since: '3.5',
    switches: 'Tables may be read from outside of their module.',
    effective: true,
  },
  {
    name: 'DisableHistoryInTransactionalMode',
    since: '3.4',
    switches:
      'Builtins that show the history or the modules of the database fail in transactions that are sent.',
    effective: true,
  },
  {
    name: 'DisableInlineMemCheck',
    since: '4.2',
    switches: 'Modules cost no gas for the memory of what is inlined; nothing is inlined any more.',
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
      "exp, ln, log, sqrt and ^ come from the C library's floats, which differ between machines in the last bit and so are not offered.",
    effective: false,
  },
  {
    name: 'DisablePact40',
    since: '4.0',
    switches:
      'Yields to other chains emit no events and do not tell where they come from, and blessed versions of a module cannot resume them.',
    effective: true,
    builtins: ['concat', 'distinct', 'emit-event', 'enumerate', 'str-to-list'],
  },
  {
    name: 'DisablePact410',
    since: '4.10',
    switches: 'EnforceKeyFormats accepts no WebAuthn keys.',
    effective: true,
    builtins: ['poseidon-hash-hack-a-chain'],
  },
  {
    name: 'DisablePact42',
    since: '4.2',
    switches: 'filter takes any result of its predicate but true for false.',
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
      'pact-version is 4.2.1 for ever, and describe-module is not among the builtins that show history.',
    effective: true,
    builtins: ['is-principal', 'typeof-principal'],
  },
  {
    name: 'DisablePact44',
    since: '4.4',
    switches:
      'try and enforce-one catch every error but exhausted gas, a capability that is not granted is no recoverable error, namespaces ask their user guard when they are entered and not when something is installed, the root policy holds for upgrades too, and keysets need no namespace.',
    effective: true,
  },
  {
    name: 'DisablePact45',
    since: '4.5',
    switches: 'enforce evaluates its message before it looks at the condition.',
    effective: true,
  },
  {
    name: 'DisablePact46',
    since: '4.6',
    switches: 'The builtins of the elliptic curve are unknown.',
    effective: true,
    builtins: ['pairing-check', 'point-add', 'scalar-mult'],
  },
  {
    name: 'DisablePact47',
    since: '4.7',
    switches:
      'A failing read of the transaction data is no recoverable error, and the empty namespace does not lead back to the root.',
    effective: true,
    builtins: ['dec'],
  },
  {
    name: 'DisablePact48',
    since: '4.8',
    switches:
      'A module that named itself in its own text meant the version that was installed; its hash binds such names to itself now.',
    effective: false,
  },
  {
    name: 'DisablePact49',
    since: '4.9',
    switches:
      'base64-decode takes texts whose last character has bits that no encoder leaves there.',
    effective: true,
  },
  {
    name: 'DisablePact51',
    since: '5.1',
    switches:
      'Modules keep every loaded definition of the modules that they refer to, and not only those that they can reach, and the manager of a capability need not be a defun.',
    effective: true,
    builtins: ['hash-keccak256', 'hash-poseidon'],
  },
  {
    name: 'DisablePact52',
    since: '5.2',
    switches: 'Checks of keysets and namespaces by the system push no capabilities of their own.',
    effective: true,
  },
  {
    name: 'DisablePact53',
    since: '5.3',
    switches:
      'error and pure are no special forms, and conditions of enforce and user guards read no tables.',
    effective: true,
  },
  {
    name: 'DisablePact54',
    since: '5.4',
    switches: 'pairing-check does not look whether points lie in the right subgroup.',
    effective: true,
  },
  {
    name: 'DisablePact54Fix',
    since: '5.4.1',
    switches:
      "compose-capability takes another module's capability without its module admin, and keysets know a signer by its addr, where it has one, instead of its public key.",
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
    switches: 'A module that is called back through a module reference may write.',
    effective: true,
  },
  {
    name: 'DisableRuntimeRTC',
    since: '5.0',
    switches: 'Results of functions are not compared with their types.',
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
    switches: 'Events carry the hash of the present version of their module.',
    effective: true,
  },
  {
    name: 'EnforceKeyFormats',
    since: '4.1.2',
    switches: 'read-keyset refuses keys that are neither ED25519 nor WebAuthn keys.',
    effective: true,
  },
  {
    name: 'OldReadOnlyBehavior',
    since: '3.5',
    switches: 'try, pure and enforce-one fail where not even tables may be read.',
    effective: true,
  },
  {
    name: 'PreserveModuleIfacesBug',
    since: '3.7',
    switches:
      'A module is recorded to implement interfaces by the names that it wrote, without their namespace.',
    effective: true,
  },
  {
    name: 'PreserveModuleNameBug',
    since: '3.5',
    switches:
      'Within a namespace, governance is asked of the module of that name in the root, if there is one.',
    effective: true,
  },
  {
    name: 'PreserveNsModuleInstallBug',
    since: '3.5.2',
    switches:
      'Installing a capability-governed module within a namespace gives module admin of its name in the root.',
    effective: true,
  },
  {
    name: 'PreserveShowDefs',
    since: '4.0',
    switches:
      'A function as a value shows the insides of the evaluator of Pact 4; functions are no values any more.',
    effective: false,
  },
  {
    name: 'RequireKeysetNs',
    since: '5.0',
    switches: 'A new keyset must be defined within a namespace and carry its name.',
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

/** The flag that takes a builtin away. */
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
