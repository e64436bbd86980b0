// The gas measured in the last run of each script, as long as the texts are the same: for a script up to the first
// change, for a contract as a whole.

import type {
  MeasuredFunction,
  MeasuredGas,
} from '../../../src/tools/analysis/services/measured-gas.ts';
import { isPactFile } from '../../../src/script/paths.ts';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import type { FunctionGas, TestEvent } from '../../../src/tools/testing/editor/test-event.ts';

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
  const most = Math.min(text.length, file.text.length);
  let at = 0;
  while (at < most && text.charCodeAt(at) === file.text.charCodeAt(at)) at++;
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
