// What a rule is: one definition a file of rules/, listed in rules/index.ts. The command, its
// documentation and the tests of the examples follow from it.

import type { Span } from '../base/span.ts';
import type { LintProgram } from './program.ts';

export type Rule = {
  /** As comments and the command line write it: `unused-binding`. */
  readonly name: string;
  /** What it finds, in a line. */
  readonly summary: string;
  /** Why that matters and what to do, in a paragraph or two. */
  readonly explanation: string;
  /** `warning` where funds or rights may be at stake, `note` for the rest. */
  readonly severity: Severity;
  /** The rule finds something in the bad example, and nothing in the good one. */
  readonly bad: string;
  readonly good: string;
  readonly check: (program: LintProgram, others: Others) => readonly Found[];
};

/** The rules that were asked before, and what they found, silenced or not. */
export type Others = { readonly rules: readonly string[]; readonly findings: readonly Finding[] };

export type Severity = 'warning' | 'note';

/** What a rule says about a place. */
export type Found = { readonly span: Span; readonly message: string };

export type Finding = Found & { readonly rule: string; readonly severity: Severity };
