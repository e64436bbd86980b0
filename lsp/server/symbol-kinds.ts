// The protocol's kinds for our kinds of symbols.

import { SymbolKind as Protocol } from 'vscode-languageserver/node';
import type { SymbolKind } from '../../src/tools/analysis/workspace/symbols.ts';

export const symbolKinds = {
  module: Protocol.Module,
  interface: Protocol.Interface,
  function: Protocol.Function,
  capability: Protocol.Event,
  defpact: Protocol.Method,
  step: Protocol.Operator,
  constant: Protocol.Constant,
  schema: Protocol.Struct,
  field: Protocol.Field,
  table: Protocol.Class,
  parameter: Protocol.Variable,
  local: Protocol.Variable,
  builtin: Protocol.Function,
  'special-form': Protocol.Operator,
  keyset: Protocol.Key,
  namespace: Protocol.Namespace,
} as const satisfies Record<SymbolKind, Protocol>;
