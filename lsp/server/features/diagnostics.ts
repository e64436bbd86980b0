// Diagnostics that the client asks for: of one document, and of all files of its projects.

import { createHash } from 'node:crypto';
import {
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  WorkspaceDiagnosticRequest,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { diagnosticsOf } from '../diagnostics/diagnostics-of.ts';
import type { Feature } from '../feature.ts';
import type { Session, View } from '../session.ts';

export const diagnostics: Feature = {
  capabilities: () => ({
    diagnosticProvider: {
      identifier: 'pact',
      interFileDependencies: true,
      workspaceDiagnostics: true,
    },
  }),
  register: (session) => {
    session.on(DocumentDiagnosticRequest.type, ({ textDocument, previousResultId }) =>
      reportOf(session, session.view(textDocument.uri), previousResultId),
    );
    session.on(WorkspaceDiagnosticRequest.type, ({ previousResultIds }) => {
      const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
      return {
        items: session.projects.all().flatMap((project) => {
          const snapshot = project.workspace.snapshot();
          return snapshot.files().flatMap((path): WorkspaceDocumentDiagnosticReport[] => {
            const uri = session.uri(path);
            const document = snapshot.document(path);
            if (document === undefined) return [];
            const view = { uri, path, snapshot, document, lines: session.linesOf(document) };
            const version = session.documents.get(uri)?.version ?? null;
            return [{ ...reportOf(session, view, known.get(uri)), uri, version }];
          });
        }),
      };
    });
  },
};

function reportOf(
  session: Session,
  view: View,
  previous: string | undefined,
): DocumentDiagnosticReport {
  const items: Diagnostic[] = [...diagnosticsOf(session, view)];
  const resultId = createHash('sha1').update(JSON.stringify(items)).digest('base64url');
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}
