// Errors that are not part of the language: verifier plugins (10xx), and limits that the reference
// does not have or where it crashes (11xx). Each limit is far above any real program.

import { text, type Doc } from '../../../base/doc.ts';
import { errorsOf, plain, say, glue } from '../entry.ts';
import { loadAdvice } from '../program-advice.ts';

const verifier = errorsOf('verifier');
const parse = errorsOf('parse');
const execution = errorsOf('execution');

export const verifierErrors = {
  VerifierError: verifier<{ cause: string }>({
    code: 'E1001',
    text: ({ cause }) => say('Error during verifier execution:', cause),
    bounded: ({ cause }) => cause,
    explanation: 'A verifier rejected its proof before the transaction began.',
    sample: { cause: 'invalid proof' },
  }),
};

export const limitErrors = {
  SyntaxNotRead: parse<{ /** Complete. */ message: string }>({
    code: 'E1101',
    text: ({ message }) => text(message),
    bounded: ({ message }) => plain('ParseError:', message),
    explanation:
      'The source cannot be read, for example because its brackets nest too deeply. Split it.',
    sample: { message: 'Nested too deeply' },
  }),
  CallDepthExceeded: execution<{ limit: number }>({
    code: 'E1102',
    text: ({ limit }) => say('Call depth exceeded, limit:', limit),
    bounded: ({ limit }) => plain('Call depth exceeded, limit:', limit),
    explanation: 'Too many calls are open at the same time. Reduce how deeply they nest.',
    sample: { limit: 10_000 },
  }),
  ValueTooLarge: execution<{
    /** Such as `integer`, `string`, `list`. */ what: string;
    limit: bigint | number;
  }>({
    code: 'E1103',
    text: ({ what, limit }) => say('Value too large:', what, 'exceeds', limit),
    bounded: ({ what, limit }) => plain('Value too large:', what, 'exceeds', limit),
    explanation:
      'The value does not fit into memory, or into the result of a transaction (8 MiB of JSON with its events, 32 MiB of ' +
      'writes). Compute something smaller, or read and write less at once.',
    sample: { what: 'integer', limit: 1_000_000 },
  }),
  MemoryExceeded: execution({
    code: 'E1105',
    text: () => text('Memory exceeded'),
    bounded: () => 'Memory exceeded',
    explanation: 'The values that the program holds do not fit into memory. Keep fewer of them.',
    sample: {},
  }),
  LoadFailure: execution<{ /** As written in the script. */ file: string; cause: string }>({
    code: 'E1104',
    text: ({ file, cause }) => say('Cannot load', `${file}:`, cause),
    bounded: ({ file, cause }) => plain('Cannot load', `${file}:`, cause),
    explanation:
      'The file is missing, is not a text file, or loads itself. The path is relative to the ' +
      'folder of the file that calls `load`.',
    advice: ({ cause }, { source }) => loadAdvice(cause, source.name),
    sample: { file: 'missing.pact', cause: 'no such file' },
  }),
};

// Errors of bridge messages and Keccak hashing (08xx); the reference wraps them in HyperlaneError,
// HyperlaneDecodeError and Keccak256Error. Order and texts follow the types with these names in
// Pact.Core.Errors.

const message = errorsOf('execution', 'HyperlaneError');
const decoding = errorsOf('execution', 'HyperlaneDecodeError');
const keccak = errorsOf('execution', 'Keccak256Error');

type OfField = { readonly field: string };

const inMessage = (...words: readonly (string | number)[]): Doc =>
  say('Hyperlane native error:', glue(...words));
const inMessageBounded = (...words: readonly (string | number)[]): string =>
  plain('Hyperlane native error:', ...words);

const inToken = (...words: readonly string[]): Doc =>
  say('Hyperlane decode error:', glue(...words));
const inTokenBounded = (words: string): string => plain('Hyperlane decode error:', words);

const inHashBounded = (words: string): string => plain('Keccak256 Hashing failure:', words);

export const hyperlaneErrors = {
  HyperlaneErrorFailedToFindKey: message<OfField>({
    code: 'E0801',
    text: ({ field }) => inMessage('Failed to find key in object: ', field),
    bounded: ({ field }) => inMessageBounded('Failed to find key in object:', field),
    explanation: 'The object lacks this field, or its value has the wrong type.',
    sample: { field: 'nonce' },
  }),
  HyperlaneErrorNumberOutOfBounds: message<OfField>({
    code: 'E0802',
    text: ({ field }) => inMessage('Object key ', field, ' was out of bounds'),
    bounded: ({ field }) => inMessageBounded('Object key', field, 'was out of bounds.'),
    explanation: 'The number is out of range for this field of the message.',
    sample: { field: 'version' },
  }),
  HyperlaneErrorBadHexPrefix: message<OfField>({
    code: 'E0803',
    text: ({ field }) => inMessage('Missing 0x prefix on field ', field),
    bounded: ({ field }) => inMessageBounded('Missing 0x prefix on field:', field),
    explanation: 'Hexadecimal fields begin with 0x. Add it.',
    sample: { field: 'sender' },
  }),
  HyperlaneErrorInvalidBase64: message<OfField>({
    code: 'E0804',
    text: ({ field }) => inMessage('Invalid base64 encoding on field ', field),
    bounded: ({ field }) => inMessageBounded('Invalid base64 encoding on field:', field),
    explanation: 'The field is not base64url. Encode its bytes as base64url without padding.',
    sample: { field: 'recipient' },
  }),
  HyperlaneErrorIncorrectSize: message<
    OfField & { readonly expected: number; readonly actual: number }
  >({
    code: 'E0805',
    text: ({ field, expected, actual }) =>
      inMessage(
        'Incorrect binary data size ',
        field,
        '. Expected: ',
        expected,
        ', but got ',
        actual,
      ),
    bounded: ({ field, expected, actual }) =>
      inMessageBounded(
        'Incorrect binary data size.',
        `${field}. Expected:`,
        `${expected}, but got:`,
        actual,
      ),
    explanation:
      'The decoded field has the wrong number of bytes. Addresses are padded to 32 bytes.',
    sample: { field: 'sender', expected: 32, actual: 20 },
  }),
  HyperlaneErrorInvalidChainId: message<{ cause: string }>({
    code: 'E0806',
    text: ({ cause }) => inMessage('Failed to decode chainId: ', cause),
    bounded: () => inMessageBounded('Failed to decode chainId.'),
    explanation: 'The chain id does not begin with a decimal digit.',
    sample: { cause: 'input does not start with a digit' },
  }),
  HyperlaneDecodeErrorBase64: decoding({
    code: 'E0811',
    text: () => inToken('Failed to base64-decode token message'),
    bounded: () => inTokenBounded('Failed to base64-decode token message.'),
    explanation: 'The token message is not base64url.',
    sample: {},
  }),
  HyperlaneDecodeErrorInternal: decoding<{ cause: string }>({
    code: 'E0812',
    text: ({ cause }) => inToken('Decoding error: ', cause),
    bounded: () => inTokenBounded('Hyperlane Native Internal Decoding error'),
    explanation: 'The token message cannot be read. The message says why.',
    sample: { cause: 'not enough bytes' },
  }),
  HyperlaneDecodeErrorBinary: decoding({
    code: 'E0813',
    text: () => inToken('Decoding error: binary decoding failed'),
    bounded: () => inTokenBounded('Decoding error: binary decoding failed.'),
    explanation: 'The token message is too short: it needs at least 34 bytes.',
    sample: {},
  }),
  HyperlaneDecodeErrorParseRecipient: decoding({
    code: 'E0814',
    text: () => inToken('Could not parse recipient into a guard'),
    bounded: () => inTokenBounded('Could not parse recipient into a guard'),
    explanation: 'The bytes of the recipient are not a guard in JSON.',
    sample: {},
  }),
  Keccak256OpenSslException: keccak<{ cause: string }>({
    code: 'E0821',
    text: ({ cause }) => glue('OpenSSL error when keccak256 hashing:', cause),
    bounded: () => inHashBounded('OpenSSL error'),
    explanation: 'The hash library failed.',
    sample: { cause: 'out of memory' },
  }),
  Keccak256Base64Exception: keccak<{ cause: string }>({
    code: 'E0822',
    text: ({ cause }) => say('Base64URL decode failed:', cause),
    bounded: () => inHashBounded('Base64URL decode failed'),
    explanation: 'The strings to hash must be valid base64url.',
    sample: { cause: 'invalid character' },
  }),
  Keccak256OtherException: keccak<{ cause: string }>({
    code: 'E0823',
    text: ({ cause }) => say('Exception when keccak256 hashing:', cause),
    bounded: () => inHashBounded('Unknown exception thrown during computation of keccak256'),
    explanation: 'The hash library failed.',
    sample: { cause: 'unknown' },
  }),
};
