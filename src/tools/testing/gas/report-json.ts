// Writes a gas report as one line of JSON, with all amounts in milligas.

import { JsonNumber, printJson, type JsonValue } from '../../../base/json.ts';
import type { GasReport } from './gas-report.ts';

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
