// docs/errors.md: every error of the table with its code, both messages for a sample, and what to do about it.
import { noSpan } from '../../src/base/span.ts';
import type { ErrorClass } from '../../src/lang/diagnostics/entry.ts';
import { evalError } from '../../src/lang/diagnostics/error.ts';
import { errorNames, errorTable, type ErrorName } from '../../src/lang/diagnostics/table.ts';
import { boundedText, errorText } from '../../src/lang/diagnostics/text.ts';

const introduction = `# Errors

Every error has a stable code and two texts. The first is what the REPL prints and what
\`expect-failure\` matches on. The second, of at most 256 characters, is what a transaction's output
holds; it never shows values. Both are shown here with sample data.

This file is written by \`npm run generate\` from \`src/lang/diagnostics/errors/\`.`;

const classes = {
  lexer: 'Lexer: the source contains something that is not a token',
  parse: 'Parser: the tokens do not form an expression',
  desugar: 'Names and special forms: found before anything runs',
  execution: 'Execution: ends the transaction, and no `try` catches it',
  recoverable: 'Recoverable: `try` and `enforce-one` catch it',
  verifier: 'Verifier plugins',
  types: 'Typechecker: `typecheck` and `pact check` find these, a run does not',
} as const satisfies Record<ErrorClass, string>;

export function errorReference(): string {
  const sections = [introduction];
  for (const [kind, title] of Object.entries(classes)) {
    sections.push(`## ${title}`, ...namesOf(kind).map(section));
  }
  return `${sections.join('\n\n')}\n`;
}

function namesOf(kind: string): ErrorName[] {
  const names = errorNames.filter((name) => errorTable[name].class === kind);
  return names.sort((a, b) => (errorTable[a].code < errorTable[b].code ? -1 : 1));
}

function section(name: ErrorName): string {
  const { code, explanation, sample } = errorTable[name];
  const error = evalError(name, sample, noSpan);
  // Some messages have blanks at the end of a line, which Markdown tools would strip.
  const texts = `${errorText(error)}\n\n${boundedText(error)}`.replace(/ +$/gm, '');
  return `### ${code} ${name}\n\n${explanation}\n\n\`\`\`text\n${texts}\n\`\`\``;
}
