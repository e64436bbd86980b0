// Comments that silence rules: `; pact-lint: ignore RULE` at the end of a line or on the line
// before it, `; pact-lint: ignore-file RULE` anywhere. Several rules are separated by commas or spaces.

import type { Span } from '../../base/span.ts';
import type { Finding } from './define.ts';
import type { Comment, LintProgram } from './program.ts';

export type Ignore = {
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
