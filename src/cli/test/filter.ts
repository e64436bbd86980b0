// `--filter TEXT`: files whose path contains it, and of the others the transactions whose names do.
// The other transactions of such a file run as well, since later ones build on them, but only those
// that were asked for are shown and counted. An error counts wherever it happens: it ends the rest.

import type { FileReport } from '../../testing/runner/test-report.ts';
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

/** Names as they stand in the text; a name that is computed is not found. */
function namesOf(file: string): readonly string[] {
  const answer = readSourceFile(file);
  if (answer.kind === 'failure') return [];
  return [...answer.text.matchAll(/\(\s*begin-tx\s+"([^"]*)"/g)].map(([, name = '']) => name);
}
