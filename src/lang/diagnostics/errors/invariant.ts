// Errors that only a bug in the interpreter can cause (06xx); the reference wraps them in
// InvariantFailure. Order and texts follow InvariantError in Pact.Core.Errors. Code that finds a
// broken invariant which the reference does not report throws a BugError instead.

import type { Doc } from '../../../base/doc.ts';
import {
  type DefinitionKind,
  type Shown,
  errorsOf,
  hashedName,
  kindText,
  plain,
  say,
  sampleHash,
  sampleText,
} from '../entry.ts';

const invariant = errorsOf('execution', 'InvariantFailure');

const violated = (...words: readonly (Doc | string | number)[]): Doc =>
  say('Fatal execution error, invariant violated:', ...words);

const reported = (...words: readonly (string | number)[]): string =>
  plain('Execution Invariant error, please report this to the Pact team @kadena:', ...words);

const explanation = 'An internal check failed. This is a bug in Pact: please report it.';

type Hashed = { /** `ns.mod.name` */ readonly name: string; readonly moduleHash: string };

const full = ({ name, moduleHash }: Hashed): string => hashedName(name, moduleHash);

const sample: Hashed = { name: 'm.f', moduleHash: sampleHash };

export const invariantErrors = {
  InvariantInvalidDefKind: invariant<{ found: DefinitionKind; name: string }>({
    code: 'E0601',
    text: ({ found, name }) => violated('Invalid def kind, received', kindText(found), name),
    bounded: ({ found, name }) => reported('Invalid def kind, received', kindText(found), name),
    explanation,
    sample: { found: 'defschema', name: 's' },
  }),
  InvariantDefConstNotEvaluated: invariant<Hashed>({
    code: 'E0602',
    text: (data) => violated('Defconst was not evaluated prior to execution:', full(data)),
    bounded: (data) => reported('Defconst was not evaluated prior to execution:', full(data)),
    explanation,
    sample,
  }),
  InvariantExpectedDefCap: invariant<Hashed>({
    code: 'E0603',
    text: (data) => violated('Expected a defcap for free variable', full(data)),
    bounded: (data) => reported('Expected a defcap for free variable', full(data)),
    explanation,
    sample,
  }),
  InvariantExpectedDefun: invariant<Hashed>({
    code: 'E0604',
    text: (data) => violated('Expected a defun for free variable', full(data)),
    bounded: (data) => reported('Expected a defun for free variable', full(data)),
    explanation,
    sample,
  }),
  InvariantExpectedDefPact: invariant<Hashed>({
    code: 'E0605',
    text: (data) => violated('Expected a defpact for free variable', full(data)),
    bounded: (data) => reported('Expected a defpact for free variable', full(data)),
    explanation,
    sample,
  }),
  InvariantInvalidBoundVariable: invariant<{ name: string }>({
    code: 'E0606',
    text: ({ name }) => violated('Invalid bound or free variable:', name),
    bounded: ({ name }) => reported('Invalid bound or free variable:', name),
    explanation,
    sample: { name: 'x' },
  }),
  InvariantUnboundFreeVariable: invariant<Hashed>({
    code: 'E0607',
    text: (data) => violated('Unbound free variable', full(data)),
    bounded: (data) => reported('Unbound free variable', full(data)),
    explanation,
    sample,
  }),
  InvariantMalformedDefun: invariant<Hashed>({
    code: 'E0608',
    text: (data) => violated('Malformed defun: Body is not a lambda', full(data)),
    bounded: (data) => reported('Malformed defun: Body is not a lambda', full(data)),
    explanation,
    sample,
  }),
  InvariantPactExecNotInEnv: invariant<{
    /** `(m.p a)`, where one is known. */ continuation: Shown | undefined;
  }>({
    code: 'E0609',
    text: ({ continuation }) => violated('No pact exec found', continuation?.() ?? ''),
    bounded: () => reported('No pact exec found in env'),
    explanation,
    sample: { continuation: sampleText('(m.p 1)') },
  }),
  InvariantPactStepNotInEnv: invariant<{
    /** `(m.p a)`, where one is known. */ continuation: Shown | undefined;
  }>({
    code: 'E0610',
    text: ({ continuation }) => violated('No pact stepfound', continuation?.() ?? ''),
    bounded: () => reported('No pact step found in env'),
    explanation,
    sample: { continuation: sampleText('(m.p 1)') },
  }),
  InvariantInvalidManagedCapIndex: invariant<Hashed & { readonly index: number }>({
    code: 'E0611',
    text: (data) =>
      violated('Invalid managed cap argument index', data.index, 'for function', full(data)),
    bounded: ({ index, name }) =>
      reported('Invalid managed cap argument index', index, 'for function', name),
    explanation,
    sample: { ...sample, index: 2 },
  }),
  InvariantArgLengthMismatch: invariant<
    Hashed & { readonly expected: number; readonly actual: number }
  >({
    code: 'E0612',
    text: (data) =>
      violated(
        'Argument length mismatch for',
        `${full(data)},`,
        'expected',
        `${data.expected},`,
        'got',
        data.actual,
      ),
    bounded: (data) =>
      reported(
        'Argument length mismatch for',
        full(data),
        ', expected',
        `${data.expected},`,
        'got',
        data.actual,
      ),
    explanation,
    sample: { ...sample, expected: 1, actual: 2 },
  }),
  InvariantInvalidManagedCapKind: invariant<{ cause: string }>({
    code: 'E0613',
    text: ({ cause }) => violated('Invalid managed cap kind', cause),
    bounded: ({ cause }) => reported('Invalid managed cap kind', cause),
    explanation,
    sample: { cause: 'expected user managed, found auto-managed' },
  }),
  InvariantNoSuchKeyInTable: invariant<{ /** `ns.mod_table` */ table: string; key: string }>({
    code: 'E0614',
    text: ({ table, key }) => violated('No such key', key, 'in table', table),
    bounded: ({ table, key }) => reported('No such key', key, 'in table', table),
    explanation,
    sample: { table: 'm_t', key: 'k' },
  }),
  InvariantEmptyCapStackFailure: invariant({
    code: 'E0615',
    text: () =>
      violated('Attempted to pop or manipulate the capstack, but it was found to be empty'),
    bounded: () =>
      reported('Attempted to pop or manipulate the capstack, but it was found to be empty'),
    explanation,
    sample: {},
  }),
};
