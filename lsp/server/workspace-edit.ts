// Edits of several files, in the format that the client supports.

import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { Snapshot } from '../../src/tools/analysis/workspace/snapshot.ts';
import { RequestRefused, type Session } from './session.ts';

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** Includes document versions, so that a client refuses the edits for newer text. */
export function workspaceEdit(
  session: Session,
  snapshot: Snapshot,
  files: Iterable<readonly [path: string, edits: readonly Edit[]]>,
): WorkspaceEdit {
  const edits = [...files].flatMap(([path, ofFile]) => {
    if (!session.projects.mayEdit(path)) {
      throw new RequestRefused(`${path} is outside of the project: open it to allow changes there`);
    }
    const document = snapshot.document(path);
    if (document === undefined) return [];
    const lines = session.linesOf(document);
    const texts = ofFile.map(({ start, end, text }): TextEdit => ({
      range: lines.rangeOf({ start, end }),
      newText: text,
    }));
    return [{ uri: session.uri(path), version: document.version ?? null, edits: texts }];
  });
  if (session.client.workspace?.workspaceEdit?.documentChanges === true) {
    const documentChanges = edits.map(({ uri, version, edits: texts }): TextDocumentEdit => ({
      textDocument: { uri, version },
      edits: texts,
    }));
    return { documentChanges };
  }
  return { changes: Object.fromEntries(edits.map(({ uri, edits: texts }) => [uri, texts])) };
}
