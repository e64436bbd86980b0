// Hints within and above the text: inferred types, parameter names, measured gas, and code lenses with how to run a form and how
// often it is used. Titles and commands as plain data.

import { counted } from '../../../base/prose.ts';
import type { Argument, Expression, TopLevel } from '../../../lang/session/analyse.ts';
import { cursorAt } from '../../../script/brackets/cursor.ts';
import { nameOfPart, partsOf } from '../../../script/brackets/read-brackets.ts';
import { staticForm } from '../../../script/names/written-forms.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import { type CodeSymbol, type TextRange, walkWritten } from '../workspace/symbols.ts';
import { typeOfSymbol } from './describe-symbol.ts';
import { implementationsOf } from './implementations.ts';
import type { WrittenDocument } from './known-modules.ts';
import { referencesTo } from './references.ts';
import { Scope } from './scope.ts';
import { callableOf } from './signature-help.ts';

export type InlayHint = {
  readonly offset: number;
  readonly kind: 'type' | 'parameter' | 'gas';
  /** `:integer`, `amount:`, `102 gas` */
  readonly text: string;
};

export type HintOptions = {
  readonly types: boolean;
  readonly parameters: boolean;
  /** Measured gas of forms at the top level. */
  readonly gas?: MeasuredGas | undefined;
};

/** A screen shows about fifty lines. */
const maxHints = 2_000;

export function inlayHintsIn(
  snapshot: Snapshot,
  path: string,
  range: TextRange,
  options: HintOptions,
): readonly InlayHint[] {
  const document = snapshot.document(path);
  if (document === undefined) return [];
  const hints: InlayHint[] = [];
  const isIn = ({ start, end }: TextRange): boolean => start <= range.end && end >= range.start;
  const forms = document.forms.filter(({ span }) => isIn(span));
  const symbols = options.types ? untypedSymbols(snapshot, path) : new Map<number, CodeSymbol>();
  for (const form of forms) {
    walkWritten(form, {
      argument(argument) {
        if (options.types && isIn(argument.span))
          hints.push(...typeHint(snapshot, argument, symbols));
      },
      expression(expression) {
        if (options.parameters && isIn(expression.span)) {
          hints.push(...parameterHints(snapshot, document, expression, isIn));
        }
      },
    });
    hints.push(...gasHint(path, form, options));
    if (hints.length >= maxHints) break;
  }
  return hints.slice(0, maxHints).sort((left, right) => left.offset - right.offset);
}

function untypedSymbols(snapshot: Snapshot, path: string): ReadonlyMap<number, CodeSymbol> {
  const { definitions } = snapshot.analysis(path);
  return new Map(
    definitions.flatMap((symbol) => {
      const isBound = symbol.kind === 'parameter' || symbol.kind === 'local';
      return isBound && symbol.place !== undefined
        ? [[symbol.place.nameSpan.start, symbol] as const]
        : [];
    }),
  );
}

function typeHint(
  snapshot: Snapshot,
  { span, type }: Argument,
  symbols: ReadonlyMap<number, CodeSymbol>,
): readonly InlayHint[] {
  const symbol = type === undefined ? symbols.get(span.start) : undefined;
  const known = symbol === undefined ? undefined : typeOfSymbol(snapshot, symbol);
  if (known === undefined || known.isWritten || !isTelling(known.text)) return [];
  return [{ offset: span.end, kind: 'type', text: `:${known.text}` }];
}

/** A bare type variable is not informative. */
const isTelling = (type: string): boolean =>
  !/^'?[a-z]\d*$/.test(type) && type.length <= maxTypeLength;
const maxTypeLength = 60;

function parameterHints(
  snapshot: Snapshot,
  document: WrittenDocument,
  expression: Expression,
  isIn: (range: TextRange) => boolean,
): readonly InlayHint[] {
  if (expression.kind !== 'application' || expression.head.kind !== 'variable') return [];
  const cursor = cursorAt(document.source, expression.head.span.end);
  const group = cursor.path.at(-1);
  const [head, ...given] = group === undefined ? [] : partsOf(group);
  const callable = callableOf(new Scope(snapshot, document, cursor), head);
  // Users of builtins know their parameters, and few names say more than their position.
  if (callable?.kind !== 'member') return [];
  const parameters = callable.shapes[0]?.parameters.slice(callable.given) ?? [];
  return given.slice(0, parameters.length).flatMap((part, i) => {
    const { name } = parameters[i] ?? { name: '' };
    const written = nameOfPart(part);
    const isSaid =
      written === undefined || written.split('.').at(-1) === name || written === `'${name}`;
    const isPlain = written !== undefined && !isSaid && isIn(part);
    return isPlain ? [{ offset: part.start, kind: 'parameter', text: `${name}:` } as const] : [];
  });
}

function gasHint(
  path: string,
  { kind, span }: TopLevel,
  { gas }: HintOptions,
): readonly InlayHint[] {
  const used = kind === 'term' ? gas?.ofForm(path, span) : undefined;
  if (used === undefined) return [];
  return [{ offset: span.end, kind: 'gas', text: `${gasNumber(used)} gas` }];
}

/** A command for the client, which knows the commands of the extension or shows no lenses for them. */
type LensCommand =
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

/** Amounts in units of gas, with up to three decimals. */
export type MeasuredGas = {
  /** Gas of a form at the top level, with everything that it called, except loaded files. */
  readonly ofForm: (path: string, form: TextRange) => number | undefined;
  /** Gas of a function, capability or defpact, by its qualified name. */
  readonly ofFunction: (name: string) => MeasuredFunction | undefined;
};

export type MeasuredFunction = {
  readonly calls: number;
  /** The average per call. */
  readonly gas: number;
};

/** Prints up to three decimals, without trailing zeros. */
export const gasNumber = (gas: number): string => String(Math.round(gas * 1000) / 1000);
