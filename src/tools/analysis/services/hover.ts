// The hover text for a place: a signature and text in Markdown.

import type { Expression } from '../../../lang/session/analyse.ts';
import { pageOfLanguage } from '../../../script/pages/pages.ts';
import {
  type BuiltinDescription,
  builtinNamed,
  type BuiltinSets,
} from '../../../script/builtins.ts';
import {
  type IndexedDefinition,
  type IndexedParameter,
  signatureText,
} from '../project-index/shape.ts';
import { loadForm, standardModuleAt } from '../../../script/files.ts';
import type { NamesView } from '../workspace/snapshot.ts';
import { type CodeSymbol, type TextRange, walkWritten } from '../workspace/symbols.ts';
import { definedSymbol, describeSymbol, documentationOf, typeOfSymbol } from './describe-symbol.ts';
import { gasNumber, type MeasuredFunction, type MeasuredGas } from './hints.ts';
import { loadAt } from './loads.ts';
import { referenceAt } from './references.ts';

export type Hover = {
  readonly span: TextRange;
  /** Code of one or more lines; `undefined` if the text includes it. */
  readonly signature: string | undefined;
  /** Markdown; may be empty. */
  readonly text: string;
};

/** `gas`: the measurements of a test run, if there was one. */
export function hoverAt(
  snapshot: NamesView,
  path: string,
  offset: number,
  gas?: MeasuredGas,
): Hover | undefined {
  const standard = hoverOfStandard(snapshot, path, offset);
  if (standard !== undefined) return standard;
  const reference = referenceAt(snapshot, path, offset);
  if (reference === undefined) return hoverOfExpression(snapshot, path, offset);
  const { span, symbol } = reference;
  const shown = pageOf(snapshot, symbol, gas);
  if (shown === undefined) return hoverOfExpression(snapshot, path, offset);
  const { signature, paragraphs } = shown;
  return { span, signature, text: paragraphs.filter((each) => each !== '').join('\n\n') };
}

/** The name of a standard module in `(load "pact:coin")`. */
function hoverOfStandard(snapshot: NamesView, path: string, offset: number): Hover | undefined {
  const document = snapshot.document(path);
  const load = document === undefined ? undefined : loadAt(document, offset);
  const standard = load === undefined ? undefined : standardModuleAt(load.target);
  if (load === undefined || standard === undefined) return undefined;
  const text = `${standard.doc}. Loaded once a chain, without gas; no file or network is needed.`;
  return { span: load.written, signature: loadForm(standard), text };
}

type Page = { readonly signature: string | undefined; readonly paragraphs: readonly string[] };

function pageOf(
  snapshot: NamesView,
  symbol: CodeSymbol,
  gas: MeasuredGas | undefined,
): Page | undefined {
  switch (symbol.kind) {
    case 'builtin':
    case 'special-form':
      return languagePage(snapshot.builtins, symbol.name);
    case 'module':
    case 'interface':
      return modulePage(snapshot, symbol);
    case 'parameter':
    case 'local':
    case 'field':
      return variablePage(snapshot, symbol);
    case 'keyset':
    case 'namespace':
    case 'step':
      return { signature: `${symbol.kind} ${symbol.name}`, paragraphs: [] };
    default:
      return memberPage(snapshot, symbol, gas);
  }
}

// ---- builtins and special forms ----

function languagePage(builtins: BuiltinSets, name: string): Page | undefined {
  const page = pageOfLanguage(builtins, name);
  const builtin = builtinNamed(builtins, name);
  const gas = builtin === undefined ? '' : gasText(builtin);
  return page === undefined ? undefined : { signature: undefined, paragraphs: [page, gas] };
}

/** The flat price of a call, in the newest release that sets one. */
function gasText({ builtins }: BuiltinDescription): string {
  const prices = Object.values(builtins).flatMap(({ gas }) => Object.values(gas).slice(-1));
  const [first] = prices;
  if (first === undefined) return '';
  const highest = Math.max(...prices);
  const lowest = Math.min(...prices);
  const amount = lowest === highest ? inGas(first) : `${inGas(lowest)} to ${inGas(highest)}`;
  return `Gas: ${amount} per call, plus the cost of its arguments, which depends on their size.`;
}

const inGas = (milligas: number): string => gasNumber(milligas / 1000);

// ---- what the project defines ----

function modulePage(snapshot: NamesView, symbol: CodeSymbol): Page {
  return {
    signature: `${symbol.kind} ${symbol.name}`,
    paragraphs: [documentationOf(snapshot, symbol) ?? ''],
  };
}

function variablePage(snapshot: NamesView, symbol: CodeSymbol): Page {
  const type = typeOfSymbol(snapshot, symbol);
  const what = symbol.kind === 'local' ? 'variable' : symbol.kind;
  const typed = type === undefined ? symbol.name : `${symbol.name}:${type.text}`;
  const inferred = type?.isWritten === false ? 'The type is inferred.' : '';
  return { signature: `${what} ${typed}`, paragraphs: [inferred] };
}

function memberPage(snapshot: NamesView, symbol: CodeSymbol, gas: MeasuredGas | undefined): Page {
  const described = describeSymbol(snapshot, symbol);
  if (described === undefined) {
    return { signature: `${symbol.kind} ${fullName(symbol)}`, paragraphs: [] };
  }
  const { text, hasInferred } = inferredSignature(described);
  return {
    signature: `(${text.replace(described.name, () => fullName(symbol))})`,
    paragraphs: [
      described.doc ?? '',
      valueText(snapshot, symbol),
      measuredText(gas?.ofFunction(fullName(symbol))),
      hasInferred ? 'Types that are not written are inferred.' : '',
      hasConstraints(described) && described.constraints.length > 0
        ? `Where ${described.constraints.join(', ')}.`
        : '',
    ],
  };
}

function measuredText(measured: MeasuredFunction | undefined): string {
  if (measured === undefined) return '';
  const { calls, gas } = measured;
  const amount = gasNumber(gas);
  return calls === 1
    ? `Gas: ${amount} for the only call in the last test run.`
    : `Gas: ${amount} per call on average, over ${calls} calls in the last test run.`;
}

type Callable = Extract<IndexedDefinition, { readonly constraints: unknown }>;

const hasConstraints = (definition: IndexedDefinition): definition is Callable =>
  definition.kind === 'defun' || definition.kind === 'defcap' || definition.kind === 'defpact';

/** Returns the signature, including inferred types. */
function inferredSignature(definition: IndexedDefinition): {
  readonly text: string;
  readonly hasInferred: boolean;
} {
  let hasInferred = false;
  const shown = <P extends Pick<IndexedParameter, 'inferred'>>({ inferred, ...rest }: P) => {
    if (inferred === true) hasInferred = true;
    return rest;
  };
  switch (definition.kind) {
    case 'defun':
    case 'defcap':
    case 'defpact': {
      const { parameters, result } = definition;
      const text = signatureText({
        ...definition,
        parameters: parameters.map(shown),
        ...(result !== undefined && { result: shown(result) }),
      });
      return { text, hasInferred };
    }
    case 'defconst': {
      const { type } = definition;
      const text = signatureText({
        ...definition,
        ...(type !== undefined && { type: shown(type) }),
      });
      return { text, hasInferred };
    }
    default:
      return { text: signatureText(definition), hasInferred };
  }
}

const fullName = ({ module, name }: CodeSymbol): string =>
  module === undefined ? name : `${module}.${name}`;

/** Returns the value of a constant that is written as a literal; other values are not computed here. */
function valueText(snapshot: NamesView, symbol: CodeSymbol): string {
  const written = definedSymbol(snapshot, symbol)?.written;
  if (written?.kind !== 'defconst' || !isStatic(written.value)) return '';
  const text = written.value.span.text.replace(/\s+/g, ' ');
  return text.length > maxValueLength ? '' : `Value: \`${text}\``;
}

const maxValueLength = 500;

function isStatic(value: Expression): boolean {
  switch (value.kind) {
    case 'constant':
      return true;
    case 'list':
      return value.items.every(isStatic);
    case 'object':
      return value.fields.every((each) => isStatic(each.value));
    default:
      return false;
  }
}

// ---- any other expression ----

/** Returns the type of the innermost expression: a call, a literal, an object. */
function hoverOfExpression(snapshot: NamesView, path: string, offset: number): Hover | undefined {
  const analysis = snapshot.analysis(path);
  const form = analysis.formAt(offset)?.seen.form;
  if (form === undefined) return undefined;
  let innermost: Expression | undefined;
  walkWritten(form, {
    expression(each) {
      if (each.span.start <= offset && offset <= each.span.end) innermost = each;
    },
  });
  if (innermost === undefined) return undefined;
  const { start, end } = innermost.span;
  const type = analysis.typeOf({ start, end });
  return type === undefined || type === '*'
    ? undefined
    : { span: { start, end }, signature: type, text: '' };
}
