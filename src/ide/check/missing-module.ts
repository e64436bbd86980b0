// Errors about unknown modules.

import type { EvalError } from '../../lang/session/analyse.ts';

/** Returns the module that is missing according to an error. */
export function missingModule(error: EvalError): string | undefined {
  if (error.is('ModuleDoesNotExist') || error.is('NoSuchModule')) return error.data.module;
  if (error.is('NoSuchModuleMember')) return error.data.module;
  if (error.is('NoSuchInterface')) return error.data.interface;
  return undefined;
}
