// Adds up gas reports of several runs. Files are identified by their displayed paths, so figures of a file loaded through
// different paths are summed.

import { expensiveFirst, type FormRow, type FunctionRow, type GasReport } from './gas-report.ts';

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
