// The error for two definitions with one name. Its place is that of the module, as in the reference; both definitions are
// shown.

import type { Span } from '../../base/span.ts';
import { evalError } from '../diagnostics/error.ts';
import { parsedDefName, type ParsedDef, type ParsedInterfaceDef } from './parsed.ts';

type Containing = {
  readonly name: string;
  /** In written order. */
  readonly defs: readonly (ParsedDef | ParsedInterfaceDef)[];
  readonly span: Span;
};

/** `module`: the full name. */
export function failDuplicate(name: string, module: string, { defs, span }: Containing): never {
  const error = evalError('DuplicateDefinition', { name: `${module}.${name}` }, span);
  const [first, second] = defs.filter((def) => parsedDefName(def) === name);
  if (first === undefined || second === undefined) throw error;
  throw error
    .withMarked(nameSpan(second))
    .withRelated([{ label: 'First defined here', note: '', span: nameSpan(first) }]);
}

const nameSpan = (def: ParsedDef | ParsedInterfaceDef): Span =>
  def.kind === 'defschema' || def.kind === 'deftable' ? def.span : def.spec.span;
