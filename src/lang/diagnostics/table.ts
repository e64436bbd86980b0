// The table of all errors, by the reference's constructor names. A new error is one entry in a file
// of `errors/`; everything else (types of the data, codes, documentation, tests) is derived from it.

import type { ErrorEntry } from './entry.ts';
import { databaseErrors } from './errors/database.ts';
import { desugarErrors } from './errors/desugar.ts';
import { executionCapabilityErrors, executionModuleErrors } from './errors/execution-modules.ts';
import { executionDefpactErrors } from './errors/execution-defpacts.ts';
import { executionValueErrors } from './errors/execution-values.ts';
import { hyperlaneErrors, limitErrors, verifierErrors } from './errors/outside.ts';
import { invariantErrors } from './errors/invariant.ts';
import { recoverableErrors } from './errors/recoverable.ts';
import { lexerErrors, parseErrors } from './errors/syntax.ts';
import { typeErrors } from './errors/types.ts';

export const errorTable = {
  ...lexerErrors,
  ...parseErrors,
  ...desugarErrors,
  ...executionValueErrors,
  ...executionModuleErrors,
  ...executionCapabilityErrors,
  ...executionDefpactErrors,
  ...invariantErrors,
  ...databaseErrors,
  ...hyperlaneErrors,
  ...recoverableErrors,
  ...verifierErrors,
  ...limitErrors,
  ...typeErrors,
};

export type ErrorName = keyof typeof errorTable;

/** The data of the error with this name. */
export type ErrorData<Name extends ErrorName> = Name extends ErrorName
  ? (typeof errorTable)[Name]['sample']
  : never;

/**
 * Returns the entry of a name. Callers have a name and data that were type-checked together.
 */
export function entryOf<Name extends ErrorName>(name: Name): ErrorEntry<ErrorData<Name>> {
  // The compiler cannot see that the entry of a name takes the data of that name.
  return errorTable[name] as unknown as ErrorEntry<ErrorData<Name>>;
}

// No name is an integer, so the keys are in the order above.
export const errorNames = Object.keys(errorTable) as readonly ErrorName[];
