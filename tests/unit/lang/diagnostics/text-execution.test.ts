// Messages of run-time errors, letter by letter: scripts match on them.
import { commaBraces, concat, list } from '../../../../src/base/doc.ts';
import { errorText } from '../../../../src/lang/diagnostics/text.ts';
import { checkTexts, hash, hashed, show } from '../../../support/error-texts.ts';

const key = 'a'.repeat(64);

checkTexts('%s', errorText, [
  [
    'InvariantInvalidDefKind',
    { found: 'defschema', name: 's' },
    'Fatal execution error, invariant violated: Invalid def kind, received defscema s',
  ],
  [
    'InvariantDefConstNotEvaluated',
    hashed,
    `Fatal execution error, invariant violated: Defconst was not evaluated prior to execution: m.f.{${hash}}`,
  ],
  [
    'InvariantArgLengthMismatch',
    { ...hashed, expected: 1, actual: 2 },
    `Fatal execution error, invariant violated: Argument length mismatch for m.f.{${hash}}, expected 1, got 2`,
  ],
  [
    'InvariantPactExecNotInEnv',
    { continuation: undefined },
    'Fatal execution error, invariant violated: No pact exec found ',
  ],
  ['GasExceeded', { limit: 10n, used: 12 }, 'Gas limit "10"exceeded: 12'],
  ['ExpectedBoolValue', { value: show('1'), valueKind: 'integer' }, 'expected bool value, got 1'],
  [
    'ExpectedStringValue',
    { value: show('1'), valueKind: 'integer' },
    'expected string value, got: 1',
  ],
  [
    'ExpectedCapToken',
    { value: show('1'), valueKind: 'integer' },
    'expected capability token value, got: 1',
  ],
  [
    'NativeExecutionError',
    { builtin: 'format', cause: 'c' },
    'native execution failure, format failed with message: c',
  ],
  [
    'ArrayOutOfBoundsException',
    { length: 3, index: 5n },
    'Array index out of bounds. Length (3), Index (5)',
  ],
  ['NativeIsTopLevelOnly', { builtin: 'n' }, 'Top-level call used in module n'],
  ['FormIllegalWithinDefcap', { form: 'n' }, 'Form illegal within defcap n'],
  ['VerifierFailure', { verifier: 'v', cause: 'c' }, 'Verifier failure v: c'],
  ['VerifierError', { cause: 'c' }, 'Error during verifier execution: c'],
  ['ArithmeticException', { cause: 'c' }, 'Arithmetic exception: c'],
  ['EnumerationError', { cause: 'c' }, 'Enumeration error: c'],
  ['DecodeError', { cause: 'c' }, 'Decoding error: c'],
  ['FloatingPointError', { cause: 'c' }, 'Floating point error: c'],
  ['EvalError', { cause: 'c' }, 'Program encountered an unhandled raised error: c'],
  [
    'NativeArgumentsError',
    { builtin: '+', types: ['integer', 'string'] },
    'Type error: failed to call native function + with argument(s) of type(s): integer, string',
  ],
  [
    'DefPactIdMismatch',
    { requested: 'a', current: 'b' },
    'Requested defpact id: a does not match context defpact id: b',
  ],
  [
    'NoYieldInDefPactStep',
    { defPactId: 'p', step: 1 },
    'No yield value found from previous pact step. Current step: 1 defpact Id: p',
  ],
  [
    'CCDefPactContinuationError',
    { defPactId: 'p', step: 1 },
    'Crosschain defpact continuation error: defpact id:1',
  ],
  [
    'NestedDefPactParentRollbackMismatch',
    { defPactId: 'p', rollback: true, parentRollback: false },
    'Nested defpact execution failed, parameter mismatch: defpact id: p Rollback: True Parent rollback:False',
  ],
  [
    'DefPactStepMismatch',
    { defPactId: 'p', step: 2, lastStep: 0 },
    'Step mismatch in DefPactStep and defpact execution environment: defpact id: p step: 2 DefPactExec step: 1',
  ],
  [
    'YieldProvenanceDoesNotMatch',
    { receivedChain: '1', receivedHash: 'h', expectedChains: ['0'], expectedHashes: ['g'] },
    // Too wide for a line: the list breaks, which changes its brackets.
    'Yield provenance does not match, received (Provenance 1 h), expected [ (Provenance 0 g) ]',
  ],
  ['CannotDefineKeysetOutsideNamespace', {}, 'Cannot define keyset outside of a namespace'],
  ['NamespaceNotFound', { namespace: 'n' }, 'Namespace not found: n'],
  ['ContinuationError', { cause: 'c' }, 'Continuation Error: c'],
  ['SPVVerificationFailure', { cause: 'c' }, 'SPV verification failure: c'],
  ['Keccak256Base64Exception', { cause: 'c' }, 'Base64URL decode failed: c'],
  ['EventDoesNotMatchModule', { module: 'm' }, 'Emitted event does not match module: m'],
  ['PointNotOnCurve', {}, 'Point lies outside of elliptic curve'],
  [
    'InvalidKeysetFormat',
    {
      keyset: () => concat('KeySet ', commaBraces([concat('keys: ', list([key])), 'pred: p'])),
    },
    `Invalid keyset format: KeySet {keys: [ ${key} ]\n,pred: p}`,
  ],
  [
    'EnforcePactVersionParseFailure',
    { version: 'v' },
    'Enforce pact-version failed: Could not parse v, expect list of dot-separated integers',
  ],
  [
    'EnforcePactVersionFailure',
    { current: '5.4', minimum: '6', maximum: '7' },
    'Enforce pact-version failed: Current Version: 5.4 Minimum Version: 6 Maximum Version: 7',
  ],
  [
    'EnforcePactVersionFailure',
    { current: '5.4', minimum: '6', maximum: undefined },
    'Enforce pact-version failed: Current Version: 5.4 Minimum Version: 6 ',
  ],
  ['TypecheckingFailure', { module: 'm', report: 'r' }, 'static typechecking failed for m\nr'],
  ['CannotApplyPartialClosure', {}, 'Attempted to apply a closure outside of native callsite'],
  ['CannotApplyValueToNonClosure', {}, 'Cannot apply value to non-closure'],
  ['UnknownException', { cause: 'c' }, 'Unknown exception: c'],
  ['ModuleDoesNotExist', { module: 'm' }, 'Cannot find module: m'],
  ['ModuleMemberDoesNotExist', hashed, `Module member does not exist m.f.{${hash}}`],
  ['ExpectedModule', { module: 'i' }, 'Expected module, found interface: i'],
  ['NoSuchKeySet', { keyset: 'ns.k' }, "Cannot find keyset in database: 'ns.k"],
  [
    'ModuleAdminNotAcquired',
    { module: 'm' },
    'Module admin necessary for operation but has not been acquired:m',
  ],
  [
    'UserGuardMustBeADefun',
    { name: 'm.C', found: 'defcap' },
    'User guard closure m.C must be defun, gotdefcap',
  ],
  [
    'HashNotBlessed',
    { module: 'm', moduleHash: hash },
    `Execution aborted, hash not blessed for module m: ${hash}`,
  ],
  [
    'RunTimeTypecheckFailure',
    { argument: 'string', expected: show('integer'), expectedKind: 'integer' },
    'Runtime typecheck failure, argument is string , but expected type integer',
  ],
  [
    'ObjectIsMissingField',
    { field: 'f', object: show('{"a": 1}') },
    'Key "f" not found in object: {"a": 1}',
  ],
  [
    'WriteValueDidNotMatchSchema',
    { schema: 'm.s', expected: show('{"a": integer}'), value: show('{"a": "x"}') },
    'Attempted insert failed due to schema mismatch. Expected: {"a": integer}, received {"a": "x"}',
  ],
  [
    'InvalidNumArgs',
    { callee: 'function', ...hashed, expected: 1, actual: 2 },
    `Incorrect number of arguments (2) for function m.f.{${hash}} supplied; expected (1)`,
  ],
  [
    'InvalidNumArgs',
    { callee: 'lambda', name: '', moduleHash: '', expected: 1, actual: 2 },
    'Incorrect number of arguments (2) for lambda supplied; expected (1)',
  ],
  [
    'InvalidNumArgs',
    { callee: 'native', name: 'map', moduleHash: '', expected: 1, actual: 2 },
    'Incorrect number of arguments (2) for native function map supplied; expected (1)',
  ],
  [
    'CapNotInstalled',
    { name: 'm.C', token: show('(m.C 1)') },
    'Managed capability not installed: (m.C 1)',
  ],
  ['WriteError', {}, 'Error during database operation: Error found while writing value'],
  [
    'RowReadDecodeFailure',
    { key: 'k' },
    'Error during database operation: Failed to deserialize but found value at key:k',
  ],
  [
    'RowFoundError',
    { table: 'm_t', key: 'k' },
    'Error during database operation: Value already found while in Insert mode in table m_t at key "k"',
  ],
  [
    'NoRowFound',
    { table: 'm_t', key: 'k' },
    'Error during database operation: No row found during update in table m_t at key k',
  ],
  ['NoSuchTable', { table: 'm_t' }, 'Error during database operation: Table m_t not found'],
  [
    'TableAlreadyExists',
    { table: 'm_t' },
    'Error during database operation: Table m_t already exists',
  ],
  [
    'TxAlreadyBegun',
    { name: 'n' },
    'Error during database operation: Attempted to begin tx "n", but a tx already has been initiated',
  ],
  [
    'NotInTx',
    { command: 'commit' },
    'Error during database operation: No Transaction currently in progress, cannot execute "commit"',
  ],
  [
    'OpDisallowed',
    {},
    'Error during database operation: Operation disallowed in read-only or sys-only mode',
  ],
  [
    'HyperlaneErrorFailedToFindKey',
    { field: 'k' },
    'Hyperlane native error: Failed to find key in object: k',
  ],
  [
    'HyperlaneErrorNumberOutOfBounds',
    { field: 'k' },
    'Hyperlane native error: Object key k was out of bounds',
  ],
  [
    'HyperlaneErrorInvalidBase64',
    { field: 'k' },
    'Hyperlane native error: Invalid base64 encoding on field k',
  ],
  [
    'HyperlaneErrorIncorrectSize',
    { field: 'k', expected: 32, actual: 20 },
    'Hyperlane native error: Incorrect binary data size k. Expected: 32, but got 20',
  ],
  [
    'HyperlaneErrorInvalidChainId',
    { cause: 'c' },
    'Hyperlane native error: Failed to decode chainId: c',
  ],
  [
    'HyperlaneDecodeErrorBase64',
    {},
    'Hyperlane decode error: Failed to base64-decode token message',
  ],
  [
    'HyperlaneDecodeErrorBinary',
    {},
    'Hyperlane decode error: Decoding error: binary decoding failed',
  ],
  [
    'HyperlaneDecodeErrorParseRecipient',
    {},
    'Hyperlane decode error: Could not parse recipient into a guard',
  ],
  ['UserEnforceError', { message: 'a\n b' }, 'a\n b'],
  ['OneShotCapAlreadyUsed', {}, 'One-shot managed capability used more than once'],
  [
    'CapabilityNotGranted',
    { name: 'm.C', token: show('(m.C)') },
    'require-capability: not granted: (m.C)',
  ],
  ['NoSuchObjectInDb', { table: 'm_t', key: 'k' }, 'No value found in table m_t for key: k'],
  [
    'KeysetPredicateFailure',
    { predicate: 'keys-all', keys: ['abc', key] },
    'Keyset failure (keys-all): [abc..., aaaaaaaa...]',
  ],
  [
    'CapabilityPactGuardInvalidPactId',
    { current: 'a', expected: 'b' },
    'Capability pact guard failed: invalid pact id, expected b got a',
  ],
  ['EnvReadFunctionFailure', { builtin: 'read-msg' }, 'read-msg failure'],
]);
