// Core terms from the bytes of term-writer.ts.

import { BugError } from '../../base/assert.ts';
import type { Span } from '../../base/span.ts';
import { forms, type Arg, type Literal, type Name, type Term } from '../core/model/term.ts';
import type { ModuleName } from '../values/names.ts';
import {
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
  type Schema,
  type Type,
} from '../values/type.ts';
import type { PactValue } from '../values/value.ts';
import type { PartReader } from './part-reader.ts';
import { literalKinds, nameKinds, nodes, typeKinds } from './term-writer.ts';

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
