// The error for an unknown name, with the names in scope, from which hints are chosen.

import type { Span } from '../../base/span.ts';
import { evalError, type ErrorData, type ErrorName } from '../diagnostics/error.ts';
import type { Resolution } from './resolution.ts';

type UnknownName =
  | 'ModuleDoesNotExist'
  | 'NoSuchModule'
  | 'NoSuchModuleMember'
  | 'UnboundTermVariable'
  | 'UnboundTypeVariable';

export function failUnknown<Name extends UnknownName & ErrorName>(
  resolution: Resolution,
  name: Name,
  data: ErrorData<Name>,
  span: Span,
): never {
  // Scopes are closed while the error propagates, so they are read now.
  const locals = [...resolution.locals.names()];
  const { members, own, current } = resolution;
  throw evalError(name, data, span).withNamesInScope(function* () {
    yield* locals;
    yield* members.keys();
    for (const member of own.keys()) yield `${current?.name.text}.${member}`;
  });
}
