// Writes Core terms as bytes, each node after its parts, so that they can be read with an explicit stack at any
// nesting. The fields of each kind of node are listed here, and term-reader.ts builds the types of
// core/term.ts: a field that is added there does not compile until it is read here.

import { unreachable } from '../../base/assert.ts';
import { forms, type Arg, type Literal, type Name, type Term } from '../core/model/term.ts';
import type { Type } from '../values/type.ts';
import type { ImageWriter } from './image-writer.ts';

export const nodes = {
  var: 0,
  lambda: 1,
  let: 2,
  app: 3,
  form: 4,
  builtin: 5,
  literal: 6,
  sequence: 7,
  nullary: 8,
  list: 9,
  object: 10,
  inline: 11,
} as const satisfies Record<Term['kind'], number>;

export const nameKinds = { local: 0, top: 1, modref: 2, dynamic: 3 } as const satisfies Record<
  Name['kind'],
  number
>;

export const literalKinds = {
  string: 0,
  integer: 1,
  decimal: 2,
  unit: 3,
  bool: 4,
} as const satisfies Record<Literal['kind'], number>;

/** Writes the number of nodes, then the nodes. */
export function writeTerm(writer: ImageWriter, root: Term): void {
  const order = nodesBackwards(root);
  writer.out.count(order.length);
  for (let i = order.length - 1; i >= 0; i--) writeNode(writer, order[i] as Term);
}

export function writeArg(writer: ImageWriter, { name, type, span }: Arg): void {
  writer.text(name);
  writeType(writer, type);
  writer.span(span);
}

export const typeKinds = {
  primitive: 0,
  list: 1,
  'any-list': 2,
  modref: 3,
  object: 4,
  'any-object': 5,
  table: 6,
  captoken: 7,
  any: 8,
  none: 9,
} as const satisfies Record<Type['kind'] | 'none', number>;

function writeType(writer: ImageWriter, type: Type | undefined): void {
  writer.out.byte(typeKinds[type?.kind ?? 'none']);
  switch (type?.kind) {
    case 'primitive':
      return writer.text(type.name);
    case 'list':
      return writeType(writer, type.element);
    case 'modref':
      return writer.value(type.interfaces);
    case 'object':
    case 'table':
      return writer.shared(type.schema);
    default:
  }
}

/** Lists each node before its parts, and these from the last to the first: the reverse of the written order. */
function nodesBackwards(root: Term): readonly Term[] {
  const order: Term[] = [];
  const pending: Term[] = [root];
  for (let term = pending.pop(); term !== undefined; term = pending.pop()) {
    order.push(term);
    switch (term.kind) {
      case 'lambda':
      case 'nullary':
        pending.push(term.body);
        break;
      case 'let':
        pending.push(term.value, term.body);
        break;
      case 'app':
        pending.push(term.fun);
        for (const arg of term.args) pending.push(arg);
        break;
      case 'form':
        for (const each of term.terms) pending.push(each);
        break;
      case 'sequence':
        pending.push(term.first, term.second);
        break;
      case 'list':
        for (const item of term.items) pending.push(item);
        break;
      case 'object':
        for (const [, value] of term.fields) pending.push(value);
        break;
      default:
    }
  }
  return order;
}

function writeNode(writer: ImageWriter, term: Term): void {
  const { out } = writer;
  out.byte(nodes[term.kind]);
  writer.span(term.span);
  switch (term.kind) {
    case 'var':
      return writeName(writer, term.name);
    case 'lambda':
      out.count(term.params.length);
      for (const param of term.params) writeArg(writer, param);
      return;
    case 'let':
      return writeArg(writer, term.arg);
    case 'app':
      return out.count(term.args.length);
    case 'form':
      out.byte(forms.indexOf(term.form));
      return out.count(term.terms.length);
    case 'builtin':
      return writer.text(term.name);
    case 'literal':
      return writeLiteral(writer, term.literal);
    case 'sequence':
    case 'nullary':
      return;
    case 'list':
      return out.count(term.items.length);
    case 'object':
      out.count(term.fields.length);
      for (const [name] of term.fields) writer.value(name);
      return;
    case 'inline':
      return writer.value(term.value);
  }
}

function writeName(writer: ImageWriter, name: Name): void {
  const { out } = writer;
  out.byte(nameKinds[name.kind]);
  writer.text(name.text);
  switch (name.kind) {
    case 'local':
      return out.count(name.index);
    case 'top':
      writer.shared(name.module);
      return writer.text(name.hash);
    case 'modref':
      writer.shared(name.module);
      return writer.value(name.interfaces);
    case 'dynamic':
      writer.text(name.member);
      return out.count(name.index);
    default:
      return unreachable(name);
  }
}

function writeLiteral(writer: ImageWriter, literal: Literal): void {
  const { out } = writer;
  out.byte(literalKinds[literal.kind]);
  switch (literal.kind) {
    case 'string':
    case 'integer':
    case 'bool':
      return writer.value(literal.value);
    case 'decimal':
      writer.value(literal.mantissa);
      return out.count(literal.places);
    case 'unit':
      return;
  }
}
