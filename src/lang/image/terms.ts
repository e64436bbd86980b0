// Core terms as bytes, each node after its parts, so that they can be read with an explicit stack at any nesting. The fields
// of each kind of node are listed for writing, and reading builds the types of core/model/term.ts: a field that is added
// there does not compile until it is read here.
import { BugError, unreachable } from '../../base/assert.ts';
import { type Arg, type Literal, type Name, type Term, forms } from '../core/model/term.ts';
import {
  type Schema,
  type Type,
  anyListType,
  anyObjectType,
  anyType,
  boolType,
  capTokenType,
  decimalType,
  guardType,
  integerType,
  stringType,
  timeType,
  unitType,
} from '../values/type.ts';
import type { ImageWriter } from './image-writer.ts';
import type { Span } from '../../base/span.ts';
import type { ModuleName } from '../values/names.ts';
import type { PactValue } from '../values/value.ts';
import type { PartReader } from './part-reader.ts';

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

/** Nodes whose parts are not read yet, the last one on top. */
export function readTerm(reader: PartReader): Term {
  const done: Term[] = [];
  for (let left = reader.at.count(); left > 0; left--) done.push(readNode(reader, done));
  return take(done);
}

export function readArg(reader: PartReader): Arg {
  const name = reader.text();
  return { name, type: readType(reader), span: reader.span() };
}

function readType(reader: PartReader): Type | undefined {
  const { at } = reader;
  switch (at.byte()) {
    case typeKinds.none:
      return undefined;
    case typeKinds.primitive:
      return primitives.get(reader.text());
    case typeKinds.list: {
      const element = readType(reader);
      if (element === undefined) throw new BugError('an image has a list of no type');
      return { kind: 'list', element };
    }
    case typeKinds['any-list']:
      return anyListType;
    case typeKinds.modref:
      // Casts, here and below: a writer of the same version wrote these types.
      return { kind: 'modref', interfaces: reader.value() as readonly ModuleName[] };
    case typeKinds.object:
      return { kind: 'object', schema: reader.shared() as Schema };
    case typeKinds['any-object']:
      return anyObjectType;
    case typeKinds.table:
      return { kind: 'table', schema: reader.shared() as Schema };
    case typeKinds.captoken:
      return capTokenType;
    case typeKinds.any:
      return anyType;
    default:
      throw new BugError('an image has an unknown type');
  }
}

const primitives: ReadonlyMap<string, Type> = new Map(
  [integerType, decimalType, boolType, stringType, guardType, timeType, unitType].map((type) => [
    type.kind === 'primitive' ? type.name : '',
    type,
  ]),
);

function readNode(reader: PartReader, done: Term[]): Term {
  const { at } = reader;
  const kind = at.byte();
  const span = reader.span();
  switch (kind) {
    case nodes.var:
      return { kind: 'var', name: readName(reader), span };
    case nodes.lambda: {
      const params = times(at.count(), () => readArg(reader));
      return { kind: 'lambda', params, body: take(done), span };
    }
    case nodes.let: {
      const arg = readArg(reader);
      const [value, body] = takeMany(done, 2) as [Term, Term];
      return { kind: 'let', arg, value, body, span };
    }
    case nodes.app: {
      const args = takeMany(done, at.count());
      return { kind: 'app', fun: take(done), args, span };
    }
    case nodes.literal:
      return { kind: 'literal', literal: readLiteral(reader), span };
    case nodes.builtin:
      return { kind: 'builtin', name: reader.text(), span };
    case nodes.sequence: {
      const [first, second] = takeMany(done, 2) as [Term, Term];
      return { kind: 'sequence', first, second, span };
    }
    case nodes.nullary:
      return { kind: 'nullary', body: take(done), span };
    default:
      return readRareNode(reader, kind, span, done);
  }
}

function readRareNode(reader: PartReader, kind: number, span: Span, done: Term[]): Term {
  const { at } = reader;
  switch (kind) {
    case nodes.form: {
      const form = forms[at.byte()];
      if (form === undefined) throw new BugError('an image has an unknown form');
      return { kind: 'form', form, terms: takeMany(done, at.count()), span };
    }
    case nodes.list:
      return { kind: 'list', items: takeMany(done, at.count()), span };
    case nodes.object: {
      const names = times(at.count(), () => reader.value() as string);
      const values = takeMany(done, names.length);
      const fields = names.map((name, i) => [name, values[i] as Term] as const);
      return { kind: 'object', fields, span };
    }
    case nodes.inline:
      return { kind: 'inline', value: reader.value() as PactValue, span };
    default:
      throw new BugError('an image has an unknown node');
  }
}

function readName(reader: PartReader): Name {
  const { at } = reader;
  const kind = at.byte();
  const text = reader.text();
  switch (kind) {
    case nameKinds.local:
      return { kind: 'local', text, index: at.count() };
    case nameKinds.top:
      return { kind: 'top', text, module: reader.shared() as ModuleName, hash: reader.text() };
    case nameKinds.modref: {
      const module = reader.shared() as ModuleName;
      return { kind: 'modref', text, module, interfaces: reader.value() as readonly ModuleName[] };
    }
    case nameKinds.dynamic:
      return { kind: 'dynamic', text, member: reader.text(), index: at.count() };
    default:
      throw new BugError('an image has an unknown name');
  }
}

function readLiteral(reader: PartReader): Literal {
  const { at } = reader;
  switch (at.byte()) {
    case literalKinds.string:
      return { kind: 'string', value: reader.value() as string };
    case literalKinds.integer:
      return { kind: 'integer', value: reader.value() as bigint };
    case literalKinds.decimal:
      return { kind: 'decimal', mantissa: reader.value() as bigint, places: at.count() };
    case literalKinds.unit:
      return { kind: 'unit' };
    case literalKinds.bool:
      return { kind: 'bool', value: reader.value() as boolean };
    default:
      throw new BugError('an image has an unknown literal');
  }
}

function take(done: Term[]): Term {
  const term = done.pop();
  if (term === undefined) throw new BugError('an image lacks a part of a term');
  return term;
}

function takeMany(done: Term[], count: number): Term[] {
  return count === 0 ? [] : done.splice(done.length - count);
}

function times<T>(count: number, read: () => T): T[] {
  const items: T[] = [];
  for (let i = 0; i < count; i++) items.push(read());
  return items;
}
