// Formats tables: columns of equal width, with numbers aligned right.

export type Column = { readonly title: string; readonly side: 'left' | 'right' };

export function tableText(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string {
  const widths = columns.map(({ title }, i) =>
    Math.max(title.length, ...rows.map((row) => row[i]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    columns
      .map(({ side }, i) => {
        const cell = cells[i] ?? '';
        const width = widths[i] ?? 0;
        return side === 'left' ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd();
  return [columns.map(({ title }) => title), ...rows].map(line).join('\n');
}

/** Returns the number with spaces between thousands. */
export function groupedNumber(value: number): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ' ');
}

/** Returns whole gas, rounded up as on chains. */
export const gasOf = (milliGas: number): number => Math.ceil(milliGas / 1000);
