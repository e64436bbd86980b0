// The order in which definitions of a module or interface are resolved and hashed.

import { assert } from '../../base/assert.ts';
import { shortestCircle } from '../../base/prose.ts';
import { compareText } from '../../base/text.ts';
import { definitionOrder } from '../core/model/definition-order.ts';
import { evalError, type EvalError } from '../diagnostics/error.ts';
import type { ModuleName } from '../values/names.ts';
import { dependenciesOf } from './dependencies.ts';
import { parsedDefName, type ParsedDef, type ParsedInterfaceDef } from './parsed.ts';

export type OrderedDefinitions<D> = {
  /** Dependencies first. */
  readonly defs: readonly D[];
  /** Definitions that depend on themselves, perhaps through others, so one before them may need them. */
  readonly circular: ReadonlySet<D>;
};

/** A cycle of definitions is an error: thrown, or reported once for each cycle. */
export function inDependencyOrder<D extends ParsedDef | ParsedInterfaceDef>(
  defs: readonly D[],
  module: ModuleName,
  report: ((error: EvalError) => void) | undefined,
): OrderedDefinitions<D> {
  const own = { module: module.text, names: new Set(defs.map(parsedDefName)) };
  const nodes = defs.map((def) => ({
    name: parsedDefName(def),
    dependencies: [...dependenciesOf(def, own)].sort(compareText),
  }));
  const { order, cycles } = definitionOrder(nodes);
  const at = (index: number): D => defs[index] as D;
  for (const cycle of cycles) {
    const members = cycle.map((index) => nodes[index] as (typeof nodes)[number]);
    const [first] = cycle;
    assert(first !== undefined, 'a cycle has a member');
    const { span } = at(first);
    const names = members.map(({ name }) => name);
    const data = { module: module.text, circle: shortestCircle(members) };
    if (report === undefined) throw evalError('RecursionDetected', { ...data, names }, span);
    report(evalError('RecursionDetected', { ...data, names: shortened(names) }, span));
  }
  return { defs: order.map(at), circular: new Set(cycles.flat().map(at)) };
}

const maxNames = 8;

/** For a list of errors that people read: the message lists every name on a line of its own. */
function shortened(names: readonly string[]): readonly string[] {
  if (names.length <= maxNames) return names;
  const shown = names.slice(0, maxNames - 1);
  return [...shown, `and ${names.length - shown.length} more`];
}
