// The text being written: a line with its column, and comments after lines, which are placed last
// because comments below each other may share a column.

import { codePointLength } from '../../../base/text.ts';

/** So that long names in deep nesting cannot make the text many times longer. */
const furthestIndent = 200;

type Line = {
  text: string;
  comment: { readonly text: string; readonly column: number } | undefined;
};

export class Output {
  private readonly lines: Line[] = [];
  private current: Line = { text: '', comment: undefined };
  private indentDue = 0;
  column = 0;

  /** Returns whether the line has any text. */
  private get isAtLineStart(): boolean {
    return this.current.text === '' && this.current.comment === undefined;
  }

  /** `width`: the width of the text on one line. */
  write(text: string, width?: number): void {
    const isFirst = this.current.text === '' && this.indentDue > 0;
    this.current.text += isFirst ? ' '.repeat(this.indentDue) + text : text;
    if (width !== undefined) this.column += width;
    else if (!text.includes('\n')) this.column += codePointLength(text);
    else this.column = lastLineLength(text);
  }

  newline(indent: number, blankLines: number): void {
    if (this.lines.length === 0 && this.isAtLineStart) return;
    this.lines.push(this.current);
    for (let i = 0; i < blankLines; i++) this.lines.push({ text: '', comment: undefined });
    this.current = { text: '', comment: undefined };
    this.indentDue = Math.min(indent, furthestIndent);
    this.column = this.indentDue;
  }

  /** A comment after the line; `column` is its column in the source. */
  writeComment(text: string, column: number): void {
    if (this.current.comment !== undefined) this.newline(0, 0);
    this.current.comment = { text, column };
  }

  finish(lineEnd: string): string {
    if (!this.isAtLineStart) this.newline(0, 0);
    let text = '';
    for (let i = 0; i < this.lines.length; i++) {
      const line = this.lines[i] as Line;
      if (line.comment === undefined) text += line.text + lineEnd;
      else {
        const end = this.endOfRun(i);
        text += this.alignedRun(i, end, lineEnd);
        i = end - 1;
      }
    }
    return text;
  }

  /** Comments of neighbouring lines that shared a column. */
  private endOfRun(start: number): number {
    const column = this.lines[start]?.comment?.column;
    let end = start + 1;
    while (this.lines[end]?.comment?.column === column && end < this.lines.length) end++;
    return end;
  }

  private alignedRun(start: number, end: number, lineEnd: string): string {
    const run = this.lines.slice(start, end);
    const widths = run.map(({ text }) => lastLineLength(text));
    const column = widths.reduce((a, b) => Math.max(a, b), 0) + 1;
    return run
      .map(({ text, comment }, i) => {
        const blanks = ' '.repeat(column - (widths[i] as number));
        return `${text}${blanks}${comment?.text ?? ''}${lineEnd}`;
      })
      .join('');
  }
}

function lastLineLength(text: string): number {
  return codePointLength(text.slice(text.lastIndexOf('\n') + 1));
}
