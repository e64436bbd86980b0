// The definition of a lint rule, and what a rule receives. Rules are in rules/, one family in a file, and listed in
// rules/index.ts: `pact lint`, its documentation and the tests of the examples follow from the list.

import type { Source, Span } from '../../base/span.ts';
import type { Module, TopLevel } from '../../lang/session/analyse.ts';
import { Authority } from './authority.ts';
import { type Binding, bindingsOf } from './bindings.ts';
import { bodiesOfForm, type Body } from './expressions.ts';

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

type Severity = 'warning' | 'note';

/** One finding of a rule. */
export type Found = { readonly span: Span; readonly message: string };

export type Finding = Found & { readonly rule: string; readonly severity: Severity };

export type LintProgram = {
  readonly source: Source;
  readonly forms: readonly TopLevel[];
  readonly comments: readonly Comment[];
  /** Whether it is code for a chain. Rules about authority skip scripts, whose modules serve tests. */
  readonly isContract: boolean;
  readonly modules: readonly Module[];
  /** All code with parameters and a body, and the code outside modules. */
  readonly bodies: readonly Body[];
  readonly bindings: readonly Binding[];
  readonly authorities: ReadonlyMap<Module, Authority>;
};

export type Comment = { readonly text: string; readonly span: Span };

export function lintProgram(
  parts: Pick<LintProgram, 'source' | 'forms' | 'comments' | 'isContract'>,
): LintProgram {
  const modules = parts.forms.filter((form) => form.kind === 'module');
  const bodies = parts.forms.flatMap(bodiesOfForm);
  return {
    ...parts,
    modules,
    bodies,
    bindings: bodies.flatMap(bindingsOf),
    authorities: new Map(modules.map((module) => [module, new Authority(module)])),
  };
}
