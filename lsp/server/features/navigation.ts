// From a name to other places: definitions, implementations, references, hierarchies, links, and the contents of documents that
// are not on disk.

import {
  type CallHierarchyIncomingCall,
  CallHierarchyIncomingCallsRequest,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  DeclarationRequest,
  DefinitionRequest,
  type DocumentHighlight,
  DocumentHighlightKind,
  DocumentHighlightRequest,
  type DocumentLink,
  DocumentLinkRequest,
  ImplementationRequest,
  type Location,
  type LocationLink,
  ReferencesRequest,
  SymbolKind,
  TextDocumentContentRequest,
  type TextDocumentContentResult,
  TypeDefinitionRequest,
  type TypeHierarchyItem,
  TypeHierarchyPrepareRequest,
  TypeHierarchySubtypesRequest,
  TypeHierarchySupertypesRequest,
} from 'vscode-languageserver/node';
import { shippedScheme } from '../../../src/script/files.ts';
import {
  type CallItem,
  callItemAt,
  implementationsAt,
  incomingCalls,
  outgoingCalls,
  subtypes,
  supertypes,
  typeDefinitionsAt,
  typeItemAt,
} from '../../../src/tools/analysis/services/implementations.ts';
import { linksOf } from '../../../src/tools/analysis/services/loads.ts';
import {
  type Definition,
  definitionAt,
  findingReferences,
  highlightsAt,
} from '../../../src/tools/analysis/services/references.ts';
import { normalPath, shippedDocument } from '../../../src/tools/analysis/workspace/document.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { CodeSymbol, TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import {
  type Feature,
  RequestRefused,
  type Session,
  type View,
  type PlaceParams,
} from '../session.ts';
import { symbolKinds } from './symbols.ts';

export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true, declarationProvider: true }),
  register: (session) => {
    const { definition: asDefinition, declaration } = session.client.textDocument ?? {};
    const answer = (params: PlaceParams, asLinks: boolean | undefined) => {
      const { offset, ...view } = session.offset(params);
      const found = definitionAt(view.snapshot.naming(view.path), view.path, offset);
      return locations(session, view, found, asLinks === true);
    };
    session.on(DefinitionRequest.type, (params) => answer(params, asDefinition?.linkSupport));
    session.on(DeclarationRequest.type, (params) => answer(params, declaration?.linkSupport));
  },
};

/** Links contain more: the range to underline, and the whole definition. */
function locations(
  session: Session,
  view: View,
  found: readonly Definition[],
  asLinks: boolean,
): Location[] | LocationLink[] {
  const { snapshot } = view;
  if (!asLinks) {
    return found.flatMap(({ path, nameSpan }) => session.location(snapshot, path, nameSpan) ?? []);
  }
  return found.flatMap(({ path, span, nameSpan, origin }): LocationLink[] => {
    const targetRange = session.range(snapshot, path, span);
    const targetSelectionRange = session.range(snapshot, path, nameSpan);
    if (targetRange === undefined || targetSelectionRange === undefined) return [];
    const originSelectionRange = view.lines.rangeOf(origin);
    const targetUri = session.uri(path);
    return [{ originSelectionRange, targetUri, targetRange, targetSelectionRange }];
  });
}

export const implementation: Feature = {
  capabilities: () => ({ implementationProvider: true, typeDefinitionProvider: true }),
  register: (session) => {
    session.on(ImplementationRequest.type, (params): Location[] => {
      const { offset, snapshot, path } = session.offset(params);
      return locationsOf(session, snapshot, implementationsAt(snapshot, path, offset));
    });
    session.on(TypeDefinitionRequest.type, (params): Location[] => {
      const { offset, snapshot, path } = session.offset(params);
      return locationsOf(session, snapshot, typeDefinitionsAt(snapshot, path, offset));
    });
  },
};

const locationsOf = (
  session: Session,
  snapshot: Snapshot,
  symbols: readonly CodeSymbol[],
): Location[] =>
  symbols.flatMap(({ place }) =>
    place === undefined ? [] : (session.location(snapshot, place.path, place.nameSpan) ?? []),
  );

export const references: Feature = {
  capabilities: () => ({ referencesProvider: true, documentHighlightProvider: true }),
  register: (session) => {
    session.inSteps(ReferencesRequest.type, function* (params): Generator<undefined, Location[]> {
      const { offset, snapshot, path } = session.offset(params);
      yield* snapshot.checking();
      const withDefinition = params.context.includeDeclaration;
      const locations: Location[] = [];
      for (const found of findingReferences(snapshot, path, offset, { withDefinition })) {
        for (const each of found) {
          const location = session.location(snapshot, each.path, each.span);
          if (location !== undefined) locations.push(location);
        }
        yield;
      }
      return locations;
    });
    session.on(DocumentHighlightRequest.type, (params): DocumentHighlight[] => {
      const { offset, snapshot, path, lines } = session.offset(params);
      return highlightsAt(snapshot.naming(path), path, offset).map(({ span, kind }) => ({
        range: lines.rangeOf(span),
        kind: kind === 'write' ? DocumentHighlightKind.Write : DocumentHighlightKind.Read,
      }));
    });
  },
};

export const hierarchy: Feature = {
  capabilities: () => ({ callHierarchyProvider: true, typeHierarchyProvider: true }),
  register: (session) => {
    registerCalls(session);
    registerTypes(session);
  },
};

function registerCalls(session: Session): void {
  session.on(CallHierarchyPrepareRequest.type, (params): CallHierarchyItem[] => {
    const { offset, snapshot, path } = session.offset(params);
    const item = callItemAt(snapshot, path, offset);
    return item === undefined ? [] : itemsOf(session, snapshot, item);
  });
  session.on(CallHierarchyIncomingCallsRequest.type, ({ item }): CallHierarchyIncomingCall[] => {
    const view = session.view(item.uri);
    const { snapshot } = view;
    return incomingCalls(snapshot, callItemOf(view, item)).flatMap(({ symbol, spans }) => {
      const fromRanges = rangesIn(session, snapshot, symbol.place.path, spans);
      return itemsOf(session, snapshot, symbol).map((from) => ({ from, fromRanges }));
    });
  });
  session.on(CallHierarchyOutgoingCallsRequest.type, ({ item }): CallHierarchyOutgoingCall[] => {
    const view = session.view(item.uri);
    const { snapshot } = view;
    return outgoingCalls(snapshot, callItemOf(view, item)).flatMap(({ symbol, spans }) => {
      const fromRanges = rangesIn(session, snapshot, view.path, spans);
      return itemsOf(session, snapshot, symbol).map((to) => ({ to, fromRanges }));
    });
  });
}

function registerTypes(session: Session): void {
  const related = (
    item: TypeHierarchyItem,
    find: (snapshot: Snapshot, symbol: CodeSymbol) => readonly CodeSymbol[],
  ): TypeHierarchyItem[] => {
    const { snapshot, path, lines } = session.view(item.uri);
    const symbol = typeItemAt(snapshot, path, lines.offsetAt(item.selectionRange.start));
    const found = symbol === undefined ? [] : find(snapshot, symbol);
    return found.flatMap((each) => itemsOf(session, snapshot, each));
  };
  session.on(TypeHierarchyPrepareRequest.type, (params): TypeHierarchyItem[] => {
    const { offset, snapshot, path } = session.offset(params);
    const symbol = typeItemAt(snapshot, path, offset);
    return symbol === undefined ? [] : itemsOf(session, snapshot, symbol);
  });
  session.on(TypeHierarchySupertypesRequest.type, ({ item }) => related(item, supertypes));
  session.on(TypeHierarchySubtypesRequest.type, ({ item }) => related(item, subtypes));
}

/** Returns the definition that an item was made of, or the form of a script. */
function callItemOf({ snapshot, path, lines }: View, item: CallHierarchyItem): CallItem {
  const span = { start: lines.offsetAt(item.range.start), end: lines.offsetAt(item.range.end) };
  const { start: from, end: to } = item.selectionRange;
  const nameSpan = { start: lines.offsetAt(from), end: lines.offsetAt(to) };
  const known = callItemAt(snapshot, path, nameSpan.start);
  return known ?? { kind: 'script', name: item.name, place: { path, span, nameSpan } };
}

/** Returns none if the file does not exist. */
function itemsOf(
  session: Session,
  snapshot: Snapshot,
  { kind, name, module, place }: CodeSymbol | CallItem,
): (CallHierarchyItem & TypeHierarchyItem)[] {
  if (place === undefined) return [];
  const range = session.range(snapshot, place.path, place.span);
  const selectionRange = session.range(snapshot, place.path, place.nameSpan);
  if (range === undefined || selectionRange === undefined) return [];
  return [
    {
      name,
      kind: kind === 'script' ? SymbolKind.File : symbolKinds[kind],
      uri: session.uri(place.path),
      range,
      selectionRange,
      ...(module !== undefined && { detail: module }),
    },
  ];
}

const rangesIn = (
  session: Session,
  snapshot: Snapshot,
  path: string,
  spans: readonly TextRange[],
): CallHierarchyItem['range'][] =>
  spans.flatMap((span) => session.range(snapshot, path, span) ?? []);

export const links: Feature = {
  capabilities: () => ({ documentLinkProvider: {} }),
  register: (session) => {
    session.on(DocumentLinkRequest.type, ({ textDocument }): DocumentLink[] => {
      const { document, lines } = session.view(textDocument.uri);
      return linksOf(document.source).map(({ start, end, target }) => ({
        range: lines.rangeOf({ start, end }),
        target: target.kind === 'file' ? session.uri(normalPath(target.path)) : target.url,
      }));
    });
  },
};

export const textContent: Feature = {
  capabilities: ({ canShowShipped }) =>
    canShowShipped
      ? { workspace: { textDocumentContent: { schemes: [shippedScheme.slice(0, -1)] } } }
      : {},
  register: (session) => {
    session.on(TextDocumentContentRequest.type, ({ uri }): TextDocumentContentResult => {
      const shipped = shippedDocument(uri);
      if (shipped === undefined) throw new RequestRefused(`there is no contract ${uri}`);
      return { text: shipped.text };
    });
  },
};
