// Runtime errors of modules, keysets, namespaces, versions, capabilities and events (part of 04xx, see
// `execution-values.ts` for the numbering). Texts: EvalError in Pact.Core.Errors.

import { concat } from '../../../base/doc.ts';
import {
  type DefinitionKind,
  type Shown,
  abbreviate,
  errorsOf,
  glue,
  hashedName,
  kindText,
  plain,
  say,
  sampleHash,
  sampleKeyset,
  sampleToken,
} from '../entry.ts';

const execution = errorsOf('execution');

export const executionModuleErrors = {
  ModuleMemberDoesNotExist: execution<{ /** `ns.mod.member` */ name: string; moduleHash: string }>({
    code: 'E0413',
    text: ({ name, moduleHash }) =>
      say('Module member does not exist', hashedName(name, moduleHash)),
    bounded: ({ name }) => plain('Module member does not exist:', name),
    explanation:
      'This version of the module has no such member. Check the spelling, or redeploy the ' +
      'module that uses it.',
    sample: { name: 'm.f', moduleHash: sampleHash },
  }),
  NoSuchKeySet: execution<{ /** With its namespace, without quote. */ keyset: string }>({
    code: 'E0414',
    text: ({ keyset }) => say('Cannot find keyset in database:', `'${keyset}`),
    bounded: ({ keyset }) => plain('Cannot find keyset in the database:', keyset),
    explanation: 'No keyset with this name is defined. Define it first with `define-keyset`.',
    sample: { keyset: 'ns.admin' },
  }),
  CannotUpgradeInterface: execution<{ interface: string }>({
    code: 'E0433',
    text: (data) => say('Interface cannot be upgraded:', data.interface),
    bounded: (data) => plain('Interface cannot be upgraded:', data.interface),
    explanation:
      'An interface cannot be changed once it is deployed. Deploy the new version under ' +
      'another name.',
    sample: { interface: 'i' },
  }),
  DynNameIsNotModRef: execution<{ name: string }>({
    code: 'E0435',
    text: ({ name }) => say('Attempted to use', name, 'as dynamic name, but it is not a modref'),
    bounded: ({ name }) =>
      plain(
        'Attempt to use',
        abbreviate(25, name),
        'as a dynamic name failed because it is not a valid modref.',
      ),
    explanation: 'The variable before `::` does not hold a module reference. Pass a module.',
    sample: { name: 'x' },
  }),
  ModuleDoesNotExist: execution<{ module: string }>({
    code: 'E0436',
    text: ({ module }) => say('Cannot find module:', module),
    bounded: ({ module }) => plain('Cannot find module:', module),
    explanation:
      'No module with this name is loaded. Load the file that defines it first, or write its ' +
      'namespace.',
    sample: { module: 'm' },
  }),
  ExpectedModule: execution<{ /** The interface found instead. */ module: string }>({
    code: 'E0437',
    text: ({ module }) => say('Expected module, found interface:', module),
    bounded: ({ module }) => plain('Expected module, found interface:', module),
    explanation:
      'This name belongs to an interface, which has no code to run. Use the name of a module.',
    sample: { module: 'i' },
  }),
  HashNotBlessed: execution<{ module: string; moduleHash: string }>({
    code: 'E0438',
    text: ({ module, moduleHash }) =>
      say('Execution aborted, hash not blessed for module', glue(module, ':'), moduleHash),
    bounded: ({ module, moduleHash }) =>
      plain('Execution aborted, hash not blessed for module:', module, 'with hash', moduleHash),
    explanation:
      'The code was compiled against a version of the module that is neither the current one ' +
      'nor blessed. Redeploy the code that calls it, or bless the hash in the module.',
    sample: { module: 'm', moduleHash: sampleHash },
  }),
  RootNamespaceInstallError: execution({
    code: 'E0449',
    text: () => say('Namespace installation error: cannot install in root namespace'),
    bounded: () => 'Namespace installation failed. Cannot install modules in the root namespace.',
    explanation:
      'Modules can be installed only inside a namespace here. Enter one with `namespace` ' +
      'first.',
    sample: {},
  }),
  MismatchingKeysetNamespace: execution<{ /** The current namespace. */ namespace: string }>({
    code: 'E0452',
    text: ({ namespace }) =>
      glue('Error defining keyset, namespace mismatch, expected ', namespace),
    bounded: ({ namespace }) =>
      plain(
        'Defining keyset failed because of a namespace mismatch. Expected namespace:',
        abbreviate(10, namespace),
      ),
    explanation:
      'The keyset name begins with a namespace that is not the current one. Use the current ' +
      'namespace.',
    sample: { namespace: 'ns' },
  }),
  EnforcePactVersionFailure: execution<{
    /** Versions as written: `5.4`. */
    current: string;
    minimum: string;
    maximum: string | undefined;
  }>({
    code: 'E0453',
    // Without a maximum the text ends with a space, as in the reference.
    text: ({ current, minimum, maximum }) =>
      say(
        'Enforce pact-version failed:',
        `Current Version: ${current}`,
        `Minimum Version: ${minimum}`,
        maximum === undefined ? '' : `Maximum Version: ${maximum}`,
      ),
    bounded: ({ current, minimum, maximum }) =>
      plain(
        'Enforcement of Pact version failed.',
        'Current version:',
        current,
        'Minimum version:',
        minimum,
        maximum === undefined ? '' : `Maximum version: ${maximum}`,
      ),
    explanation:
      'The code requires another version of Pact. Change the range in the code, or use that ' +
      'version.',
    sample: { current: '5.4', minimum: '6', maximum: '7' },
  }),
  EnforcePactVersionParseFailure: execution<{ version: string }>({
    code: 'E0454',
    text: ({ version }) =>
      say(
        'Enforce pact-version failed:',
        `Could not parse ${version}, expect list of dot-separated integers`,
      ),
    bounded: ({ version }) =>
      plain(
        'Enforcement of Pact version failed:',
        'Could not parse',
        version,
        ', expect a list of dot-separated integers.',
      ),
    explanation: 'A version is a string of numbers separated by dots, such as "5.4".',
    sample: { version: 'five' },
  }),
  UserGuardMustBeADefun: execution<{ name: string; found: DefinitionKind }>({
    code: 'E0458',
    text: ({ name, found }) =>
      concat(say('User guard closure', name, 'must be defun, got'), kindText(found)),
    bounded: ({ name, found }) =>
      plain(
        'User guard closure',
        name,
        'must be in a defun declaration, but got:',
        kindText(found),
      ),
    explanation: 'A user guard calls a function, but this is not one. Use the name of a defun.',
    sample: { name: 'm.C', found: 'defcap' },
  }),
  InvalidKeysetFormat: execution<{ keyset: Shown }>({
    code: 'E0464',
    text: ({ keyset }) => say('Invalid keyset format:', keyset()),
    bounded: () =>
      'Invalid keyset format. Check that keys have the right length and signature scheme.',
    explanation:
      'A key in the keyset is neither 64 lower-case hexadecimal digits nor a WebAuthn key. ' +
      'Correct the key.',
    sample: { keyset: sampleKeyset },
  }),
  InvalidKeysetNameFormat: execution<{ name: string }>({
    code: 'E0465',
    text: ({ name }) => say('Invalid keyset name format:', name),
    bounded: ({ name }) => plain('Invalid keyset name format:', abbreviate(20, name)),
    explanation:
      'The name of a keyset is `namespace.name`, without spaces or other special characters.',
    sample: { name: 'two words' },
  }),
  CannotDefineKeysetOutsideNamespace: execution({
    code: 'E0466',
    text: () => say('Cannot define keyset outside of a namespace'),
    bounded: () => 'Cannot define keyset outside of a namespace.',
    explanation:
      'A keyset can be defined only inside a namespace. Enter one with `namespace`, and put its ' +
      'name in front: "ns.name".',
    sample: {},
  }),
  NamespaceNotFound: execution<{ namespace: string }>({
    code: 'E0467',
    text: ({ namespace }) => say('Namespace not found:', namespace),
    bounded: ({ namespace }) => plain('Namespace not found:', abbreviate(10, namespace)),
    explanation: 'This namespace is not defined. Define it first with `define-namespace`.',
    sample: { namespace: 'ns' },
  }),
  InvalidCustomKeysetPredicate: execution<{ predicate: string }>({
    code: 'E0471',
    text: ({ predicate }) => say('Invalid custom predicate for keyset', predicate),
    bounded: ({ predicate }) =>
      plain('Invalid custom predicate for keyset:', abbreviate(20, predicate)),
    explanation:
      'The predicate of a keyset is keys-all, keys-any, keys-2 or a function, written ' +
      '`module.name`.',
    sample: { predicate: 'keys-3' },
  }),
  ModuleAdminNotAcquired: execution<{ module: string }>({
    code: 'E0474',
    // No space after the colon here.
    text: ({ module }) =>
      glue('Module admin necessary for operation but has not been acquired:', module),
    bounded: ({ module }) =>
      plain('Module admin is necessary for operation but has not been acquired:', module),
    explanation:
      'Only code of the module itself, or a transaction that satisfies its governance, may do ' +
      'this. Call a function of the module, or sign for its governance.',
    sample: { module: 'm' },
  }),
};

export const executionCapabilityErrors = {
  InvalidManagedCap: execution<{ /** `ns.mod.CAP` */ name: string }>({
    code: 'E0410',
    text: ({ name }) =>
      say('Install capability error: capability is not managed and cannot be installed:', name),
    bounded: ({ name }) =>
      plain(
        'Install capability failed. Capability is not declared as a managed capability and ' +
          'cannot be installed.',
        name,
      ),
    explanation:
      'Only a defcap with `@managed` can be installed. Add `@managed` to it, or remove ' +
      '`install-capability`.',
    sample: { name: 'm.C' },
  }),
  CapNotInstalled: execution<{ /** `ns.mod.CAP` */ name: string; /** `(m.C a b)` */ token: Shown }>(
    {
      code: 'E0411',
      text: ({ token }) => say('Managed capability not installed:', token()),
      bounded: ({ name }) =>
        plain(
          'Managed capability',
          name,
          'was not installed.',
          'Check the sigs field or the arguments to verify that the capability is specified ' +
            'correctly.',
        ),
      explanation:
        'A managed capability must be installed before it is acquired. Sign for it before the call ' +
        '(`env-sigs` in a script; a larger managed amount also works), or call ' +
        '`install-capability`.',
      sample: { name: 'm.TRANSFER', token: sampleToken },
    },
  ),
  CapAlreadyInstalled: execution<{ name: string; token: Shown }>({
    code: 'E0412',
    text: ({ token }) => say('Capability already installed:', token()),
    bounded: ({ name }) => plain('Capability', name, 'already installed.'),
    explanation:
      'This capability is already installed in this transaction. Remove the second ' +
      'installation.',
    sample: { name: 'm.TRANSFER', token: sampleToken },
  }),
  FormIllegalWithinDefcap: execution<{ form: string }>({
    code: 'E0441',
    text: ({ form }) => say('Form illegal within defcap', form),
    bounded: ({ form }) => plain('Form not allowed within a defcap declaration.', form),
    explanation:
      'A defcap may not do this while it is acquired. Do it in the function that uses the ' +
      'capability.',
    sample: { form: 'install-capability' },
  }),
  EventDoesNotMatchModule: execution<{ module: string }>({
    code: 'E0444',
    text: ({ module }) => say('Emitted event does not match module:', module),
    bounded: ({ module }) => plain('Emitted event does not match module:', module),
    explanation:
      'Only the module that defines an event can emit it. Call a function of that module.',
    sample: { module: 'm' },
  }),
  InvalidEventCap: execution<{ name: string; moduleHash: string }>({
    code: 'E0445',
    text: ({ name, moduleHash }) => say('Invalid event capability', hashedName(name, moduleHash)),
    bounded: ({ name }) => plain('Invalid event capability:', name),
    explanation:
      'Only a defcap with `@event` or `@managed` can be emitted. Add one of them to the ' +
      'defcap.',
    sample: { name: 'm.C', moduleHash: sampleHash },
  }),
};
