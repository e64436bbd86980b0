// Diagnostics on request (pull model): of one document, and of all files of its projects.

import { createHash } from 'node:crypto';
import {
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  WorkspaceDiagnosticRequest,
  type Diagnostic,
  type DocumentDiagnosticReport,
  type WorkspaceDiagnosticReport,
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
    session.inSteps(
      DocumentDiagnosticRequest.type,
      function* ({
        textDocument,
        previousResultId,
      }): Generator<undefined, DocumentDiagnosticReport> {
        const view = session.view(textDocument.uri);
        const first = session.canRefreshDiagnostics ? firstReport(session, view) : undefined;
        if (first !== undefined) return first;
        yield* view.snapshot.checking();
        return reportOf(diagnosticsOf(session, view), previousResultId);
      },
    );
    session.inSteps(WorkspaceDiagnosticRequest.type, function* ({ previousResultIds }): Generator<
      undefined,
      WorkspaceDiagnosticReport
    > {
      const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]));
      const items: WorkspaceDocumentDiagnosticReport[] = [];
      for (const { workspace } of session.projects.all()) {
        const snapshot = workspace.snapshot();
        yield* snapshot.checking();
        for (const path of snapshot.files()) {
          const uri = session.uri(path);
          const document = snapshot.document(path);
          if (document === undefined) continue;
          const view = { uri, path, snapshot, document, lines: session.linesOf(document) };
          const version = session.documents.get(uri)?.version ?? null;
          const report = reportOf(diagnosticsOf(session, view), known.get(uri));
          items.push({ ...report, uri, version });
          yield;
        }
      }
      return { items };
    });
  },
};

/** Until the project was checked as a whole, the client is told to request again later. */
function firstReport(session: Session, view: View): DocumentDiagnosticReport | undefined {
  const first = view.snapshot.firstAnalysis(view.path);
  if (first === undefined) return undefined;
  session.checkSoon(view.path);
  return reportOf(diagnosticsOf(session, view, first), undefined);
}

function reportOf(
  found: readonly Diagnostic[],
  previous: string | undefined,
): DocumentDiagnosticReport {
  const items = [...found];
  const resultId = createHash('sha1').update(JSON.stringify(items)).digest('base64url');
  if (resultId === previous) return { kind: DocumentDiagnosticReportKind.Unchanged, resultId };
  return { kind: DocumentDiagnosticReportKind.Full, resultId, items };
}
