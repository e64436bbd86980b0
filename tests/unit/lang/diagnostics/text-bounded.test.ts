// Error messages in a transaction's output, letter by letter. CONSENSUS: a change here is a fork.
import { describe, expect, test } from 'vitest';
import { boundedText } from '../../../../src/lang/diagnostics/text.ts';
import { checkTexts, hash, hashed, named, show } from '../../../support/error-texts.ts';

const id = 'abcdefghijklmnopqrstuvwxyz';

checkTexts('%s', boundedText, [
  [
    'LexicalError',
    { found: '`', last: ' ' },
    'Encountered an unexpected character "`". Last seen " "',
  ],
  ['ParsingError', { expected: '[")"]' }, 'ParseError: Expected: [")"]'],
  ['UnboundTermVariable', { name: 'x' }, 'Unbound variable: x'],
  ['NoSuchModule', { module: 'm' }, 'Cannot find module:  m'],
  [
    'RecursionDetected',
    { module: 'm', names: ['a', 'b'] },
    'Recursive cycle detected in module m in the following functions: a, b',
  ],
  [
    'InvalidImportModuleHash',
    { module: 'm', moduleHash: hash },
    `Import error for module m . The module hash has not been blessed: ${hash}`,
  ],
  [
    'ArrayOutOfBoundsException',
    { length: 1, index: 5 },
    'Array index out of bounds. Length: 1, Index: 5',
  ],
  [
    'NativeArgumentsError',
    { builtin: '+', types: ['integer', 'string'] },
    'Type error: failed to call native function +, with argument(s) of type(s): integer, string',
  ],
  [
    'NativeArgumentsError',
    { builtin: '+', types: [] },
    'Type error: failed to call native function +, with argument(s) of type(s):',
  ],
  ['GasExceeded', { limit: 10, used: 12 }, 'Gas limit "10"exceeded: 12'],
  ['EvalError', { cause: 'c' }, 'Program encountered an unhandled error: c'],
  [
    'NativeExecutionError',
    { builtin: 'format', cause: 'c' },
    'Native execution failed for format with the message: c',
  ],
  ['ObjectIsMissingField', { field: 'foo', object: show('') }, 'Key foo not found in object.'],
  [
    'ObjectIsMissingField',
    { field: 'abcdefghijk', object: show('') },
    'Key abcdefghij... not found in object.',
  ],
  [
    'RunTimeTypecheckFailure',
    { argument: 'string', expected: show(''), expectedKind: 'list' },
    'Type check failed. The argument is  string but the expected type is  list',
  ],
  [
    'DynNameIsNotModRef',
    { name: id },
    'Attempt to use abcdefghijklmnopqrstuvwxy... as a dynamic name failed because it is not a valid modref.',
  ],
  [
    'NoYieldInDefPactStep',
    { defPactId: id, step: 1 },
    `No yield value found from the previous defpact step. Current step: 1 defpact id: ${id}`,
  ],
  [
    'DefPactAlreadyCompleted',
    { defPactId: id },
    'Requested defpact execution already completed for defpact id: abcdefghijklmnopqrst...',
  ],
  [
    'YieldProvenanceDoesNotMatch',
    { receivedChain: id, receivedHash: id, expectedChains: ['0'], expectedHashes: ['g'] },
    'Yield provenance does not match, received: Provenance abcdefghij... abcdefghijklmnopqrst... , expected: Provenance 0 g',
  ],
  [
    'EnforcePactVersionFailure',
    { current: '5.4', minimum: '6', maximum: undefined },
    'Enforcement of Pact version failed. Current version: 5.4 Minimum version: 6 ',
  ],
  ['NamespaceNotFound', { namespace: id }, 'Namespace not found: abcdefghij...'],
  ['InvalidKeysetNameFormat', { name: id }, 'Invalid keyset name format: abcdefghijklmnopqrst...'],
  ['UnknownException', { cause: 'c' }, 'Unknown exception'],
  [
    'InvalidNumArgs',
    { callee: 'function', ...hashed, expected: 1, actual: 2 },
    'Incorrect number of arguments (2) for user function m.f supplied; expected 1',
  ],
  [
    'EntityNotAllowedInDefPact',
    { name: 'm.p' },
    'Pact 5 does not support entity expressions in defpact m.p.  Please ensure your defpact steps have the correct number of expressions',
  ],
  ['TypecheckingFailure', { module: 'm', report: 'r' }, 'static typechecking failed for m \nr'],
  [
    'RowFoundError',
    { table: 'm_t', key: id },
    'Error during database operation: Insert failed because the value already exists in the table: m_t at key "abcdefghij..."',
  ],
  [
    'InvariantInvalidManagedCapIndex',
    { ...hashed, index: 2 },
    'Execution Invariant error, please report this to the Pact team @kadena: Invalid managed cap argument index 2 for function m.f',
  ],
  [
    'HyperlaneErrorIncorrectSize',
    { field: 'k', expected: 32, actual: 20 },
    'Hyperlane native error: Incorrect binary data size. k. Expected: 32, but got: 20',
  ],
  [
    'Keccak256Base64Exception',
    { cause: 'c' },
    'Keccak256 Hashing failure: Base64URL decode failed',
  ],
  ['OneShotCapAlreadyUsed', {}, 'Managed capabilities can only be used once.'],
  [
    'CapabilityNotGranted',
    { name: 'm.C', token: show('(m.C 1)') },
    'The required capability has not been granted: m.C',
  ],
  ['NoSuchObjectInDb', { table: 'm_t', key: 'k' }, 'No value found in table m_t for key: k'],
  [
    'KeysetPredicateFailure',
    { predicate: 'keys-all', keys: ['abc', id] },
    'Keyset failure ( keys-all ):  abc, abcdefghij...',
  ],
  ['KeysetPredicateFailure', { predicate: 'keys-any', keys: [] }, 'Keyset failure ( keys-any ): '],
  [
    'EnvReadFunctionFailure',
    { builtin: 'read-msg' },
    'read-msg failed. Invalid format or missing key.',
  ],
  ['VerifierError', { cause: 'c' }, 'c'],
]);

describe('the limit', () => {
  test.each([
    ['x'.repeat(256), 'x'.repeat(256)],
    ['x'.repeat(257), 'x'.repeat(256)],
    ['😀'.repeat(300), '😀'.repeat(256)],
    ['x' + '😀'.repeat(300), 'x' + '😀'.repeat(255)],
  ])('counts code points', (message, expected) => {
    expect(boundedText(named('UserEnforceError', { message }))).toBe(expected);
  });
});
