// Failed expectations as diagnostics: those of the last run of each script, as long as its text is the same.

import {
  DiagnosticSeverity,
  type Diagnostic,
  type DiagnosticRelatedInformation,
} from 'vscode-languageserver/node';

export const testSource = 'pact test';

export type TestFailure = {
  readonly range: Diagnostic['range'];
  readonly message: string;
  readonly code?: string;
  readonly related: readonly DiagnosticRelatedInformation[];
};

type Kept = { readonly text: string; readonly failures: TestFailure[] };

export class TestFailures {
  private readonly byPath = new Map<string, Kept>();

  /** A run of this text begins. */
  begin(path: string, text: string): void {
    this.byPath.set(path, { text, failures: [] });
  }

  /** A failure that a run met there. `text`: in a file that the script loads. */
  add(path: string, failure: TestFailure, text: string): void {
    const kept = this.byPath.get(path);
    if (kept?.text === text) kept.failures.push(failure);
    else this.byPath.set(path, { text, failures: [failure] });
  }

  diagnosticsOf(path: string, text: string): readonly Diagnostic[] {
    const kept = this.byPath.get(path);
    if (kept === undefined) return [];
    if (kept.text !== text) {
      this.byPath.delete(path);
      return [];
    }
    return kept.failures.map(({ range, message, code, related }) => ({
      range,
      message,
      severity: DiagnosticSeverity.Error,
      source: testSource,
      ...(code !== undefined && { code }),
      ...(related.length > 0 && { relatedInformation: [...related] }),
    }));
  }
}
