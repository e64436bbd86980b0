// Fixes that an editor offers for a finding: remove unused code, or silence the rule there.

import type { Finding } from './define.ts';

export type Fix = {
  readonly title: string;
  /** Whether editors should offer it as the preferred fix. */
  readonly isPreferred: boolean;
  readonly edit: { readonly start: number; readonly end: number; readonly text: string };
};

export function fixesOf(finding: Finding): readonly Fix[] {
  return [removal(finding), silence(finding)].filter((fix) => fix !== undefined);
}

const removed: ReadonlyMap<string, string> = new Map([
  ['unused-import', 'Remove the name from the import'],
  ['unused-ignore', 'Remove the comment'],
  ['unknown-ignore', 'Remove the comment'],
]);

/** Removes the code with the white space before it. */
function removal({ rule, span: { source, start, end } }: Finding): Fix | undefined {
  const title = removed.get(rule);
  if (title === undefined) return undefined;
  const from = source.text.slice(0, start).replace(/[ \t]+$/, '').length;
  return { title, isPreferred: true, edit: { start: from, end, text: '' } };
}

/** Silences the rule by a comment on the line before. */
function silence({ rule, span: { source, startPosition } }: Finding): Fix | undefined {
  if (rule.endsWith('-ignore')) return undefined;
  const at = source.lineStarts[startPosition.line] ?? 0;
  const indent = /^[ \t]*/.exec(source.lineAt(startPosition.line))?.[0] ?? '';
  const text = `${indent}; pact-lint: ignore ${rule}\n`;
  return {
    title: `Silence ${rule} on this line`,
    isPreferred: false,
    edit: { start: at, end: at, text },
  };
}
