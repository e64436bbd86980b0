// Writes the results of `pact gas`, as tables for people or as JSON for programs.

import { exactGasText } from '../../../lang/session/run.ts';
import type { Growth, Largest } from '../../../tools/testing/gas/growth.ts';
import { tableLines } from '../columns.ts';
import type { Sweep } from './sweep-range.ts';
import type { Deployment } from '../../../tools/testing/gas/measure-script.ts';

export type MeasuredPoint =
  | { readonly kind: 'done'; readonly value: number; readonly milliGas: number }
  | { readonly kind: 'failed'; readonly value: number; readonly message: string };

export type SweepReport = {
  readonly file: string;
  readonly sweep: Sweep;
  readonly points: readonly MeasuredPoint[];
  readonly growth: Growth | undefined;
  readonly limit:
    | {
        readonly gas: number;
        readonly largest: Largest;
        /** The measurement at that value. */
        readonly at: MeasuredPoint;
        /** The next value, which is too large. */
        readonly next: MeasuredPoint | undefined;
      }
    | undefined;
};

export function sweepText({ sweep: { name }, points, growth, limit }: SweepReport): string {
  const rows = rowsOf(points);
  const table = tableLines(
    [
      { title: name, side: 'right' },
      { title: 'Gas', side: 'right' },
      { title: '', side: 'left' },
    ],
    rows,
  );
  const parts = [table.join('\n')];
  if (growth !== undefined) parts.push(growthText(growth));
  if (limit !== undefined) parts.push(limitText(name, limit));
  return parts.join('\n\n');
}

/** Consecutive values with the same failure share a row. */
function rowsOf(points: readonly MeasuredPoint[]): readonly (readonly string[])[] {
  const rows: { first: number; last: number; gas: string; note: string }[] = [];
  for (const point of points) {
    const { value } = point;
    const before = rows.at(-1);
    const gas =
      point.kind === 'done'
        ? exactGasText(point.milliGas, (whole) => groupedNumber(Number(whole)))
        : '';
    const note = point.kind === 'done' ? '' : `fails: ${point.message}`;
    if (note !== '' && before?.note === note) before.last = value;
    else rows.push({ first: value, last: value, gas, note });
  }
  return rows.map(({ first, last, gas, note }) => [
    first === last ? String(first) : `${first}..${last}`,
    gas,
    note,
  ]);
}

function growthText({ kind, formula, worst, fits }: Growth): string {
  const off = `off by at most ${worst.toFixed(3)} gas`;
  return fits
    ? `Growth: ${kind}, ${formula} (${off})`
    : `Growth: no simple formula fits; the closest is ${kind}, ${formula} (${off})`;
}

function limitText(
  name: string,
  { gas, largest, at, next }: NonNullable<SweepReport['limit']>,
): string {
  const limit = `the limit of ${groupedNumber(gas)} gas`;
  const value = `${name} = ${at.value}`;
  switch (largest.kind) {
    case 'all':
      return `All values stay within ${limit}: ${value} ${costs(at)}.`;
    case 'none':
      return `No value stays within ${limit}: ${value} ${costs(at)}.`;
    case 'found': {
      const beyond = next === undefined ? '' : `; ${name} = ${next.value} ${costs(next)}`;
      return `Largest within ${limit}: ${value} ${costs(at)}${beyond}.`;
    }
    case 'uneven':
      return `Gas does not always grow: ${name} = ${largest.tooLarge} exceeds ${limit}, but ${value}, the largest measured value within it, ${costs(at)}.`;
  }
}

const costs = (point: MeasuredPoint): string =>
  point.kind === 'done'
    ? `costs ${groupedNumber(gasOf(point.milliGas))}`
    : `fails (${point.message})`;

export function sweepJson({ file, sweep, points, growth, limit }: SweepReport): string {
  const shown = (point: MeasuredPoint): object =>
    point.kind === 'done'
      ? { value: point.value, milliGas: point.milliGas, gas: gasOf(point.milliGas) }
      : { value: point.value, error: point.message };
  const report = {
    version: 1,
    file,
    parameter: sweep,
    points: points.map(shown),
    ...(growth !== undefined && { growth }),
    ...(limit !== undefined && {
      limit: {
        gas: limit.gas,
        kind: limit.largest.kind,
        // If no value is within the limit, there is no largest one.
        ...(limit.largest.kind !== 'none' && { largest: shown(limit.at) }),
        ...(limit.next !== undefined && { next: shown(limit.next) }),
      },
    }),
  };
  return JSON.stringify(report, undefined, 2);
}

export function modulesText(modules: readonly Deployment[], limit: number | undefined): string {
  if (modules.length === 0) return 'No module was deployed.';
  const rows = modules.map(({ name, milliGas, bytes, storedSize, place }) => [
    name,
    groupedNumber(gasOf(milliGas)),
    groupedNumber(bytes),
    groupedNumber(storedSize),
    `${place.file}:${place.line}${limit !== undefined && gasOf(milliGas) > limit ? '  above the limit' : ''}`,
  ]);
  return tableLines(
    [
      { title: 'Module', side: 'left' },
      { title: 'Gas', side: 'right' },
      { title: 'Bytes', side: 'right' },
      { title: 'Stored', side: 'right' },
      { title: 'Place', side: 'left' },
    ],
    rows,
  ).join('\n');
}

export function jsonText(modules: readonly Deployment[], limit: number | undefined): string {
  const shown = modules.map((each) => ({ ...each, gas: gasOf(each.milliGas) }));
  return JSON.stringify({ version: 1, limit, modules: shown }, undefined, 2);
}

/** Returns the number with spaces between thousands. */
export function groupedNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** Returns whole gas, rounded up as on chains. */
export const gasOf = (milliGas: number): number => Math.ceil(milliGas / 1000);
