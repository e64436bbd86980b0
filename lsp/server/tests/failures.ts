// Failed expectations and errors as diagnostics: those of the last run of each script, as long as the text is the same.

import {
  DiagnosticSeverity,
  type Diagnostic,
  type DiagnosticRelatedInformation,
} from 'vscode-languageserver/node';
import { limits } from '../limits.ts';

export const testSource = 'pact test';

export type TestFailure = {
  readonly range: Diagnostic['range'];
  readonly message: string;
  readonly code?: string;
  readonly related: readonly DiagnosticRelatedInformation[];
};

/** `script`: the script whose run found it, in itself or in a file that it loads. */
type Met = TestFailure & { readonly script: string };
type Kept = { readonly text: string; failures: readonly Met[] };

export class TestFailures {
  private readonly byPath = new Map<string, Kept>();

  /** Call this when a run of the script begins: removes the failures of its earlier run from all files. */
  begin(script: string): void {
    for (const [path, kept] of this.byPath) {
      kept.failures = kept.failures.filter((each) => each.script !== script);
      if (kept.failures.length === 0) this.byPath.delete(path);
    }
  }

  /** Adds a failure in a file with this text. Failures beyond the limit for an editor are dropped. */
  add(path: string, failure: Met, text: string): void {
    const kept = this.byPath.get(path);
    const known = kept?.text === text ? kept.failures : [];
    if (known.length >= limits.diagnosticsOfFile) return;
    this.byPath.set(path, { text, failures: [...known, failure] });
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
