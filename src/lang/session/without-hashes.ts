// Removes hashes of imports from forms for analysis: they are hashes of deployed modules, which analysis does not know.

import type * as syntax from '../syntax/ast.ts';
import type { TopLevel } from '../syntax/ast.ts';

const hasMembers = ({ kind }: TopLevel): boolean => kind === 'module' || kind === 'interface';

export const namesHashes = (form: TopLevel): boolean => form.kind === 'use' || hasMembers(form);

/** A hash in an import is the hash of a deployed module. */
export function withoutHashes(form: TopLevel): TopLevel {
  const open = (each: syntax.Import): syntax.Import => ({ ...each, hash: undefined });
  switch (form.kind) {
    case 'use':
      return { ...form, ...open(form) };
    case 'module':
      return {
        ...form,
        external: form.external.map((each) => (each.kind === 'use' ? open(each) : each)),
      };
    case 'interface':
      return { ...form, imports: form.imports.map(open) };
    default:
      return form;
  }
}
