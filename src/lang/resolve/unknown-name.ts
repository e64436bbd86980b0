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
  const names = [
    ...resolution.locals.names(),
    ...resolution.members.keys(),
    ...[...resolution.own.keys()].map((member) => `${resolution.current?.name.text}.${member}`),
  ];
  throw evalError(name, data, span).withNamesInScope(() => names);
}
