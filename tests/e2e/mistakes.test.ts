// The outputs in docs/mistakes.md are the real ones. PACT_RECORD=1 records them again: read the result as a beginner would
// before you commit it, then run `npm run generate`.
import { writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { folderWith, runMerged } from '../support/command.ts';
import { readMistakes, withPrinted } from '../support/mistakes.ts';

const mistakes = readMistakes();

test('there are at least thirty, in the order of the document', () => {
  expect(mistakes.length).toBeGreaterThanOrEqual(30);
});

test.each(mistakes)('$title', (mistake) => {
  const folder = folderWith(mistake.files);
  try {
    const { status, lines } = runMerged(mistake.args, { cwd: folder.path });
    const printed = `${lines.map((line) => line.trimEnd()).join('\n')}\n`;
    if (process.env['PACT_RECORD'] === '1') {
      writeFileSync(mistake.path, withPrinted(mistake, printed));
      return;
    }
    expect(printed).toBe(mistake.printed);
    expect(status).not.toBe(0);
  } finally {
    folder.remove();
  }
});
