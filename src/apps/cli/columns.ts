// Formats columns of equal width for a terminal.

/** Returns lines of names and values, with the values aligned. */
export function pairLines(rows: readonly (readonly [string, string])[]): readonly string[] {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
}

type Column = { readonly title: string; readonly side: 'left' | 'right' };

/** Returns the line of the titles, and one for each row. Numbers belong to the right side. */
export function tableLines(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): readonly string[] {
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
  return [columns.map(({ title }) => title), ...rows].map(line);
}
