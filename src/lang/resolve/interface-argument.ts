// The argument of `env-dynref`, a builtin of Pact 4 that takes an interface by its bare name. An interface is not a value, so
// the builtin receives its full name as a string.

import type { Span } from '../../base/span.ts';
import type { ParsedName } from '../core/model/term.ts';
import { ModuleName } from '../values/names.ts';
import { findModuleData } from './modules.ts';
import { isVariable } from './names.ts';
import type { ParsedTerm } from './parsed.ts';
import type { Resolution } from './resolution.ts';

const takesInterface = 'env-dynref';

export function withInterfaceName(
  resolution: Resolution,
  internal: string,
  args: readonly ParsedTerm[],
): readonly ParsedTerm[] {
  const [first, ...others] = args;
  if (internal !== takesInterface || first?.kind !== 'var') return args;
  const { span } = first;
  const value = interfaceNamed(resolution, first.name, span);
  if (value === undefined) return args;
  return [{ kind: 'literal', literal: { kind: 'string', value }, span }, ...others];
}

function interfaceNamed(resolution: Resolution, name: ParsedName, span: Span): string | undefined {
  for (const candidate of candidates(resolution, name)) {
    const found = findModuleData(resolution, candidate, span)?.module;
    if (found !== undefined) return found.kind === 'interface' ? found.name.text : undefined;
  }
  return undefined;
}

/** Returns the modules that the name may refer to, in lookup order. */
function candidates(resolution: Resolution, name: ParsedName): readonly ModuleName[] {
  if (name.kind === 'qualified') {
    const { module } = name;
    return module.namespace === undefined ? [new ModuleName(name.name, module.name)] : [];
  }
  if (name.kind !== 'bare' || isVariable(resolution, name.name)) return [];
  const { namespace } = resolution.environment.loaded;
  const root = new ModuleName(name.name);
  return namespace === undefined ? [root] : [root, new ModuleName(name.name, namespace.name)];
}
