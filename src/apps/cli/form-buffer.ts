// Collects typed lines until they may be complete forms. Brackets are counted as lines arrive, so a long form is parsed
// once, not once per line; the parser decides whether it is really complete.

export class FormBuffer {
  private lines: string[] = [];
  private depth = 0;
  private state: 'code' | 'string' | 'gap' = 'code';

  /** Adds a line; returns the collected text unless it certainly ends inside a form. */
  add(line: string): string | undefined {
    this.lines.push(line);
    this.scan(line);
    return this.depth > 0 && this.state !== 'string' ? undefined : this.text;
  }

  get text(): string {
    return this.lines.join('\n');
  }

  get isEmpty(): boolean {
    return this.lines.every((line) => line.trim() === '');
  }

  clear(): void {
    this.lines = [];
    this.depth = 0;
    this.state = 'code';
  }

  private scan(line: string): void {
    for (let i = 0; i < line.length; i++) {
      const character = line.charAt(i);
      if (this.state === 'code') {
        if (character === ';') return;
        if (character === '"') this.state = 'string';
        else if (openers.has(character)) this.depth++;
        else if (closers.has(character)) this.depth--;
      } else if (this.state === 'gap') {
        if (character === '\\') this.state = 'string';
      } else if (character === '"') this.state = 'code';
      else if (character === '\\') {
        if (isBlank(line.slice(i + 1))) this.state = 'gap';
        i++;
      }
    }
  }
}

const openers: ReadonlySet<string> = new Set('([{');
const closers: ReadonlySet<string> = new Set(')]}');
const isBlank = (text: string): boolean => text.trim() === '';
