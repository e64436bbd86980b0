// `--filter TEXT`: selects files whose path contains TEXT, and in other files the transactions whose names contain it.
// The remaining transactions of such a file run as well, since later ones build on them, but only the selected ones are
// shown and counted. An error counts in any transaction, because it ends the file.

import type { FileReport } from '../../../tools/testing/runner/test-report.ts';
import { readSourceFile } from '../files.ts';

export function matchingFiles(files: readonly string[], text: string): readonly string[] {
  return files.filter((file) => file.includes(text) || namesOf(file).some(has(text)));
}

export function matchingBlocks(report: FileReport, text: string): FileReport {
  if (report.file.includes(text)) return report;
  const blocks = report.blocks.filter(
    ({ name, error }) => error !== undefined || (name !== undefined && name.includes(text)),
  );
  return { ...report, blocks };
}

const has = (text: string) => (name: string) => name.includes(text);

/** Returns names as written in the text; computed names are not found. */
function namesOf(file: string): readonly string[] {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') return [];
  return [...answer.text.matchAll(/\(\s*begin-tx\s+"([^"]*)"/g)].map(([, name = '']) => name);
}
