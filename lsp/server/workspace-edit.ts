// Edits of several files, in the form that the client understands.

import type { TextDocumentEdit, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import type { Snapshot } from '../../src/ide/workspace/snapshot.ts';
import type { Session } from './session.ts';

type Edit = { readonly start: number; readonly end: number; readonly text: string };

/** With the versions that the edits were made for, so that a client refuses them for newer text. */
export function workspaceEdit(
  session: Session,
  snapshot: Snapshot,
  files: Iterable<readonly [path: string, edits: readonly Edit[]]>,
): WorkspaceEdit {
  const edits = [...files].flatMap(([path, ofFile]) => {
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
