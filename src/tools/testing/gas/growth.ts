// Finds how gas grows with a parameter: the simplest formula that fits the measurements.

import { type EvalError, syntaxError } from '../../../lang/session/run.ts';
import { Source } from '../../../base/span.ts';
import { parseProgram } from '../../../lang/session/analyse.ts';

/** `at`: the value of the parameter. */
export type Point = { readonly at: number; readonly gas: number };

export type Growth = {
  readonly kind: 'constant' | 'linear' | 'n log n' | 'quadratic' | 'cubic' | 'exponential';
  /** The coefficients of the terms, the constant first. */
  readonly coefficients: readonly number[];
  /** `12.5 + 3 n`, with the name of the parameter. */
  readonly formula: string;
  /** The largest deviation of a measured point from the formula, in gas. */
  readonly worst: number;
  /** Whether that deviation is small compared with the growth. */
  readonly fits: boolean;
};

type Model = {
  readonly kind: Growth['kind'];
  readonly terms: readonly {
    readonly text: (name: string) => string;
    readonly of: (n: number) => number;
  }[];
  /** Returns whether the model is defined for all these values. */
  readonly suits?: (values: readonly number[]) => boolean;
};

const constant = { text: () => '', of: () => 1 };
const linear = { text: (name: string) => name, of: (n: number) => n };
const square = { text: (name: string) => `${name}^2`, of: (n: number) => n * n };
const cube = { text: (name: string) => `${name}^3`, of: (n: number) => n * n * n };
const linearithmic = {
  text: (name: string) => `${name} log2(${name})`,
  of: (n: number) => n * Math.log2(n),
};
const power = { text: (name: string) => `2^${name}`, of: (n: number) => 2 ** n };

/** The models, simplest first. */
const models: readonly Model[] = [
  { kind: 'constant', terms: [constant] },
  { kind: 'linear', terms: [constant, linear] },
  {
    kind: 'n log n',
    terms: [constant, linearithmic],
    suits: (values) => values.every((value) => value >= 1),
  },
  { kind: 'quadratic', terms: [constant, linear, square] },
  { kind: 'cubic', terms: [constant, linear, square, cube] },
  {
    kind: 'exponential',
    terms: [constant, power],
    suits: (values) => values.every((value) => value >= 0 && value <= 60),
  },
];

/** Residuals up to this share of the growth come from rounding, not from another law. */
const tolerance = 0.01;

/** Returns the growth; `undefined` if there are too few points. */
export function growthOf(points: readonly Point[], name: string): Growth | undefined {
  if (points.length < 3) return undefined;
  const amounts = points.map(({ gas }) => gas);
  const least = Math.min(...amounts);
  const max = Math.max(...amounts);
  const values = points.map(({ at }) => at);
  const fitted = models
    // A formula with as many terms as points always fits.
    .filter(({ terms, suits }) => terms.length < points.length && (suits?.(values) ?? true))
    .map((model) => fit(model, points, name))
    .map((growth) => {
      // A constant has no growth to compare with.
      const scale = growth.kind === 'constant' ? Math.abs(max) : max - least;
      return { ...growth, fits: growth.worst <= scale * tolerance };
    });
  const closest = [...fitted].sort((left, right) => left.worst - right.worst)[0];
  return fitted.find(({ fits }) => fits) ?? closest;
}

/** Least squares, with scaled terms so that large ones do not dominate. */
function fit({ kind, terms }: Model, points: readonly Point[], name: string): Omit<Growth, 'fits'> {
  const scales = terms.map(({ of }) => Math.max(...points.map(({ at }) => Math.abs(of(at)))) || 1);
  const rows = points.map(({ at }) => terms.map(({ of }, i) => of(at) / (scales[i] ?? 1)));
  const matrix = terms.map((_, i) => [
    ...terms.map((_other, j) => sum(rows.map((row) => (row[i] ?? 0) * (row[j] ?? 0)))),
    sum(rows.map((row, k) => (row[i] ?? 0) * (points[k]?.gas ?? 0))),
  ]);
  const coefficients = solve(matrix).map((value, i) => value / (scales[i] ?? 1));
  const residuals = points.map(({ at, gas }) =>
    Math.abs(gas - sum(terms.map(({ of }, i) => (coefficients[i] ?? 0) * of(at)))),
  );
  return {
    kind,
    coefficients,
    formula: formulaOf(
      terms.map(({ text }) => text(name)),
      coefficients,
    ),
    worst: Math.max(...residuals),
  };
}

/** Gaussian elimination with the largest pivot; undetermined variables become 0. Each row ends with its result. */
function solve(matrix: readonly (readonly number[])[]): readonly number[] {
  const rows = matrix.map((row) => [...row]);
  for (const column of rows.keys()) {
    const below = rows.slice(column);
    const pivot = below.reduce((best, row) =>
      size(row, column) > size(best, column) ? row : best,
    );
    rows.splice(column + below.indexOf(pivot), 1);
    rows.splice(column, 0, pivot);
    if (size(pivot, column) < nothing) continue;
    for (const [i, row] of rows.entries()) {
      if (row === pivot) continue;
      const factor = entry(row, column) / entry(pivot, column);
      rows[i] = row.map((value, j) => value - factor * entry(pivot, j));
    }
  }
  return rows.map((row, i) =>
    size(row, i) < nothing ? 0 : entry(row, rows.length) / entry(row, i),
  );
}

/** For terms of about 1, values below this are rounding errors. */
const nothing = 1e-12;

const entry = (row: readonly number[], i: number): number => row[i] ?? 0;
const size = (row: readonly number[], i: number): number => Math.abs(entry(row, i));
const sum = (numbers: readonly number[]): number => numbers.reduce((all, each) => all + each, 0);

function formulaOf(names: readonly string[], coefficients: readonly number[]): string {
  return names
    .map((name, i) => {
      const value = coefficients[i] ?? 0;
      const sign = i === 0 ? (value < 0 ? '-' : '') : value < 0 ? ' - ' : ' + ';
      const amount = shortNumber(Math.abs(value));
      return `${sign}${amount}${name === '' ? '' : ` ${name}`}`;
    })
    .join('');
}

/** Returns the number with five significant digits. */
function shortNumber(value: number): string {
  if (value === 0) return '0';
  const text = value >= 1e5 ? value.toFixed(0) : value.toPrecision(5);
  return text.includes('e') ? text : text.replace(/(\.\d*?)0+$/, '$1').replace(/\.$/, '');
}

// Finds the largest value of a parameter within a limit, by bisection between the measured values. The result and the
// next value are both measured.

/** A measured value, in a list sorted by `at`. `within`: it runs and costs no more than the limit. */
type Judged = { readonly at: number; readonly within: boolean };

export type Largest =
  /** No value exceeds the limit. */
  | { readonly kind: 'all'; readonly at: number }
  | { readonly kind: 'none'; readonly at: number }
  | { readonly kind: 'found'; readonly at: number }
  /** A value beyond one that is too large is within the limit, so bisection is impossible. */
  | { readonly kind: 'uneven'; readonly at: number; readonly tooLarge: number };

/** `points`: at least one. `isWithin` measures a further value. */
export function largestWithin(
  points: readonly Judged[],
  isWithin: (at: number) => boolean,
): Largest | undefined {
  const first = points[0];
  const last = points.at(-1);
  if (first === undefined || last === undefined) return undefined;
  const firstOver = points.findIndex(({ within }) => !within);
  if (firstOver === -1) return { kind: 'all', at: last.at };
  const over = points[firstOver] ?? last;
  const laterWithin = points.slice(firstOver).findLast(({ within }) => within);
  if (laterWithin !== undefined) {
    return { kind: 'uneven', at: laterWithin.at, tooLarge: over.at };
  }
  if (firstOver === 0) return { kind: 'none', at: first.at };
  let low = points[firstOver - 1]?.at ?? first.at;
  let high = over.at;
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2);
    if (isWithin(middle)) low = middle;
    else high = middle;
  }
  return { kind: 'found', at: low };
}

/**
 * Puts a value of the parameter into the measured code: for `{n}` in an expression, or as the value of the constant `n`
 * in a script.
 */
const placeholder = (name: string): string => `{${name}}`;

export function inExpression(expression: string, name: string, value: number): string {
  return expression.replaceAll(placeholder(name), String(value));
}

type Template =
  | { readonly kind: 'template'; readonly with: (value: number) => string }
  | { readonly kind: 'unsound'; readonly error: EvalError }
  /** There is no such constant at the top level. */
  | { readonly kind: 'missing' };

/** Returns a template of the script for other values of `(defconst NAME value)`. */
export function withConstant(source: Source, name: string, nestingLimit: number): Template {
  const { value: forms, diagnostics } = parseProgram(source, { dialect: 'repl', nestingLimit });
  const [fault] = diagnostics;
  if (fault !== undefined) return { kind: 'unsound', error: syntaxError(fault) };
  const form = forms.find((each) => each.kind === 'defconst' && each.spec.name === name);
  if (form?.kind !== 'defconst') return { kind: 'missing' };
  const { start, end } = form.value.span;
  const before = source.text.slice(0, start);
  const after = source.text.slice(end);
  return { kind: 'template', with: (value) => `${before}${value}${after}` };
}
