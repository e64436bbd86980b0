// Inlay hints: types of variables and parameters, names of parameters at calls, gas of calls at the top level.

import type { Argument, Expression, TopLevel } from '../../../lang/session/analyse.ts';
import { nameOfPart, partsOf } from '../../../script/brackets/arguments.ts';
import { cursorAt } from '../../../script/brackets/cursor.ts';
import type { Snapshot } from '../workspace/snapshot.ts';
import type { CodeSymbol, TextRange } from '../workspace/symbols.ts';
import { walkWritten } from '../workspace/walk-written.ts';
import { callableOf } from './callable.ts';
import { Scope } from './scope.ts';
import { gasNumber, type MeasuredGas } from './measured-gas.ts';
import { typeOfSymbol } from './type-of-symbol.ts';
import type { WrittenDocument } from './writing-view.ts';

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

export const defaultHints: HintOptions = { types: true, parameters: true };

/** A screen shows about fifty lines. */
const mostHints = 2_000;

export function inlayHintsIn(
  snapshot: Snapshot,
  path: string,
  range: TextRange,
  options: HintOptions = defaultHints,
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
    if (hints.length >= mostHints) break;
  }
  return hints.slice(0, mostHints).sort((left, right) => left.offset - right.offset);
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
  !/^'?[a-z]\d*$/.test(type) && type.length <= longestType;
const longestType = 60;

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
