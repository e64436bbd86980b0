// Wraps a term outside any module in a module, for code that processes modules.

import type { DefConst, Module } from '../core/model/definition.ts';
import type { Term } from '../core/model/term.ts';
import { replModuleName } from '../resolve/top-level.ts';
import { FullyQualifiedName } from '../values/names.ts';
import { replHash } from '../values/encoding/hash.ts';

export const termOf = ({ value }: DefConst): Term | undefined =>
  value.kind === 'term' ? value.term : undefined;

/** So that a lone term is checked like a function. */
export function moduleAround(body: Term): Module {
  const { span } = body;
  const spec = { name: '', type: undefined, span };
  const term: Term = { kind: 'nullary', body, span };
  return {
    kind: 'module',
    name: replModuleName,
    governance: {
      kind: 'capability',
      name: new FullyQualifiedName(replModuleName, '', replHash),
    },
    defs: [{ kind: 'defun', spec, params: [], term, span }],
    blessed: [],
    imports: [],
    implements: [],
    hash: replHash,
    txHash: replHash,
    code: '',
    span,
  };
}
