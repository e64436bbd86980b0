// Finds definitions of contracts that change rows, directly or through calls, and demand no authority.

import type { Span } from '../../base/span.ts';
import { nameOf, type Reach, type Write } from './authority.ts';
import type { LintProgram } from './program.ts';

export type Writer = {
  readonly name: string;
  /** The span of its name. */
  readonly span: Span;
  /** Changes in its own body. */
  readonly direct: readonly Write[];
  readonly reach: Reach;
};

export function definitionsThatWrite({
  isContract,
  modules,
  authorities,
}: LintProgram): readonly Writer[] {
  if (!isContract) return [];
  return modules.flatMap((module) =>
    module.definitions.flatMap((definition) => {
      const authority = authorities.get(module);
      if (authority === undefined) return [];
      if (definition.kind !== 'defun' && definition.kind !== 'defpact') return [];
      const name = nameOf(definition);
      const reach = authority.reach(name);
      if (reach.writes.length === 0 || reach.asks) return [];
      return [{ name, span: definition.spec.span, direct: authority.directWrites(name), reach }];
    }),
  );
}
