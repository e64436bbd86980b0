// Diagnostics that the server sends by itself, a moment after the last change. Not for clients that ask
// for them: those would show each twice.

import type { Diagnostic } from 'vscode-languageserver/node';
import type { OpenDocument } from '../documents.ts';
import { limits } from '../limits.ts';
import type { Session } from '../session.ts';
import { diagnosticsOf } from './diagnostics-of.ts';

export class DiagnosticPusher {
  private readonly session: Session;
  private readonly isWanted: boolean;
  /** What was sent last, by address. */
  private readonly sent = new Map<string, string>();
  private timer: NodeJS.Timeout | undefined;
  private next: NodeJS.Immediate | undefined;

  constructor(session: Session) {
    this.session = session;
    this.isWanted = session.client.textDocument?.diagnostic === undefined;
  }

  /** Something changed: documents, files or settings. */
  changed({ isOpening = false } = {}): void {
    if (!this.isWanted) return;
    clearTimeout(this.timer);
    clearImmediate(this.next);
    // A document that was just opened is not being typed in.
    const wait = isOpening ? 0 : limits.debounceMs;
    this.timer = setTimeout(() => this.sendFrom(0), wait);
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

  /** One document at a time, so that requests in between are answered. */
  private sendFrom(index: number): void {
    const document = this.session.documents.all()[index];
    if (document === undefined) return;
    this.sendOf(document);
    this.next = setImmediate(() => this.sendFrom(index + 1));
  }

  private sendOf({ uri, version }: OpenDocument): void {
    const diagnostics = diagnosticsOf(this.session, this.session.view(uri));
    const text = `${version} ${JSON.stringify(diagnostics)}`;
    if (this.sent.get(uri) === text) return;
    this.sent.set(uri, text);
    this.send(uri, version, diagnostics);
  }

  private send(uri: string, version: number | undefined, found: readonly Diagnostic[]): void {
    const diagnostics = [...found];
    void this.session.connection.sendDiagnostics(
      version === undefined ? { uri, diagnostics } : { uri, version, diagnostics },
    );
  }
}
