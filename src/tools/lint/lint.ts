// The linter: returns the findings in a source. It runs no code and reads no other file.

import { type Source, Span } from '../../base/span.ts';
import { parseProgram, type SyntaxDiagnostic } from '../../lang/session/analyse.ts';
import { ignoresOf, isIgnored } from './comments.ts';
import { type Finding, lintProgram, type LintProgram, type Others, type Rule } from './rule.ts';
import { rules as allRules } from './rules/index.ts';
import { unusedIgnore } from './rules/unused.ts';

type Linted =
  | { readonly kind: 'linted'; readonly findings: readonly Finding[] }
  /** A source with syntax errors is not linted. */
  | { readonly kind: 'refused'; readonly diagnostics: readonly SyntaxDiagnostic[] };

type LintOptions = {
  /** Whether it is code for a chain, not a script with tests. */
  readonly isContract: boolean;
  readonly rules?: readonly Rule[];
};

/** Returns the findings in source order. */
export function lintSource(source: Source, { isContract, rules = allRules }: LintOptions): Linted {
  const parsed = parseProgram(source, { dialect: 'repl' });
  const { value, diagnostics } = parsed;
  if (diagnostics.length > 0) return { kind: 'refused', diagnostics };
  const comments = parsed.lexed.comments.map(({ image, startOffset }) => ({
    text: image,
    span: new Span(source, startOffset, startOffset + image.trimEnd().length),
  }));
  const program = lintProgram({ source, forms: value, comments, isContract });
  const ignores = ignoresOf(program);
  const findings = findingsOf(program, rules);
  const kept = findings.filter((finding) => !isIgnored(finding, ignores));
  return { kind: 'linted', findings: kept.sort((a, b) => a.span.start - b.span.start) };
}

function findingsOf(program: LintProgram, rules: readonly Rule[]): readonly Finding[] {
  const ask = ({ name, severity, check }: Rule, others: Others): readonly Finding[] =>
    check(program, others).map((found) => ({ ...found, rule: name, severity }));
  // unused-ignore checks the findings of the other rules, so it runs last.
  const others = rules.filter((rule) => rule !== unusedIgnore);
  const findings = others.flatMap((rule) => ask(rule, { rules: [], findings: [] }));
  if (others.length === rules.length) return findings;
  const names = others.map(({ name }) => name);
  return [...findings, ...ask(unusedIgnore, { rules: names, findings })];
}
