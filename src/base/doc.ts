// Documents with possible line breaks, laid out within a line width: the algebra and the greedy
// layout of Haskell's `prettyprinter` 1.7 (`layoutPretty defaultLayoutOptions`: 80 columns, ribbon
// 1.0), as far as the reference's messages need it. Columns count code points. Layout keeps its own
// stack, so nesting cannot overflow.
//
// This file does not depend on Pact: the documents of values and errors are built where those are defined.

import { codePointLength, withoutHalfAtEnd } from './text.ts';

export type Doc =
  | { readonly kind: 'empty' }
  | { readonly kind: 'text'; readonly text: string; readonly length: number }
  /** A line break that no group can flatten. */
  | { readonly kind: 'hardline' }
  | { readonly kind: 'flatAlt'; readonly broken: Doc; readonly flat: Doc }
  | { readonly kind: 'concat'; readonly parts: readonly Doc[] }
  | { readonly kind: 'nest'; readonly by: number; readonly doc: Doc }
  | { readonly kind: 'align'; readonly doc: Doc }
  | { readonly kind: 'group'; readonly doc: Doc };

/** The arguments of the builders; a plain string means `text` of it. */
export type Part = Doc | string;

export const defaultWidth = 80;

/** In UTF-16 units: twice the longest string that a program can create, and far below the limit of V8. */
const longestLayout = 1 << 25;

export const empty: Doc = { kind: 'empty' };
export const hardline: Doc = { kind: 'hardline' };
const blank: Doc = { kind: 'text', text: ' ', length: 1 };
/** A break that becomes a space if its group is flat. */
export const line: Doc = flatAlt(hardline, blank);
/** A break that vanishes if its group is flat (`line'`). */
export const lineOrNothing: Doc = flatAlt(hardline, empty);

/** A string; each line feed in it is a `line`, so an enclosing group may turn it into a space. */
export function text(content: string): Doc {
  if (!content.includes('\n')) return lineOfText(content);
  return vsep(content.split('\n').map(lineOfText));
}

function lineOfText(content: string): Doc {
  if (content === '') return empty;
  return { kind: 'text', text: content, length: codePointLength(content) };
}

export function concat(...parts: readonly Part[]): Doc {
  return { kind: 'concat', parts: parts.map(toDoc) };
}

function toDoc(part: Part): Doc {
  return typeof part === 'string' ? text(part) : part;
}

export function flatAlt(broken: Part, flat: Part): Doc {
  return { kind: 'flatAlt', broken: toDoc(broken), flat: toDoc(flat) };
}

/** Flat if that fits, otherwise unchanged. */
export function group(part: Part): Doc {
  return { kind: 'group', doc: toDoc(part) };
}

export function nest(by: number, part: Part): Doc {
  return { kind: 'nest', by, doc: toDoc(part) };
}

/** Indents every further line to the column where the part begins. */
export function align(part: Part): Doc {
  return { kind: 'align', doc: toDoc(part) };
}

export function hang(by: number, part: Part): Doc {
  return align(nest(by, part));
}

export function join(parts: readonly Part[], separator: Part): Doc {
  const joined: Doc[] = [];
  const between = toDoc(separator);
  for (const part of parts) {
    if (joined.length > 0) joined.push(between);
    joined.push(toDoc(part));
  }
  return { kind: 'concat', parts: joined };
}

export function hsep(parts: readonly Part[]): Doc {
  return join(parts, blank);
}

export function vsep(parts: readonly Part[]): Doc {
  return join(parts, line);
}

export function vcat(parts: readonly Part[]): Doc {
  return join(parts, lineOrNothing);
}

export function cat(parts: readonly Part[]): Doc {
  return group(vcat(parts));
}

/** Appends the mark to every part but the last. */
export function punctuate(mark: Part, parts: readonly Part[]): Doc[] {
  return parts.map((part, i) => (i + 1 < parts.length ? concat(part, mark) : toDoc(part)));
}

export type Enclosure = { readonly open: Part; readonly close: Part; readonly separator: Part };

/** With two or more parts, allows a break before each separator. */
export function encloseSep(enclosure: Enclosure, parts: readonly Part[]): Doc {
  const { open, close, separator } = enclosure;
  const [only] = parts;
  if (only === undefined) return concat(open, close);
  if (parts.length === 1) return concat(open, only, close);
  return concat(cat(parts.map((part, i) => concat(i === 0 ? open : separator, part))), close);
}

const listEnclosure: Enclosure = {
  open: flatAlt('[ ', '['),
  close: flatAlt(' ]', ']'),
  separator: ', ',
};

/** `[a, b]`, or one part per line: the reference's rendering of a Haskell list (`prettyList`). */
export function list(parts: readonly Part[]): Doc {
  return align(group(encloseSep(listEnclosure, parts)));
}

/** `{a,b}`: breaks before the commas, at the enclosing indentation. */
export function commaBraces(parts: readonly Part[]): Doc {
  return encloseSep({ open: '{', close: '}', separator: ',' }, parts);
}

export const quoted = (part: Part): Doc => concat('"', part, '"');
export const parens = (part: Part): Doc => concat('(', part, ')');
export const braces = (part: Part): Doc => concat('{', part, '}');

/**
 * What remains to be laid out: a document (or the rest of a sequence from `index`), then `next`.
 */
type Pending = {
  readonly doc: Doc;
  readonly index: number;
  readonly indent: number;
  readonly flat: boolean;
  readonly next: Pending | undefined;
};

export type Layout = {
  /** Columns. */
  readonly width?: number;
  /** UTF-16 units of the result: longer output is cut there and ends with `...`. */
  readonly limit?: number;
};

/**
 * Renders a document. The length is limited because the output can be far longer than the document: every further line of
 * a keyset is indented to the column where its keys begin, which may be millions of columns from the left.
 */
export function render(
  part: Part,
  { width = defaultWidth, limit = longestLayout }: Layout = {},
): string {
  let output = '';
  let column = 0;
  // Written only before text, so that an empty line has no trailing spaces.
  let indentDue = 0;
  let pending: Pending | undefined = pend(toDoc(part), 0, false, undefined);
  for (;;) {
    const at: Pending | undefined = pending;
    if (at === undefined) return output;
    const { doc } = at;
    switch (doc.kind) {
      case 'text':
        if (output.length + indentDue + doc.text.length > limit) {
          return cutLayout(output, indentDue, doc.text, limit);
        }
        if (indentDue > 0) output += ' '.repeat(indentDue);
        indentDue = 0;
        output += doc.text;
        column += doc.length;
        pending = at.next;
        break;
      case 'hardline':
        if (output.length >= limit) return `${output}...`;
        output += '\n';
        indentDue = at.indent;
        column = at.indent;
        pending = at.next;
        break;
      case 'group': {
        const flat: Pending = pend(doc.doc, at.indent, true, at.next);
        const fits: boolean = at.flat || firstLineFits(flat, column, width);
        pending = fits ? flat : pend(doc.doc, at.indent, false, at.next);
        break;
      }
      default:
        pending = unfold(at, doc, column);
    }
  }
}

/** The part of the text that fits. No character is cut in two. */
function cutLayout(output: string, indentDue: number, next: string, limit: number): string {
  const room = limit - output.length - indentDue;
  if (room <= 0) return `${output}...`;
  return `${output}${' '.repeat(indentDue)}${withoutHalfAtEnd(next.slice(0, room))}...`;
}

type Structure = Exclude<Doc, { kind: 'text' | 'hardline' | 'group' }>;

/** Expands one step of a document that writes nothing itself. */
function unfold(at: Pending, doc: Structure, column: number): Pending | undefined {
  switch (doc.kind) {
    case 'empty':
      return at.next;
    case 'flatAlt':
      return pend(at.flat ? doc.flat : doc.broken, at.indent, at.flat, at.next);
    case 'nest':
      return pend(doc.doc, at.indent + doc.by, at.flat, at.next);
    case 'align':
      return pend(doc.doc, column, at.flat, at.next);
    case 'concat': {
      const part = doc.parts[at.index];
      if (part === undefined) return at.next;
      const last = at.index + 1 === doc.parts.length;
      return pend(part, at.indent, at.flat, last ? at.next : { ...at, index: at.index + 1 });
    }
  }
}

function pend(doc: Doc, indent: number, flat: boolean, next: Pending | undefined): Pending {
  return { doc, index: 0, indent, flat, next };
}

/**
 * Returns whether the first line of the pending documents can end within the width, for some choice of later
 * groups: each is tried flat, then broken. (With ribbon 1.0 the limit is one
 * absolute column, so the library's nested fit tests amount to this search.)
 */
function firstLineFits(start: Pending, startColumn: number, width: number): boolean {
  const untried: { readonly pending: Pending; readonly column: number }[] = [];
  let pending: Pending | undefined = start;
  let column = startColumn;
  for (;;) {
    const at: Pending | undefined = pending;
    let failed = column > width;
    if (!failed) {
      if (at === undefined) return true;
      const { doc } = at;
      if (doc.kind === 'text') {
        column += doc.length;
        pending = at.next;
      } else if (doc.kind === 'hardline') {
        if (!at.flat) return true;
        failed = true;
      } else if (doc.kind === 'group') {
        if (!at.flat) untried.push({ pending: pend(doc.doc, at.indent, false, at.next), column });
        pending = pend(doc.doc, at.indent, true, at.next);
      } else {
        pending = unfold(at, doc, column);
      }
    }
    if (failed) {
      const other = untried.pop();
      if (other === undefined) return false;
      pending = other.pending;
      column = other.column;
    }
  }
}
