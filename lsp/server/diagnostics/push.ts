// Diagnostics that the server sends on its own (push model), a moment after the last change. Not used for clients that
// request them, which would show each diagnostic twice.

import type { Diagnostic } from 'vscode-languageserver/node';
import type { Analysis } from '../../../src/tools/analysis/workspace/analysis.ts';
import type { OpenDocument } from '../documents.ts';
import { limits } from '../limits.ts';
import type { Session, View } from '../session.ts';
import { stepsFor } from '../steps.ts';
import { diagnosticsOf } from './diagnostics-of.ts';

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
