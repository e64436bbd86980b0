// The input of the rules: the tree of a source, its comments, and facts that several rules need.

import type { Source, Span } from '../../base/span.ts';
import type { Module, TopLevel } from '../../lang/session/analyse.ts';
import { Authority } from './authority.ts';
import { bindingsOf, type Binding } from './bindings.ts';
import { bodiesOfForm, type Body } from './bodies.ts';

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
