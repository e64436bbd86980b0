// Writes a gas report as three aligned tables, most expensive rows first. Amounts are in gas with three decimal places
// (milligas).

import { exactGasText } from '../../../lang/session/run.ts';
import type { GasReport } from './gas-report.ts';

/** The most rows of each table; further rows are only counted. */
const maxRows = 40;

type Column = { readonly title: string; readonly align: 'left' | 'right' };
type Table = {
  readonly columns: readonly Column[];
  readonly rows: readonly (readonly string[])[];
  readonly what: string;
};

export function gasReportTable(report: GasReport): string {
  const { total, forms, functions, builtins } = report;
  const share = (amount: bigint): string => percent(amount, total);
  const parts: readonly Table[] = [
    {
      what: 'forms',
      columns: [right('gas'), right('share'), left('place'), left('form')],
      rows: forms.map(({ gas, file, line, text, runs }) => [
        exactGasText(gas),
        share(gas),
        `${file}:${line}`,
        runs === 1 ? text : `${text} (${runs} times)`,
      ]),
    },
    {
      what: 'functions',
      columns: [right('total'), right('self'), right('share'), right('calls'), left('function')],
      rows: functions.map((row) => [
        exactGasText(row.total),
        exactGasText(row.self),
        share(row.total),
        String(row.calls),
        row.name,
      ]),
    },
    {
      what: 'builtins',
      columns: [right('gas'), right('share'), right('calls'), left('builtin')],
      rows: builtins.map(({ gas, calls, name }) => [
        exactGasText(gas),
        share(gas),
        String(calls),
        name,
      ]),
    },
  ];
  const shown = parts.filter(({ rows }) => rows.length > 0).map(tableText);
  return [`Gas: ${exactGasText(total)}${modelNote(report)}`, ...shown].join('\n\n');
}

const left = (title: string): Column => ({ title, align: 'left' });
const right = (title: string): Column => ({ title, align: 'right' });

function modelNote({ models }: GasReport): string {
  const others = models.filter((model) => model !== 'table');
  if (others.length === 0) return '';
  return `\nA script sets a limit with the gas model ${others.join(', ')}: its figures follow that model.`;
}

function tableText({ columns, rows, what }: Table): string {
  const shown = rows.slice(0, maxRows);
  const lines = [columns.map(({ title }) => title), ...shown];
  const widths = columns.map((_, i) => Math.max(...lines.map((line) => width(line[i]))));
  const text = lines.map((line) => alignedLine(line, columns, widths));
  const hidden = rows.length - shown.length;
  if (hidden > 0) text.push(`  and ${hidden} more ${what} (--gas-report json lists all)`);
  return text.join('\n');
}

function alignedLine(
  cells: readonly string[],
  columns: readonly Column[],
  widths: readonly number[],
): string {
  const padded = cells.map((cell, i) => {
    const filler = ' '.repeat((widths[i] ?? 0) - width(cell));
    return columns[i]?.align === 'right' ? filler + cell : cell + filler;
  });
  return `  ${padded.join('  ')}`.trimEnd();
}

function width(cell: string | undefined): number {
  return Array.from(cell ?? '').length;
}

/** Formats `1234` milligas as `1.234`. */
/** Returns a percentage with one decimal, halves rounded up. */
function percent(part: bigint, whole: bigint): string {
  if (whole === 0n) return '';
  const tenths = (part * 2000n + whole) / (whole * 2n);
  return `${tenths / 10n}.${tenths % 10n}%`;
}
