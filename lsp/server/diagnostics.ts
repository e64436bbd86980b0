// The problems of a document, as the protocol's diagnostics: first those of `pact check`, then those of `pact lint`. Clients
// request them (pull model), or the server sends them on its own, a moment after the last change (push model).

import { createHash } from 'node:crypto';
import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
  DiagnosticTag,
  type DocumentDiagnosticReport,
  DocumentDiagnosticReportKind,
  DocumentDiagnosticRequest,
  type WorkspaceDiagnosticReport,
  WorkspaceDiagnosticRequest,
  type WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node';
import { didYouMean, errorAdvice } from '../../src/lang/session/run.ts';
import { isPactFile } from '../../src/script/files.ts';
import type { Diagnostic as Checked } from '../../src/tools/analysis/check/diagnostics.ts';
import type { Analysis } from '../../src/tools/analysis/workspace/analysis.ts';
import { lintSource } from '../../src/tools/lint/lint.ts';
import type { Finding } from '../../src/tools/lint/rule.ts';
import { rules } from '../../src/tools/lint/rules/index.ts';
import type { OpenDocument } from './documents.ts';
import { limits } from './limits.ts';
import { type Feature, type Session, stepsFor, type View } from './session.ts';

const checkSource = 'pact';
const lintSourceName = 'pact lint';

/** Errors come first if there are more than can be shown. */
function diagnosticsOf(
  session: Session,
  view: View,
  { diagnostics: checked }: Analysis = view.snapshot.analysis(view.path),
): readonly Diagnostic[] {
  const errors = checked.filter(({ severity }) => severity === 'error');
  const warnings = checked.filter(({ severity }) => severity !== 'error');
  const found = [...errors, ...warnings].map((each) => fromCheck(session, view, each));
  const linted = session.settings.lint ? findingsOf(session, view) : [];
  const failed = session.testFailures.diagnosticsOf(view.path, view.document.text);
  return [...failed, ...found, ...linted.map((each) => fromLint(session, view, each))].slice(
    0,
    limits.diagnosticsOfFile,
  );
}

/** Returns warnings of the enabled lint rules; none for a file with syntax errors. */
export function findingsOf(session: Session, { path, document }: View): readonly Finding[] {
  const { ignoredRules } = session.projects.settingsOf(path);
  const chosen = rules.filter(({ name }) => !ignoredRules.has(name));
  if (document.errors.length > 0) return [];
  const linted = lintSource(document.source, { isContract: isPactFile(path), rules: chosen });
  return linted.kind === 'linted' ? linted.findings : [];
}

function fromCheck(session: Session, view: View, { severity, error }: Checked): Diagnostic {
  const message = error.message.replace(/\s*\n\s*/g, ' ');
  const hints = [errorAdvice(error), error.hint, didYouMean(error)];
  const page = `errors.md#${error.code.toLowerCase()}-${error.name.toLowerCase()}`;
  const related = relatedOf(session, view, error);
  return {
    range: view.lines.rangeOf(error.span),
    severity: severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning,
    code: error.code,
    codeDescription: { href: session.options.documentation(page) },
    source: checkSource,
    message: [message, ...hints.filter((hint) => hint !== undefined)].join('\n'),
    ...(related.length > 0 && { relatedInformation: [...related] }),
  };
}

function relatedOf(
  session: Session,
  { snapshot }: View,
  { related }: Checked['error'],
): readonly DiagnosticRelatedInformation[] {
  const canShow = session.client.textDocument?.publishDiagnostics?.relatedInformation !== false;
  if (!canShow) return [];
  return related.flatMap(({ label, note, span }) => {
    const location = session.location(snapshot, span.source.name, span);
    return location === undefined ? [] : [{ location, message: `${label}${note}` }];
  });
}

const unused = /^unused-/;
const deprecated = /^deprecated-/;

function fromLint(session: Session, view: View, finding: Finding): Diagnostic {
  const { rule, severity, message, span } = finding;
  const tags = [
    ...(unused.test(rule) ? [DiagnosticTag.Unnecessary] : []),
    ...(deprecated.test(rule) ? [DiagnosticTag.Deprecated] : []),
  ];
  return {
    range: view.lines.rangeOf(span),
    severity: severity === 'warning' ? DiagnosticSeverity.Warning : DiagnosticSeverity.Information,
    code: rule,
    codeDescription: { href: session.options.documentation(`lint.md#${rule}`) },
    source: lintSourceName,
    message,
    ...(tags.length > 0 && { tags }),
  };
}

export class DiagnosticPusher {
  private readonly session: Session;
  private readonly isWanted: boolean;
  /** The last sent diagnostics, by URI. */
  private readonly sent = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private next: NodeJS.Immediate | undefined;

  constructor(session: Session) {
    this.session = session;
    this.isWanted = session.client.textDocument?.diagnostic === undefined;
  }

  /** Call this when documents, files or settings changed. */
  changed({ isOpening = false } = {}): void {
    if (!this.isWanted) return;
    this.stop();
    // A document that was just opened is not being edited.
    const wait = isOpening ? 0 : limits.debounceMs;
    this.timer = setTimeout(() => this.work(this.sending()), wait);
  }

  closed(uri: string): void {
    if (!this.isWanted) return;
    this.sent.delete(uri);
    this.send(uri, undefined, []);
  }

  stop(): void {
    clearTimeout(this.timer);
    clearImmediate(this.next);
  }

  /** Works a few milliseconds at a time, so that requests are handled in between. */
  private work(steps: Generator<undefined, void>): void {
    if (stepsFor(steps, limits.turnMs) !== undefined) return;
    this.next = setImmediate(() => this.work(steps));
  }

  private *sending(): Generator<undefined, void> {
    const documents = this.session.documents.all();
    for (const each of documents) yield* this.reportingFaults(this.sendingFirst(each));
    for (const each of documents) yield* this.reportingFaults(this.sendingAll(each));
  }

  /** An internal fault in one document must not keep the others from being checked. */
  private *reportingFaults(steps: Generator<undefined, void>): Generator<undefined, void> {
    try {
      yield* steps;
    } catch (error) {
      this.session.reportFault(error);
    }
    yield;
  }

  private *sendingFirst(document: OpenDocument): Generator<undefined, void> {
    const view = this.session.view(document.uri);
    const first = view.snapshot.firstAnalysis(view.path);
    if (first !== undefined) this.sendOf(document, view, first);
    yield;
  }

  private *sendingAll(document: OpenDocument): Generator<undefined, void> {
    const view = this.session.view(document.uri);
    yield* view.snapshot.checking();
    this.sendOf(document, view, view.snapshot.analysis(view.path));
  }

  private sendOf({ uri, version }: OpenDocument, view: View, analysis: Analysis): void {
    const diagnostics = diagnosticsOf(this.session, view, analysis);
    const text = `${version} ${JSON.stringify(diagnostics)}`;
    if (this.sent.get(uri) === text) return;
    this.sent.set(uri, text);
    this.send(uri, version, diagnostics);
  }

  private send(uri: string, version: number | undefined, found: readonly Diagnostic[]): void {
    const diagnostics = [...found];
    const sent = this.session.connection.sendDiagnostics(
      version === undefined ? { uri, diagnostics } : { uri, version, diagnostics },
    );
    this.session.unanswered(sent);
  }
}

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
