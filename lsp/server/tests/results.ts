// What is kept of the last run of each script: failures as diagnostics, as long as the text is the same, and measured gas, for a
// script up to the first change, for a contract as a whole.

import {
  type Diagnostic,
  type DiagnosticRelatedInformation,
  DiagnosticSeverity,
} from 'vscode-languageserver/node';
import { isPactFile } from '../../../src/script/files.ts';
import type { MeasuredFunction, MeasuredGas } from '../../../src/tools/analysis/services/hints.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { FunctionGas, TestEvent } from '../../../src/tools/testing/editor/test-event.ts';
import { limits } from '../limits.ts';

const testSource = 'pact test';

type TestFailure = {
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

type GasEvent = Extract<TestEvent, { kind: 'gas' }>;

type MeasuredFile = {
  readonly text: string;
  /** By the offset at which a form begins. */
  readonly forms: Map<number, { readonly end: number; readonly gas: number }>;
  /** The end of the part that is the same in a newer text; the newer text is that of the last query. */
  sameUpTo: number;
  newerText: string;
};

type MeasuredRun = {
  readonly files: ReadonlyMap<string, MeasuredFile>;
  readonly functions: ReadonlyMap<string, FunctionGas>;
};

export class LastGas {
  /** By the path of the script. */
  private readonly runs = new Map<string, MeasuredRun>();

  /** `textOf`: returns the text that the run has read. */
  take(script: string, event: GasEvent, textOf: (path: string) => string | undefined): void {
    const files = new Map<string, MeasuredFile>();
    const fileOf = (path: string): MeasuredFile | undefined => {
      const known = files.get(path);
      const text = textOf(path);
      if (known !== undefined || text === undefined) return known;
      const file = { text, forms: new Map(), sameUpTo: text.length, newerText: text };
      files.set(path, file);
      return file;
    };
    for (const { path, range, gas } of event.forms) {
      fileOf(path)?.forms.set(range.start, { end: range.end, gas });
    }
    const functions = new Map<string, FunctionGas>();
    for (const each of event.functions) {
      if (fileOf(each.path) !== undefined) functions.set(each.name, each);
    }
    this.runs.set(script, { files, functions });
  }

  /** Returns the measurements for the texts of a snapshot. */
  of(snapshot: Snapshot): MeasuredGas {
    const current = [...this.runs.values()].filter((run) => areSameContracts(run, snapshot));
    return {
      ofForm: (path, form) => {
        const text = snapshot.document(path)?.text;
        if (text === undefined) return undefined;
        return current.map(({ files }) => gasAt(files.get(path), text, form)).find(isKnown);
      },
      ofFunction: (name) => sumOf(current.flatMap(({ functions }) => functions.get(name) ?? [])),
    };
  }
}

const isKnown = (gas: number | undefined): boolean => gas !== undefined;

function areSameContracts({ files }: MeasuredRun, snapshot: Snapshot): boolean {
  return [...files].every(
    ([path, { text }]) => !isPactFile(path) || snapshot.document(path)?.text === text,
  );
}

function gasAt(file: MeasuredFile | undefined, text: string, form: TextRange): number | undefined {
  const measured = file?.forms.get(form.start);
  if (file === undefined || measured?.end !== form.end) return undefined;
  return form.end <= sameUpTo(file, text) ? measured.gas : undefined;
}

function sameUpTo(file: MeasuredFile, text: string): number {
  if (file.newerText === text) return file.sameUpTo;
  const max = Math.min(text.length, file.text.length);
  let at = 0;
  while (at < max && text.charCodeAt(at) === file.text.charCodeAt(at)) at++;
  file.newerText = text;
  file.sameUpTo = at;
  return at;
}

/** Adds up calls, because several scripts call the same function. */
function sumOf(figures: readonly FunctionGas[]): MeasuredFunction | undefined {
  const calls = figures.reduce((sum, each) => sum + each.calls, 0);
  const gas = figures.reduce((sum, each) => sum + each.gas, 0);
  return calls === 0 ? undefined : { calls, gas: gas / calls };
}
