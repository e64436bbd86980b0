// The structure of documents: outline, symbols of all projects, folding ranges, and the ranges of "expand selection".

import {
  type DocumentSymbol,
  DocumentSymbolRequest,
  type FoldingRange,
  FoldingRangeKind,
  FoldingRangeRequest,
  type SelectionRange,
  SelectionRangeRequest,
  type SymbolInformation,
  SymbolKind,
  WorkspaceSymbolRequest,
} from 'vscode-languageserver/node';
import {
  findingSymbols,
  type OutlineItem,
  type OutlineKind,
  outlineOf,
} from '../../../src/tools/analysis/services/outline.ts';
import { type Fold, foldsOf, selectionAt } from '../../../src/tools/analysis/services/ranges.ts';
import type { SymbolKind as CodeSymbolKind } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { Feature, View } from '../session.ts';

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

/** The protocol's kinds for our kinds of symbols. */
export const symbolKinds = {
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
  parameter: SymbolKind.Variable,
  local: SymbolKind.Variable,
  builtin: SymbolKind.Function,
  'special-form': SymbolKind.Operator,
  keyset: SymbolKind.Key,
  namespace: SymbolKind.Namespace,
} as const satisfies Record<CodeSymbolKind, SymbolKind>;

const kinds = {
  ...symbolKinds,
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

export const workspaceSymbols: Feature = {
  capabilities: () => ({ workspaceSymbolProvider: true }),
  register: (session) => {
    session.inSteps(WorkspaceSymbolRequest.type, function* ({ query }): Generator<
      undefined,
      SymbolInformation[]
    > {
      const found: SymbolInformation[] = [];
      for (const { workspace } of session.projects.all()) {
        const snapshot = workspace.snapshot();
        for (const { kind, name, module, place } of yield* findingSymbols(snapshot, query)) {
          if (place === undefined) continue;
          const location = session.location(snapshot, place.path, place.nameSpan);
          if (location === undefined) continue;
          const container = module === undefined ? {} : { containerName: module };
          found.push({ name, kind: symbolKinds[kind], location, ...container });
        }
      }
      return found;
    });
  },
};

export const folding: Feature = {
  capabilities: () => ({ foldingRangeProvider: true }),
  register: (session) => {
    const max = session.client.textDocument?.foldingRange?.rangeLimit ?? Infinity;
    session.on(FoldingRangeRequest.type, ({ textDocument }): FoldingRange[] => {
      const { document, lines } = session.view(textDocument.uri);
      return foldsOf(document.source)
        .slice(0, max)
        .map(({ start, end, kind }) => {
          const from = lines.positionAt(start);
          const to = lines.positionAt(end);
          const standard = foldKinds[kind];
          return {
            startLine: from.line,
            endLine: to.line,
            ...(standard !== undefined && { kind: standard }),
          };
        });
    });
  },
};

const foldKinds = {
  code: undefined,
  comment: FoldingRangeKind.Comment,
  imports: FoldingRangeKind.Imports,
  region: FoldingRangeKind.Region,
} as const satisfies Record<Fold['kind'], FoldingRangeKind | undefined>;

export const selection: Feature = {
  capabilities: () => ({ selectionRangeProvider: true }),
  register: (session) => {
    session.on(SelectionRangeRequest.type, ({ textDocument, positions }): SelectionRange[] => {
      const { document, lines } = session.view(textDocument.uri);
      return positions.map((position) => {
        const ranges = selectionAt(document.source, lines.offsetAt(position));
        return ranges.reduceRight<SelectionRange>(
          (parent, span) => ({ range: lines.rangeOf(span), parent }),
          { range: lines.rangeOf({ start: 0, end: lines.text.length }) },
        );
      });
    });
  },
};
