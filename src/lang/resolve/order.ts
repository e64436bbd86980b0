// The order in which definitions of a module or interface are resolved and hashed.

import { assert } from '../../base/assert.ts';
import { compareText } from '../../base/text.ts';
import { definitionOrder } from '../core/model/definition-order.ts';
import { fail } from '../diagnostics/error.ts';
import type { ModuleName } from '../values/names.ts';
import { dependenciesOf } from './dependencies.ts';
import { parsedDefName, type ParsedDef, type ParsedInterfaceDef } from './parsed.ts';

/** Returns dependencies first; a cycle of definitions is an error. */
export function inDependencyOrder<D extends ParsedDef | ParsedInterfaceDef>(
  defs: readonly D[],
  module: ModuleName,
): readonly D[] {
  const own = { module: module.text, names: new Set(defs.map(parsedDefName)) };
  const nodes = defs.map((def) => ({
    name: parsedDefName(def),
    dependencies: [...dependenciesOf(def, own)].sort(compareText),
  }));
  const result = definitionOrder(nodes);
  if (result.kind === 'ordered') return result.order.map((index) => defs[index] as D);
  const members = result.members.map((index) => defs[index] as D);
  const first = members[0];
  assert(first !== undefined, 'a cycle has a member');
  const names = members.map(parsedDefName);
  return fail('RecursionDetected', { module: module.text, names }, first.span);
}
