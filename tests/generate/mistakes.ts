// docs/mistakes.md: a list of the sections of tests/mistakes, then the sections.
import { readMistakes } from '../support/mistakes.ts';

const introduction = `# Common mistakes

The mistakes that newcomers to Pact make most, each with the code, the command, exactly what is printed, and what to write
instead. The first line of an error is the one of the reference implementation, which scripts match on. The line that
begins with a code, such as E0442, says what it means here; [errors.md](errors.md) lists all codes.

In a place such as \`try.repl:2:0\`, lines count from 1 and columns from 0.

This file is written by \`npm run generate\` from \`tests/mistakes/\`; a test runs each case and compares what is printed.`;

export function mistakeReference(): string {
  const mistakes = readMistakes();
  const contents = mistakes.map(({ title, printed }) => {
    const code = /^ +(E\d{4}): /m.exec(printed)?.[1];
    return `- [${title}](#${anchorOf(title)})${code === undefined ? '' : `: ${code}`}`;
  });
  const sections = mistakes.map(({ text }) => text.trimEnd());
  return `${[introduction, contents.join('\n'), ...sections].join('\n\n')}\n`;
}

/** Returns the anchor that GitHub makes of a heading. */
const anchorOf = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\- _]/gu, '')
    .replaceAll(' ', '-');
