// Errors that are not part of the language: verifier plugins (10xx), and limits that the reference
// does not have or where it crashes (11xx). Each limit is far above any real program.

import { text } from '../../../base/doc.ts';
import { errorsOf, plain, say } from '../entry.ts';
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
