// The log of several nodes as one: each line with the name of its node.

/** Collects the chunks of a stream, and calls `onLine` for each line. */
export class LineReader {
  private readonly decoder = new TextDecoder();
  private readonly onLine: (line: string) => void;
  private rest = '';

  constructor(onLine: (line: string) => void) {
    this.onLine = onLine;
  }

  take(chunk: Uint8Array): void {
    const lines = (this.rest + this.decoder.decode(chunk, { stream: true })).split('\n');
    this.rest = lines.pop() ?? '';
    for (const line of lines) this.onLine(line.replace(/\r$/, ''));
    // A program that never ends a line must not fill the memory.
    if (this.rest.length > longestLine) this.end();
  }

  /** The last line may have no end. */
  end(): void {
    if (this.rest !== '') this.onLine(this.rest);
    this.rest = '';
  }
}

const longestLine = 100_000;

/** Cyan, magenta, blue, yellow, green: red is for faults. */
const colours = [36, 35, 34, 33, 32] as const;

/** Returns a function for each name that puts the name before a line: aligned, and each in its own colour. */
export function linePrefixes(
  names: readonly string[],
  isColoured: boolean,
): ReadonlyMap<string, (line: string) => string> {
  const width = Math.max(...names.map((name) => name.length));
  return new Map(
    names.map((name, i) => {
      const text = `${name.padEnd(width)} |`;
      const colour = colours[i % colours.length] ?? colours[0];
      const prefix = isColoured ? `\u001b[${colour}m${text}\u001b[39m` : text;
      return [name, (line: string) => `${prefix} ${line}`];
    }),
  );
}
