// Comments that silence rules: `; pact-lint: ignore RULE` at the end of a line or on the line before it,
// `; pact-lint: ignore-file RULE` anywhere. Several rules are separated by commas or spaces.

import type { Span } from '../../base/span.ts';
import type { Comment, Finding, LintProgram } from './rule.ts';

type Ignore = {
  readonly rules: readonly string[];
  /** The zero-based line that it applies to; `undefined` for the whole file. */
  readonly line: number | undefined;
  readonly span: Span;
};

const written = /pact-lint:\s*(ignore|ignore-file)(?:\s+([^\n]*))?$/;

export function ignoresOf({ comments, source }: LintProgram): readonly Ignore[] {
  return comments.flatMap(({ text, span }: Comment) => {
    const [, kind, names = ''] = written.exec(text.trimEnd()) ?? [];
    if (kind === undefined) return [];
    const rules = names.split(/[\s,]+/).filter((name) => name !== '');
    const { line } = span.startPosition;
    const before = source.lineAt(line).slice(0, span.startPosition.column);
    const target = before.trim() === '' ? line + 1 : line;
    return [{ rules, line: kind === 'ignore' ? target : undefined, span }];
  });
}

export function isIgnored(finding: Finding, ignores: readonly Ignore[]): boolean {
  return ignores.some((ignore) => isAbout(ignore, finding));
}

export function isAbout({ rules, line }: Ignore, { rule, span }: Finding): boolean {
  return rules.includes(rule) && (line === undefined || line === span.startPosition.line);
}

type Fix = {
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
