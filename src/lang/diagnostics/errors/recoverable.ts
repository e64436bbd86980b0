// Errors that a program may catch with `try` or `enforce-one` (09xx). Order and texts follow
// UserRecoverableError in Pact.Core.Errors.

import { builtinAdvice, dataAdvice } from '../data-advice.ts';
import { list, text } from '../../../base/doc.ts';
import { enforceAdvice, notGrantedAdvice } from '../program-advice.ts';
import {
  type ArgumentKind,
  type SeenCondition,
  type Shown,
  abbreviate,
  errorsOf,
  firstCodePoints,
  glue,
  pactId,
  plain,
  commaWords,
  say,
  sampleHash,
  sampleKey,
  sampleText,
} from '../entry.ts';

const recoverable = errorsOf('recoverable');

export const recoverableErrors = {
  UserEnforceError: recoverable<{
    message: string;
    /** The builtin that raised it; `undefined` for `enforce`. */ builtin?: string;
    /** Of `enforce`. */ condition?: (() => SeenCondition) | undefined;
  }>({
    code: 'E0901',
    text: ({ message }) => text(message),
    bounded: ({ message }) => message,
    explanation:
      'The contract stopped with this error, and its author wrote the message. Change the arguments ' +
      'or the signature so that the condition is true.',
    advice: ({ builtin, message, condition }) =>
      builtin === undefined
        ? condition && enforceAdvice(condition())
        : (builtinAdvice(message) ??
          `The builtin \`${builtin}\` refused its arguments. The message says why.`),
    sample: { message: 'insufficient balance' },
  }),
  OneShotCapAlreadyUsed: recoverable({
    code: 'E0902',
    text: () => say('One-shot managed capability used more than once'),
    bounded: () => 'Managed capabilities can only be used once.',
    explanation:
      'This managed capability can be used only once and has already been used. Sign for ' +
      'another one.',
    sample: {},
  }),
  CapabilityNotGranted: recoverable<{
    /** `ns.mod.CAP` */ name: string;
    /** `(m.C a b)` */ token: Shown;
  }>({
    code: 'E0903',
    text: ({ token }) => say('require-capability: not granted:', token()),
    bounded: ({ name }) => plain('The required capability has not been granted:', name),
    explanation:
      'This capability is not held, at least not with these arguments. Only its module may ' +
      'acquire it: call a function of the module that does so with `with-capability`.',
    advice: ({ name, token }, _, caller) => notGrantedAdvice(name, token, caller()),
    sample: { name: 'm.C', token: sampleText('(m.C)') },
  }),
  NoSuchObjectInDb: recoverable<{ /** `ns.mod_table` */ table: string; key: string }>({
    code: 'E0904',
    text: ({ table, key }) => say('No value found in table', table, 'for key:', key),
    bounded: ({ table, key }) =>
      plain('No value found in table', table, 'for key:', abbreviate(10, key)),
    explanation:
      'The table has no row with this key. Insert it first, or read it with ' +
      '`with-default-read`.',
    sample: { table: 'm_t', key: 'k' },
  }),
  KeysetPredicateFailure: recoverable<{
    predicate: string;
    /** Sorted. */ keys: readonly string[];
  }>({
    code: 'E0905',
    text: ({ predicate, keys }) =>
      glue(
        'Keyset failure (',
        predicate,
        '): ',
        list(keys.map((key) => `${firstCodePoints(8, key)}...`)),
      ),
    bounded: ({ predicate, keys }) =>
      plain(
        'Keyset failure (',
        predicate,
        '): ',
        ...commaWords(keys.map((key) => abbreviate(10, key))),
      ),
    explanation:
      'Not enough of these keys signed the transaction, or their signatures are for other ' +
      'capabilities. In a script, sign with `env-sigs`.',
    sample: { predicate: 'keys-all', keys: [sampleKey] },
  }),
  CapabilityPactGuardInvalidPactId: recoverable<{ current: string; expected: string }>({
    code: 'E0906',
    text: ({ current, expected }) =>
      say('Capability pact guard failed: invalid pact id, expected', expected, 'got', current),
    bounded: ({ current, expected }) =>
      plain(
        'Pact guard failed because of an invalid pact id. Expected:',
        `${pactId(expected)},`,
        'but got:',
        pactId(current),
      ),
    explanation: 'The guard works only inside the defpact that created it.',
    sample: { current: sampleHash, expected: 'otherPactId' },
  }),
  EnvReadFunctionFailure: recoverable<{
    builtin: string;
    key?: string;
    /** The kind of value in the data; `undefined` if the key is missing. */
    found?: ArgumentKind | undefined;
    value?: Shown | undefined;
  }>({
    code: 'E0907',
    text: ({ builtin }) => say(builtin, 'failure'),
    bounded: ({ builtin }) => plain(builtin, 'failed. Invalid format or missing key.'),
    explanation:
      'The data of the transaction has no such key, or its value has another type. In a ' +
      'script, set it with `env-data`.',
    advice: ({ builtin, key, found, value }, span, caller) =>
      key === undefined ? undefined : dataAdvice({ builtin, key, found, value }, span, caller),
    sample: { builtin: 'read-msg' },
  }),
  VerifierFailure: recoverable<{ verifier: string; cause: string }>({
    code: 'E0908',
    text: ({ verifier, cause }) => say('Verifier failure', glue(verifier, ':'), cause),
    bounded: ({ verifier, cause }) =>
      plain('Verifier', verifier, 'failed with the message:', cause),
    explanation: 'The transaction has no such verifier, or the verifier is for other capabilities.',
    sample: { verifier: 'allow', cause: 'not in transaction' },
  }),
  CapabilityGuardNotAcquired: recoverable<{ /** `ns.mod.CAP` */ name: string; guard: Shown }>({
    code: 'E0909',
    text: ({ guard }) => say('Capability not acquired:', guard()),
    bounded: ({ name }) => plain('Capability not acquired:', name),
    explanation:
      'The guard works only while this capability is held. Make the call inside ' +
      '`with-capability`.',
    sample: {
      name: 'm.C',
      guard: sampleText('CapabilityGuard {name: m.C,args: [],pactId: }'),
    },
  }),
};
