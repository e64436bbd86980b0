// The data of a gas report, most expensive entries first, for people (report-table.ts) and as JSON.
// Entries without gas are left out.

import { compareText } from '../../../base/text.ts';
import type { Span } from '../../../base/span.ts';
import type { CallFigures, GasProfile } from '../../../lang/session/run.ts';
import { JsonNumber, type JsonValue, printJson } from '../../../base/json.ts';

export type FileLine = { readonly file: string; readonly line: number };

export type FormRow = FileLine & {
  readonly text: string;
  readonly runs: number;
  readonly gas: bigint;
};

export type FunctionRow = FileLine & {
  readonly name: string;
  readonly kind: string;
  readonly calls: number;
  readonly self: bigint;
  readonly total: bigint;
};

export type BuiltinRow = { readonly name: string; readonly calls: number; readonly gas: bigint };

/** All amounts in milligas. */
export type GasReport = {
  readonly total: bigint;
  /** The names of the gas models in use. */
  readonly models: readonly string[];
  readonly forms: readonly FormRow[];
  readonly functions: readonly FunctionRow[];
  readonly builtins: readonly BuiltinRow[];
};

export function gasReport(profile: GasProfile): GasReport {
  const forms = profile.forms.map(({ span, runs, gas }) => ({
    ...placeOf(span),
    text: excerpt(span),
    runs,
    gas: BigInt(gas),
  }));
  return {
    total: BigInt(profile.used),
    models: profile.models,
    forms: expensiveFirst(forms, ({ gas }) => gas),
    functions: expensiveFirst(profile.functions.map(functionRow), ({ total }) => total),
    builtins: expensiveFirst(profile.builtins.map(builtinRow), ({ gas }) => gas),
  };
}

/** Lines count from 1. */
export function placeOf(span: Span): FileLine {
  return { file: span.source.name, line: span.startPosition.line + 1 };
}

/** Returns the beginning of a form, in one line. */
export function excerpt(span: Span): string {
  const begin = span.text.slice(0, 200).replace(/\s+/g, ' ').trim();
  const points = Array.from(begin);
  const isWhole = points.length <= longestExcerpt && span.end - span.start <= 200;
  return isWhole
    ? begin
    : `${points
        .slice(0, longestExcerpt - 1)
        .join('')
        .trimEnd()}…`;
}

const longestExcerpt = 60;

function functionRow({ name, kind, span, calls, self, total }: CallFigures): FunctionRow {
  const place = span === undefined ? { file: '', line: 0 } : placeOf(span);
  return { ...place, name: shownName(name), kind, calls, self: BigInt(self), total: BigInt(total) };
}

/** Removes the module from the names of functions that a script itself defines. */
export function shownName(name: string): string {
  return name.startsWith('#repl.') ? name.slice('#repl.'.length) : name;
}

function builtinRow({ name, calls, self }: CallFigures): BuiltinRow {
  return { name, calls, gas: BigInt(self) };
}

/** Sorts by gas; equal entries by name or place. */
export function expensiveFirst<Row extends Partial<FileLine> & { readonly name?: string }>(
  rows: readonly Row[],
  amount: (row: Row) => bigint,
): readonly Row[] {
  return rows
    .filter((row) => amount(row) > 0)
    .sort((left, right) => {
      const [ours, theirs] = [amount(left), amount(right)];
      if (ours !== theirs) return ours < theirs ? 1 : -1;
      const names = compareText(left.name ?? left.file ?? '', right.name ?? right.file ?? '');
      return names === 0 ? (left.line ?? 0) - (right.line ?? 0) : names;
    });
}

export function sumOfReports(
  reports: readonly GasReport[],
  pathOf: (file: string) => string,
): GasReport {
  const forms = reports.flatMap((report) => report.forms.map(withPath(pathOf)));
  const functions = reports.flatMap((report) => report.functions.map(withPath(pathOf)));
  const builtins = reports.flatMap((report) => report.builtins);
  return {
    total: reports.reduce((sum, { total }) => sum + total, 0n),
    models: [...new Set(reports.flatMap(({ models }) => models))],
    forms: expensiveFirst(
      summed(
        forms,
        ({ file, line, text }) => `${file}:${line} ${text}`,
        (sum, row) => ({ ...sum, runs: sum.runs + row.runs, gas: sum.gas + row.gas }),
      ),
      ({ gas }) => gas,
    ),
    functions: expensiveFirst(
      summed(
        functions,
        ({ kind, name }) => `${kind} ${name}`,
        (sum, row) => ({
          ...sum,
          calls: sum.calls + row.calls,
          self: sum.self + row.self,
          total: sum.total + row.total,
        }),
      ),
      ({ total }) => total,
    ),
    builtins: expensiveFirst(
      summed(
        builtins,
        ({ name }) => name,
        (sum, row) => ({ ...sum, calls: sum.calls + row.calls, gas: sum.gas + row.gas }),
      ),
      ({ gas }) => gas,
    ),
  };
}

const withPath =
  (pathOf: (file: string) => string) =>
  <Row extends FormRow | FunctionRow>(row: Row): Row => ({
    ...row,
    file: row.file === '' ? '' : pathOf(row.file),
  });

function summed<Row>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  add: (sum: Row, row: Row) => Row,
): readonly Row[] {
  const sums = new Map<string, Row>();
  for (const row of rows) {
    const key = keyOf(row);
    const sum = sums.get(key);
    sums.set(key, sum === undefined ? row : add(sum, row));
  }
  return [...sums.values()];
}

export function gasReportJson({ total, models, forms, functions, builtins }: GasReport): string {
  return printJson(
    objectOf({
      unit: 'milligas',
      total: numberOf(total),
      models,
      forms: forms.map(({ file, line, text, runs, gas }) =>
        objectOf({
          file,
          line: numberOf(line),
          form: text,
          runs: numberOf(runs),
          gas: numberOf(gas),
        }),
      ),
      functions: functions.map(({ name, kind, file, line, calls, self, total: all }) =>
        objectOf({
          name,
          kind,
          file,
          line: numberOf(line),
          calls: numberOf(calls),
          self: numberOf(self),
          total: numberOf(all),
        }),
      ),
      builtins: builtins.map(({ name, calls, gas }) =>
        objectOf({ name, calls: numberOf(calls), gas: numberOf(gas) }),
      ),
    }),
  );
}

export function objectOf(fields: Readonly<Record<string, JsonValue>>): JsonValue {
  return new Map(Object.entries(fields));
}

export function numberOf(value: number | bigint): JsonValue {
  return new JsonNumber(String(value));
}
