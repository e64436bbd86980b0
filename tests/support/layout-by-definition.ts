// The layout algorithm written as its definition: a group is its flattened form if that fits, else itself, and a document is
// a lazy stream. Slow and recursive; the tests compare src/base/doc.ts with it.
import type { Doc } from '../../src/base/doc.ts';

type Choice =
  | { readonly kind: 'fail' | 'empty' | 'line' }
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'cat'; readonly first: Choice; readonly second: Choice }
  | { readonly kind: 'nest'; readonly by: number; readonly inner: Choice }
  | { readonly kind: 'align'; readonly inner: Choice }
  | { readonly kind: 'alternative'; readonly broken: Choice; readonly flat: Choice }
  | { readonly kind: 'union'; readonly flat: Choice; readonly broken: Choice };

type Stream =
  | { readonly kind: 'end' | 'fail' }
  | { readonly kind: 'text'; readonly text: string; readonly rest: () => Stream }
  | { readonly kind: 'line'; readonly indent: number; readonly rest: () => Stream };

type Pending = readonly [indent: number, doc: Choice, rest: Pending] | undefined;

export function layoutByDefinition(doc: Doc, width: number): string {
  let output = '';
  let stream = best(width, 0, [0, choices(doc), undefined]);
  while (stream.kind === 'text' || stream.kind === 'line') {
    const rest = stream.rest();
    if (stream.kind === 'text') output += stream.text;
    else output += `\n${rest.kind === 'text' ? ' '.repeat(stream.indent) : ''}`;
    stream = rest;
  }
  return output;
}

function choices(doc: Doc): Choice {
  switch (doc.kind) {
    case 'empty':
      return doc;
    case 'text':
      return doc;
    case 'hardline':
      return { kind: 'line' };
    case 'flatAlt':
      return { kind: 'alternative', broken: choices(doc.broken), flat: choices(doc.flat) };
    case 'concat':
      return doc.parts
        .map(choices)
        .reduceRight<Choice>((second, first) => ({ kind: 'cat', first, second }), {
          kind: 'empty',
        });
    case 'nest':
      return { kind: 'nest', by: doc.by, inner: choices(doc.doc) };
    case 'align':
      return { kind: 'align', inner: choices(doc.doc) };
    case 'group': {
      const broken = choices(doc.doc);
      return { kind: 'union', flat: flatten(broken), broken };
    }
  }
}

function flatten(doc: Choice): Choice {
  switch (doc.kind) {
    case 'line':
      return { kind: 'fail' };
    case 'cat':
      return { ...doc, first: flatten(doc.first), second: flatten(doc.second) };
    case 'nest':
    case 'align':
      return { ...doc, inner: flatten(doc.inner) };
    case 'alternative':
    case 'union':
      return flatten(doc.flat);
    default:
      return doc;
  }
}

function best(width: number, column: number, pending: Pending): Stream {
  if (pending === undefined) return { kind: 'end' };
  const [indent, doc, rest] = pending;
  switch (doc.kind) {
    case 'fail':
      return { kind: 'fail' };
    case 'empty':
      return best(width, column, rest);
    case 'text': {
      const { text } = doc;
      const end = column + [...text].length;
      return { kind: 'text', text, rest: () => best(width, end, rest) };
    }
    case 'line':
      return { kind: 'line', indent, rest: () => best(width, indent, rest) };
    case 'cat':
      return best(width, column, [indent, doc.first, [indent, doc.second, rest]]);
    case 'nest':
      return best(width, column, [indent + doc.by, doc.inner, rest]);
    case 'align':
      return best(width, column, [column, doc.inner, rest]);
    case 'alternative':
      return best(width, column, [indent, doc.broken, rest]);
    case 'union': {
      const flat = best(width, column, [indent, doc.flat, rest]);
      if (fits(width - column, flat)) return flat;
      return best(width, column, [indent, doc.broken, rest]);
    }
  }
}

function fits(room: number, stream: Stream): boolean {
  if (room < 0 || stream.kind === 'fail') return false;
  if (stream.kind !== 'text') return true;
  return fits(room - [...stream.text].length, stream.rest());
}
