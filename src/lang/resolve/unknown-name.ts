// The error of a name that means nothing, with the names that it could have been: hints are drawn
// from them.

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
  // Scopes close while the error travels, so they are read now.
  const names = [
    ...resolution.locals.names(),
    ...resolution.members.keys(),
    ...[...resolution.own.keys()].map((member) => `${resolution.current?.name.text}.${member}`),
  ];
  throw evalError(name, data, span).withNamesInScope(() => names);
}
