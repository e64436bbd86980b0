// Errors about unknown modules.

import { evalError, type EvalError } from '../../lang/session/analyse.ts';

/** Returns the module that is missing according to an error. */
export function missingModule(error: EvalError): string | undefined {
  if (error.is('ModuleDoesNotExist') || error.is('NoSuchModule')) return error.data.module;
  if (error.is('NoSuchModuleMember')) return error.data.module;
  if (error.is('NoSuchInterface')) return error.data.interface;
  return undefined;
}

/**
 * An unknown unqualified name could be a module, which resolution tries last and reports; what was meant is a variable
 * or function.
 */
export function asUnboundName(error: EvalError, isModule: (name: string) => boolean): EvalError {
  if (!error.is('NoSuchModule') && !error.is('ModuleDoesNotExist')) return error;
  const { data, span, namesInScope } = error;
  const name = data.module.slice(data.module.lastIndexOf('.') + 1);
  if (isModule(data.module) || isModule(name)) return error;
  const isVariable = span.text === name;
  // A qualified name is reported unchanged.
  if (!isVariable && error.is('ModuleDoesNotExist')) return error;
  if (!isVariable && data.module !== name) return error;
  // The place of a name in a type is that of the definition.
  const unbound = evalError(
    isVariable ? 'UnboundTermVariable' : 'UnboundTypeVariable',
    { name },
    span,
  ).withMarked(error.marked);
  return namesInScope === undefined ? unbound : unbound.withNamesInScope(namesInScope);
}
