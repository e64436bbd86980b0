// Code lenses above a form: how to run it, and how often it is used. Titles and commands as plain data.

import { counted } from '../../../base/prose.ts';
import { staticForm } from '../../../script/names/static-forms.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { CodeSymbol, TextRange } from '../workspace/symbols.ts';
import { implementationsOf } from './implementations.ts';
import { gasNumber, type MeasuredGas } from './measured-gas.ts';
import { referencesTo } from './references.ts';

/** A command for the client, which knows the commands of the extension or shows no lenses for them. */
export type LensCommand =
  /** Runs a whole script, or a script up to the end of one of its transactions. */
  | { readonly name: 'pact.run' | 'pact.debug' | 'pact.gas'; readonly arguments: RunArguments }
  | { readonly name: 'pact.showReferences'; readonly arguments: PlaceArguments }
  | { readonly name: 'pact.showImplementations'; readonly arguments: PlaceArguments }
  /** Has no command: the title is only shown. */
  | { readonly name: 'none' };

export type RunArguments = {
  readonly path: string;
  /** The transaction: from its `begin-tx` to its end. If absent, the whole file. */
  readonly range: TextRange | undefined;
};

export type PlaceArguments = { readonly path: string; readonly offset: number };

export type CodeLens = {
  readonly range: TextRange;
  /** Counted only when the lens becomes visible: `resolveLens`. */
  readonly title: string | undefined;
  readonly command: LensCommand;
};

/** `gas`: the measurements of a test run, if there was one. */
export function codeLensesIn(
  snapshot: Snapshot,
  path: string,
  gas?: MeasuredGas,
): readonly CodeLens[] {
  const document = snapshot.document(path);
  if (document === undefined) return [];
  const runs = document.dialect === 'repl' ? runLenses(snapshot, path) : [];
  return [...runs, ...memberLenses(snapshot, path, gas)];
}

/** Returns the title of a lens with a count. */
export function resolveLens(snapshot: Snapshot, { command }: CodeLens): string | undefined {
  if (command.name !== 'pact.showReferences' && command.name !== 'pact.showImplementations') {
    return undefined;
  }
  const { path, offset } = command.arguments;
  const symbol = snapshot
    .analysis(path)
    .definitions.find(({ place }) => place?.path === path && place.nameSpan.start === offset);
  if (symbol === undefined) return undefined;
  if (command.name === 'pact.showImplementations') {
    return counted(implementationsOf(snapshot, symbol).length, 'implementation');
  }
  const used = referencesTo(snapshot, symbol).filter(({ access }) => access !== 'definition');
  return counted(used.length, 'reference');
}

function runLenses(snapshot: Snapshot, path: string): readonly CodeLens[] {
  const forms = snapshot.document(path)?.forms ?? [];
  const [first] = forms;
  if (first === undefined) return [];
  const top = { start: first.span.start, end: first.span.start };
  const whole = lensesFor(top, { path, range: undefined }, 'file');
  const transactions: CodeLens[] = [];
  let begin: TextRange | undefined;
  for (const form of forms) {
    const kind = staticForm(form)?.kind;
    if (kind === 'begin') begin = form.span;
    if ((kind !== 'commit' && kind !== 'rollback') || begin === undefined) continue;
    const place = { start: begin.start, end: begin.end };
    const range = { start: begin.start, end: form.span.end };
    transactions.push(...lensesFor(place, { path, range }, 'transaction'));
    begin = undefined;
  }
  return [...whole, ...transactions];
}

function lensesFor(
  range: TextRange,
  given: RunArguments,
  what: 'file' | 'transaction',
): readonly CodeLens[] {
  const [run, debug] = what === 'file' ? ['Run file', 'Debug file'] : ['Run transaction', 'Debug'];
  return [
    { range, title: run, command: { name: 'pact.run', arguments: given } },
    { range, title: debug, command: { name: 'pact.debug', arguments: given } },
    { range, title: 'Gas', command: { name: 'pact.gas', arguments: given } },
  ];
}

const countedKinds = new Set<CodeSymbol['kind']>([
  ...(['module', 'interface', 'function', 'capability', 'defpact'] as const),
  ...(['constant', 'schema', 'table'] as const),
]);

function memberLenses(
  snapshot: Snapshot,
  path: string,
  gas: MeasuredGas | undefined,
): readonly CodeLens[] {
  const { definitions } = snapshot.analysis(path);
  const interfaces = new Set(
    definitions.flatMap(({ kind, name }) => (kind === 'interface' ? [name] : [])),
  );
  return definitions.flatMap(({ kind, name, module, place }) => {
    if (place?.path !== path || !countedKinds.has(kind)) return [];
    const range = place.nameSpan;
    const given = { path, offset: range.start };
    const references: CodeLens = {
      range,
      title: undefined,
      command: { name: 'pact.showReferences', arguments: given },
    };
    const isPromised =
      kind === 'interface' ||
      (interfaces.has(module ?? name) && kind !== 'constant' && kind !== 'schema');
    const measured = gas?.ofFunction(module === undefined ? name : `${module}.${name}`);
    const title = `${gasNumber(measured?.gas ?? 0)} gas per call`;
    const ofGas: readonly CodeLens[] =
      measured === undefined ? [] : [{ range, title, command: { name: 'none' } }];
    if (!isPromised) return [references, ...ofGas];
    return [
      references,
      ...ofGas,
      { range, title: undefined, command: { name: 'pact.showImplementations', arguments: given } },
    ];
  });
}
