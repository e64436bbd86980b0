// Errors about modules that are not known.

import type { EvalError } from '../../lang/session/analyse.ts';

/** The module that an error says is missing. */
export function missingModule(error: EvalError): string | undefined {
  if (error.is('ModuleDoesNotExist') || error.is('NoSuchModule')) return error.data.module;
  if (error.is('NoSuchModuleMember')) return error.data.module;
  if (error.is('NoSuchInterface')) return error.data.interface;
  return undefined;
}
