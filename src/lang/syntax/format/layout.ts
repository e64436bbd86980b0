// Breaks lines. A node that fits goes on one line; otherwise it breaks by the rule of its form. The width of each node on
// one line is already known, so nothing is laid out twice and time is linear.

import {
  bindingRule,
  callRule,
  formRules,
  type FormRule,
  type FormatOptions,
} from './form-rules.ts';
import { type GroupNode, type Node, type PairNode, isWord, type NodeSource } from './read-nodes.ts';
import { Output } from './output.ts';
import type { Gap, GapComment } from './trivia.ts';

/** The separation of a token from the one before it. */
type Separator =
  | { readonly kind: 'none'; readonly indent: number }
  | { readonly kind: 'blank'; readonly indent: number }
  | { readonly kind: 'line'; readonly indent: number; readonly maxBlankLines: number };

export type LayoutSource = NodeSource & {
  /** The whole source; protected parts are copied unchanged. */
  readonly text: string;
  readonly lineEnd: string;
};

export function layOut(
  source: LayoutSource,
  nodes: readonly Node[],
  options: FormatOptions,
): string {
  return new Layout(source, options).program(nodes);
}

const none = (indent: number): Separator => ({ kind: 'none', indent });
const blank = (indent: number): Separator => ({ kind: 'blank', indent });
const line = (indent: number, maxBlankLines = 1): Separator => ({
  kind: 'line',
  indent,
  maxBlankLines,
});

class Layout {
  private readonly source: LayoutSource;
  private readonly gaps: readonly Gap[];
  private readonly options: FormatOptions;
  private readonly output = new Output();
  /** The end in the source of the part that was copied unchanged. */
  private copiedTo = 0;

  constructor(source: LayoutSource, options: FormatOptions) {
    this.source = source;
    this.gaps = source.gaps;
    this.options = options;
  }

  program(nodes: readonly Node[]): string {
    const end = this.source.tokens.length;
    this.items(nodes, { end, trailing: 0, separate: () => line(0, 2) });
    this.comments(end, line(0, 2));
    return this.output.finish(this.source.lineEnd);
  }

  private node(node: Node, trailing: number): void {
    if (this.fits(node.width, trailing)) {
      this.flat(node);
      return;
    }
    switch (node.kind) {
      case 'token':
        this.token(node.first);
        return;
      case 'joined':
        this.parts(node.parts, none(this.output.column + this.options.indent), trailing);
        return;
      case 'phrase':
        this.parts(node.parts, blank(this.output.column + this.options.indent), trailing);
        return;
      case 'pair':
        this.pair(node, trailing);
        return;
      case 'group':
        this.group(node, trailing);
    }
  }

  private fits(width: number, trailing: number): boolean {
    return this.output.column + width + trailing <= this.options.width;
  }

  private token(at: number, width?: number): void {
    this.output.write(this.source.texts[at] as string, width);
  }

  // ---- on one line ----

  private flat(node: Node): void {
    switch (node.kind) {
      case 'token':
        this.token(node.first, node.width);
        return;
      case 'joined':
        for (const part of node.parts) this.flat(part);
        return;
      case 'phrase':
        this.flatWithBlanks(node.parts);
        return;
      case 'pair':
        this.flat(node.key);
        this.mark(node);
        this.output.write(' ', 1);
        this.flat(node.value);
        return;
      case 'group':
        this.token(node.first);
        if (node.isSpaced) this.output.write(' ', 1);
        this.flatWithBlanks(node.items);
        if (node.isSpaced) this.output.write(' ', 1);
        this.token(node.last);
    }
  }

  private flatWithBlanks(nodes: readonly Node[]): void {
    nodes.forEach((node, i) => {
      if (i > 0 && !this.isComma(node)) this.output.write(' ', 1);
      this.flat(node);
    });
  }

  private mark({ mark }: PairNode): void {
    const text = this.source.texts[mark] as string;
    this.output.write(text === ':' ? text : ` ${text}`);
  }

  private isComma({ kind, first }: Node): boolean {
    return kind === 'token' && this.source.texts[first] === ',';
  }

  // ---- on several lines ----

  private parts(parts: readonly Node[], separator: Separator, trailing: number): void {
    parts.forEach((part, i) => {
      if (i > 0) this.gap(part.first, separator);
      this.node(part, i + 1 === parts.length ? trailing : 0);
    });
  }

  private pair({ key, mark, value }: PairNode, trailing: number): void {
    const indent = this.output.column + this.options.indent;
    const isField = this.source.texts[mark] === ':';
    this.node(key, 0);
    this.gap(mark, isField ? none(indent) : blank(indent));
    this.token(mark);
    this.gap(value.first, blank(indent));
    this.node(value, trailing);
  }

  private group(node: GroupNode, trailing: number): void {
    if (node.bracket === '(') this.form(node, trailing);
    else if (node.items.every((item) => isWord(item))) this.words(node, trailing);
    else this.entries(node, trailing);
  }

  private form(node: GroupNode, trailing: number): void {
    const { column } = this.output;
    const name = this.source.texts[node.first + 1] ?? '';
    const rule = this.ruleOf(node, name);
    const closesAlone =
      rule.holdsDefinitions || (this.options.closers === 'own-line' && rule.keepsBreak);
    const after = closesAlone ? 0 : trailing + 1;
    this.token(node.first);
    const separate =
      node.role === 'parameters' || node.role === 'bindings' || node.items[0]?.kind === 'group'
        ? (i: number) => (i === 0 ? none(column + 1) : line(column + 1))
        : this.formSeparator(node, { column, rule, after });
    this.items(node.items, {
      end: node.last,
      trailing: after,
      separate: (_, i) => separate(i),
    });
    const inner = column + this.options.indent;
    this.close(node.last, closesAlone ? line(column, 0) : none(column), inner);
  }

  private formSeparator(
    node: GroupNode,
    {
      column,
      rule,
      after,
    }: { readonly column: number; readonly rule: FormRule; readonly after: number },
  ): (i: number) => Separator {
    let indent = column + this.options.indent;
    const maxBlankLines = rule.holdsDefinitions ? 2 : 1;
    let isFirstLine = true;
    return (i) => {
      if (i === 0) return none(column + 1);
      const item = node.items[i] as Node;
      if (i === 1 && rule.isAligned) indent = this.output.column + 1;
      const behind = i + 1 === node.items.length ? after : 0;
      const stays =
        i <= rule.pinned || (isFirstLine && i <= rule.head && this.fits(1 + item.width, behind));
      if (stays) return blank(indent);
      isFirstLine = false;
      return line(indent, maxBlankLines);
    };
  }

  private ruleOf({ items, role }: GroupNode, name: string): FormRule {
    if (role === 'binding') return bindingRule;
    const known = formRules.get(name);
    if (known !== undefined) return known;
    const words = items.findIndex((item, i) => i > 0 && !isWord(item));
    return callRule(name, Math.max(words - 1, 0));
  }

  /** A list of words takes as few lines as it can. */
  private words(node: GroupNode, trailing: number): void {
    const indent = this.output.column + 1;
    this.token(node.first);
    this.items(node.items, {
      end: node.last,
      trailing: trailing + 1,
      separate: (item, i) => {
        if (i === 0 || this.isComma(item)) return none(indent);
        const isLast = i + 1 === node.items.length;
        const after = isLast ? trailing + 1 : 1;
        return this.fits(1 + item.width, after) ? blank(indent) : line(indent);
      },
    });
    this.close(node.last, none(indent - 1), indent);
  }

  /** The fields of an object or the items of a list, one per line. */
  private entries(node: GroupNode, trailing: number): void {
    const { column } = this.output;
    const style = this.commaStyle(node);
    const isPadded = node.isSpaced || style === 'leading';
    const indent = column + (isPadded ? 2 : 1);
    this.token(node.first);
    this.items(node.items, {
      end: node.last,
      trailing: style === 'leading' ? 0 : trailing + (isPadded ? 2 : 1),
      separate: (item, i) => {
        if (i === 0) return isPadded ? blank(indent) : none(indent);
        if (this.isComma(item)) return style === 'leading' ? line(column) : none(indent);
        const isBehindComma = this.isComma(node.items[i - 1] as Node);
        return style === 'leading' && isBehindComma ? blank(indent) : line(indent);
      },
    });
    const closer = isPadded ? blank(column) : none(column);
    this.close(node.last, style === 'leading' ? line(column, 0) : closer, indent);
  }

  /** As the author wrote it; objects that were on one line get their commas in front. */
  private commaStyle({ bracket, items }: GroupNode): 'leading' | 'trailing' {
    const hasNewline = (node: Node | undefined): boolean =>
      node !== undefined && (this.gaps[node.first] as Gap).hasNewline;
    const commas = items.flatMap((item, i) => (i > 0 && this.isComma(item) ? [i] : []));
    if (commas.some((i) => hasNewline(items[i]))) return 'leading';
    if (commas.some((i) => hasNewline(items[i + 1]))) return 'trailing';
    return bracket === '{' ? 'leading' : 'trailing';
  }

  private close(token: number, separator: Separator, inner: number): void {
    const hadComments = this.comments(token, line(inner));
    this.separate(hadComments ? line(separator.indent, 0) : separator, 0);
    this.token(token);
  }

  // ---- between tokens ----

  private gap(token: number, separator: Separator): void {
    const { blankLines } = this.gaps[token] as Gap;
    if (!this.comments(token, separator)) this.separate(separator, blankLines);
    else this.separate({ maxBlankLines: 1, ...separator, kind: 'line' }, blankLines);
  }

  private separate(separator: Separator, blankLines: number): void {
    switch (separator.kind) {
      case 'none':
        return;
      case 'blank':
        this.output.write(' ', 1);
        return;
      case 'line':
        this.output.newline(separator.indent, Math.min(blankLines, separator.maxBlankLines));
    }
  }

  /** Writes the comments of a gap, if it has any. */
  private comments(token: number, separator: Separator, until = Infinity): boolean {
    const { comments } = this.gaps[token] as Gap;
    if (comments.length === 0) return false;
    comments.forEach(({ start, place, text, column, blankLines }, i) => {
      if (start < this.copiedTo || start > until) return;
      if (place === 'own-line') {
        const max = separator.kind === 'line' ? separator.maxBlankLines : Math.min(i, 1);
        this.output.newline(separator.indent, Math.min(blankLines, max));
        this.output.write(text);
      } else {
        if (place === 'continued') this.output.newline(0, 0);
        this.output.writeComment(text, column);
      }
    });
    return true;
  }

  // ---- one level of nodes, and its parts that are copied unchanged ----

  private items(nodes: readonly Node[], level: Level): void {
    for (let i = 0; i < nodes.length; i++) {
      const node = nodes[i] as Node;
      const separator = level.separate(node, i);
      const next = this.protect(nodes, i, { end: level.end, separator });
      if (next !== undefined) {
        i = next - 1;
        continue;
      }
      this.gap(node.first, separator);
      this.node(node, i + 1 === nodes.length ? level.trailing : 0);
    }
  }

  /** Copies the text between the comments `off` and `on`; returns the number of the next node. */
  private protect(
    nodes: readonly Node[],
    from: number,
    { end, separator }: { readonly end: number; readonly separator: Separator },
  ): number | undefined {
    const token = (nodes[from] as Node).first;
    const off = this.marker(token, 'off', this.copiedTo);
    if (off === undefined || this.marker(token, 'on', off.end) !== undefined) return undefined;
    this.comments(token, separator, off.start - 1);
    const isBehindCode = off.place !== 'own-line';
    if (isBehindCode) this.output.write(' ', 1);
    else this.output.newline(separator.indent, Math.min(off.blankLines, 1));
    let next = from + 1;
    const tokenAfter = (at: number): number => nodes[at]?.first ?? end;
    const isOn = (at: number): boolean => this.marker(tokenAfter(at), 'on', off.end) !== undefined;
    while (next < nodes.length && !isOn(next)) next++;
    const on = this.marker(tokenAfter(next), 'on', off.end);
    const last = (nodes.at(-1) as Node).last;
    this.copiedTo = on?.end ?? this.endOf(last);
    this.output.write(this.source.text.slice(off.start, this.copiedTo));
    return next;
  }

  private marker(token: number, marker: 'off' | 'on', from: number): GapComment | undefined {
    const { comments } = this.gaps[token] as Gap;
    return comments.find((comment) => comment.marker === marker && comment.start >= from);
  }

  private endOf(token: number): number {
    const { startOffset, image } = this.source.tokens[token] as NodeSource['tokens'][number];
    return startOffset + image.length;
  }
}

type Level = {
  /** The token after the nodes. */
  readonly end: number;
  /** Columns that must be free after the last node. */
  readonly trailing: number;
  readonly separate: (node: Node, i: number) => Separator;
};
