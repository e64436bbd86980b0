// Runtime errors of capabilities and events (part of 04xx, see
// `execution-values.ts` for the numbering). Texts: EvalError in Pact.Core.Errors.

import type { Shown } from '../entry.ts';
import { errorsOf, hashedName, plain, say } from '../entry.ts';
import { sampleHash, sampleToken } from './samples.ts';

const execution = errorsOf('execution');

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
