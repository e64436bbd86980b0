// The outline of a document.

import {
  DocumentSymbolRequest,
  SymbolKind,
  type DocumentSymbol,
  type SymbolInformation,
} from 'vscode-languageserver/node';
import {
  outlineOf,
  type OutlineItem,
  type OutlineKind,
} from '../../../src/tools/analysis/services/outline.ts';
import type { Feature } from '../feature.ts';
import type { View } from '../session.ts';

export const outline: Feature = {
  capabilities: () => ({ documentSymbolProvider: { label: 'Pact' } }),
  register: (session) => {
    const isNested =
      session.client.textDocument?.documentSymbol?.hierarchicalDocumentSymbolSupport === true;
    session.on(
      DocumentSymbolRequest.type,
      ({ textDocument }): DocumentSymbol[] | SymbolInformation[] => {
        const view = session.view(textDocument.uri);
        const items = outlineOf(view.document.source);
        return isNested ? nested(items, view) : flat(items, view, undefined);
      },
    );
  },
};

const kinds = {
  module: SymbolKind.Module,
  interface: SymbolKind.Interface,
  function: SymbolKind.Function,
  capability: SymbolKind.Event,
  defpact: SymbolKind.Method,
  step: SymbolKind.Operator,
  constant: SymbolKind.Constant,
  schema: SymbolKind.Struct,
  field: SymbolKind.Field,
  table: SymbolKind.Class,
  transaction: SymbolKind.Namespace,
  expectation: SymbolKind.Boolean,
} as const satisfies Record<OutlineKind, SymbolKind>;

const nested = (items: readonly OutlineItem[], view: View): DocumentSymbol[] =>
  items.map(({ kind, name, detail, span, nameSpan, children }) => ({
    name,
    detail,
    kind: kinds[kind],
    range: view.lines.rangeOf(span),
    selectionRange: view.lines.rangeOf(nameSpan),
    children: nested(children, view),
  }));

const flat = (
  items: readonly OutlineItem[],
  view: View,
  container: string | undefined,
): SymbolInformation[] =>
  items.flatMap(({ kind, name, span, children }) => [
    {
      name,
      kind: kinds[kind],
      location: { uri: view.uri, range: view.lines.rangeOf(span) },
      ...(container !== undefined && { containerName: container }),
    },
    ...flat(children, view, name),
  ]);
