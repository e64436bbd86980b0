// Call hierarchy of functions, and type hierarchy of modules and interfaces. An item is found again by its position:
// the server stores none.

import {
  CallHierarchyIncomingCallsRequest,
  CallHierarchyOutgoingCallsRequest,
  CallHierarchyPrepareRequest,
  SymbolKind,
  TypeHierarchyPrepareRequest,
  TypeHierarchySubtypesRequest,
  TypeHierarchySupertypesRequest,
  type CallHierarchyIncomingCall,
  type CallHierarchyItem,
  type CallHierarchyOutgoingCall,
  type TypeHierarchyItem,
} from 'vscode-languageserver/node';
import {
  callItemAt,
  incomingCalls,
  outgoingCalls,
  subtypes,
  supertypes,
  typeItemAt,
  type CallItem,
} from '../../../src/tools/analysis/services/hierarchy.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { CodeSymbol, TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { Feature } from '../feature.ts';
import type { Session, View } from '../session.ts';
import { symbolKinds } from '../symbol-kinds.ts';

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
