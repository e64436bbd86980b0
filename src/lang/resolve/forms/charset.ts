// Names of character sets, for `is-charset`; each is an integer constant.

import { nameForm, type NameForm } from './define.ts';

export const charsetAsciiForm = charset('CHARSET_ASCII', 0n, 'The ASCII character set.');
export const charsetLatin1Form = charset('CHARSET_LATIN1', 1n, 'The ISO 8859-1 character set.');

function charset(name: string, value: bigint, doc: string): NameForm {
  return nameForm({
    name,
    since: '3.3',
    usage: name,
    doc: `${doc} For use with is-charset.`,
    examples: [{ code: `(is-charset ${name} "plain text")`, gives: 'true' }],
    desugar: (span) => ({ kind: 'literal', literal: { kind: 'integer', value }, span }),
  });
}
