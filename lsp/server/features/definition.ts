// Go to definition.

import {
  DeclarationRequest,
  DefinitionRequest,
  type Location,
  type LocationLink,
} from 'vscode-languageserver/node';
import { definitionAt, type Definition } from '../../../src/tools/analysis/services/definition.ts';
import type { Feature } from '../feature.ts';
import type { Session, View } from '../session.ts';

export const definition: Feature = {
  capabilities: () => ({ definitionProvider: true, declarationProvider: true }),
  register: (session) => {
    const { definition: asDefinition, declaration } = session.client.textDocument ?? {};
    session.on(DefinitionRequest.type, (params) => {
      const { offset, ...view } = session.offset(params);
      const found = definitionAt(view.snapshot.naming(view.path), view.path, offset);
      return locations(session, view, found, asDefinition?.linkSupport === true);
    });
    session.on(DeclarationRequest.type, (params) => {
      const { offset, ...view } = session.offset(params);
      const found = definitionAt(view.snapshot.naming(view.path), view.path, offset);
      return locations(session, view, found, declaration?.linkSupport === true);
    });
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
