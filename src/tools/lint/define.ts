// The definition of a lint rule: one per file of rules/, listed in rules/index.ts. `pact lint`, its documentation and the
// tests of the examples follow from it.

import type { Span } from '../../base/span.ts';
import type { LintProgram } from './program.ts';

export type Rule = {
  /** The name in comments and on the command line: `unused-binding`. */
  readonly name: string;
  /** What the rule finds, in one line. */
  readonly summary: string;
  /** Why it matters and what to do, in a paragraph or two. */
  readonly explanation: string;
  /** `warning` if funds or rights may be at stake, otherwise `note`. */
  readonly severity: Severity;
  /** The rule finds something in the bad example, and nothing in the good one. */
  readonly bad: string;
  readonly good: string;
  readonly check: (program: LintProgram, others: Others) => readonly Found[];
};

/** The rules that have run, and their findings, including silenced ones. */
export type Others = { readonly rules: readonly string[]; readonly findings: readonly Finding[] };

export type Severity = 'warning' | 'note';

/** One finding of a rule. */
export type Found = { readonly span: Span; readonly message: string };

export type Finding = Found & { readonly rule: string; readonly severity: Severity };
