// References to a name: in all files, and in the current file while the cursor is on it.

import {
  DocumentHighlightKind,
  DocumentHighlightRequest,
  ReferencesRequest,
  type DocumentHighlight,
  type Location,
} from 'vscode-languageserver/node';
import { highlightsAt } from '../../../src/tools/analysis/services/document-highlight.ts';
import { findingReferences } from '../../../src/tools/analysis/services/references.ts';
import type { Feature } from '../feature.ts';

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
