// Encodes terms as CBOR; term-cbor-reader.ts decodes them. Terms may be nested deeper than the
// JavaScript stack allows (a body of many expressions is a chain of sequences), so they are
// traversed with an explicit stack.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import { Span } from '../../../base/span.ts';
import type { CborWriter } from '../../values/encoding/cbor-writer.ts';
import { writeHash, writeModuleName, writeType } from '../../values/encoding/type-cbor.ts';
import { writePactValue } from '../../values/encoding/value-cbor.ts';
import { builtinIndex } from './builtin-index.ts';
import type { InfoWriter } from './info-cbor.ts';
import { levelsOnStack } from '../model/term-walk.ts';
import { forms, type Arg, type Literal, type Name, type Term } from '../model/term.ts';

/** The first number in the array of a term. */
export const termTags = {
  var: 0,
  lambda: 1,
  let: 2,
  app: 3,
  sequence: 4,
  nullary: 5,
  form: 6,
  builtin: 7,
  literal: 8,
  list: 9,
  object: 10,
  inline: 11,
} as const satisfies Record<Term['kind'], number>;

/**
 * For builtins that the reference does not have (those that only Pact 4 had): by name, because they
 * have no number.
 */
export const namedBuiltinTag = 12;

export const nameTags = {
  local: 0,
  top: 1,
  modref: 2,
  dynamic: 3,
} as const satisfies Record<Name['kind'], number>;

export const literalTags = {
  string: 0,
  integer: 1,
  decimal: 2,
  unit: 3,
  bool: 4,
} as const satisfies Record<Literal['kind'], number>;

export function writeTerm(writer: CborWriter, root: Term, info: InfoWriter): void {
  writeBelow(writer, root, info, levelsOnStack);
}

/** The number of levels on the JavaScript stack; deeper terms use an explicit stack. */
function writeBelow(writer: CborWriter, term: Term, info: InfoWriter, levels: number): void {
  if (levels === 0) return writeDeep(writer, term, info);
  const below = levels - 1;
  switch (term.kind) {
    case 'lambda':
      openNode(writer, 4, termTags.lambda);
      writeArgs(writer, term.params, info);
      writeBelow(writer, term.body, info, below);
      break;
    case 'let':
      openNode(writer, 5, termTags.let);
      writeArg(writer, term.arg, info);
      writeBelow(writer, term.value, info, below);
      writeBelow(writer, term.body, info, below);
      break;
    case 'app':
      openNode(writer, 4, termTags.app);
      writeBelow(writer, term.fun, info, below);
      writeTerms(writer, term.args, info, below);
      break;
    case 'sequence':
      openNode(writer, 4, termTags.sequence);
      writeBelow(writer, term.first, info, below);
      writeBelow(writer, term.second, info, below);
      break;
    case 'nullary':
      openNode(writer, 3, termTags.nullary);
      writeBelow(writer, term.body, info, below);
      break;
    case 'form':
      openForm(writer, term);
      for (let i = 0; i < term.terms.length; i++) {
        writeBelow(writer, term.terms[i] as Term, info, below);
      }
      break;
    case 'list':
      openNode(writer, 3, termTags.list);
      writeTerms(writer, term.items, info, below);
      break;
    case 'object':
      openNode(writer, 3, termTags.object);
      writer.list(term.fields, (to, [key, value]) => {
        to.arrayHead(2);
        to.text(key);
        writeBelow(to, value, info, below);
      });
      break;
    default:
      writeLeaf(writer, term);
  }
  info(writer, term.span);
}

/** Like `CborWriter.list`. */
function writeTerms(
  writer: CborWriter,
  terms: readonly Term[],
  info: InfoWriter,
  levels: number,
): void {
  if (terms.length === 0) return writer.arrayHead(0);
  writer.indefiniteArray();
  for (let i = 0; i < terms.length; i++) writeBelow(writer, terms[i] as Term, info, levels);
  writer.break();
}

type Leaf = Extract<Term, { kind: 'var' | 'builtin' | 'literal' | 'inline' }>;

/** Without its position. */
function writeLeaf(writer: CborWriter, leaf: Leaf): void {
  switch (leaf.kind) {
    case 'var':
      openNode(writer, 3, termTags.var);
      return writeName(writer, leaf.name);
    case 'builtin':
      return writeBuiltin(writer, leaf.name);
    case 'literal':
      openNode(writer, 3, termTags.literal);
      return writeLiteral(writer, leaf.literal);
    case 'inline':
      openNode(writer, 3, termTags.inline);
      return writePactValue(writer, leaf.value);
  }
}

function openForm(writer: CborWriter, term: Extract<Term, { kind: 'form' }>): void {
  openNode(writer, 3, termTags.form);
  writer.arrayHead(1 + term.terms.length);
  writer.uint(forms.indexOf(term.form));
}

function writeDeep(writer: CborWriter, root: Term, info: InfoWriter): void {
  const pending: Pending[] = [root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next instanceof Span) info(writer, next);
    else if (typeof next === 'function') next();
    else openTerm(writer, next, info, pending);
  }
}

export function writeArg(writer: CborWriter, arg: Arg, info: InfoWriter): void {
  writer.arrayHead(3);
  writer.text(arg.name);
  writer.maybe(arg.type, writeType);
  info(writer, arg.span);
}

export function writeArgs(writer: CborWriter, args: readonly Arg[], info: InfoWriter): void {
  writer.list(args, (to, arg) => writeArg(to, arg, info));
}

/**
 * A term or a position to write, or an action between terms; the next one is last.
 */
type Pending = Term | Span | (() => void);

/** Writes the beginning of a term and leaves the rest pending. */
function openTerm(writer: CborWriter, term: Term, info: InfoWriter, pending: Pending[]): void {
  switch (term.kind) {
    case 'lambda':
      openNode(writer, 4, termTags.lambda);
      writeArgs(writer, term.params, info);
      pending.push(term.span, term.body);
      return;
    case 'let':
      openNode(writer, 5, termTags.let);
      writeArg(writer, term.arg, info);
      pending.push(term.span, term.body, term.value);
      return;
    case 'app':
      openNode(writer, 4, termTags.app);
      pending.push(term.span);
      pushList(writer, term.args, pending);
      pending.push(term.fun);
      return;
    case 'sequence':
      openNode(writer, 4, termTags.sequence);
      pending.push(term.span, term.second, term.first);
      return;
    case 'nullary':
      openNode(writer, 3, termTags.nullary);
      pending.push(term.span, term.body);
      return;
    case 'form':
      openForm(writer, term);
      pending.push(term.span);
      pushReversed(term.terms, pending);
      return;
    case 'list':
      openNode(writer, 3, termTags.list);
      pending.push(term.span);
      pushList(writer, term.items, pending);
      return;
    case 'object':
      openNode(writer, 3, termTags.object);
      pending.push(term.span);
      pushFields(writer, term.fields, pending);
      return;
    default:
      writeLeaf(writer, term);
      info(writer, term.span);
  }
}

function openNode(writer: CborWriter, length: number, tag: number): void {
  writer.arrayHead(length);
  writer.uint(tag);
}

function pushReversed(terms: readonly Term[], pending: Pending[]): void {
  for (let i = terms.length - 1; i >= 0; i--) pending.push(terms[i] as Term);
}

function pushList(writer: CborWriter, terms: readonly Term[], pending: Pending[]): void {
  if (terms.length === 0) {
    pending.push(() => writer.arrayHead(0));
    return;
  }
  pending.push(() => writer.break());
  pushReversed(terms, pending);
  pending.push(() => writer.indefiniteArray());
}

function pushFields(
  writer: CborWriter,
  fields: readonly (readonly [string, Term])[],
  pending: Pending[],
): void {
  if (fields.length === 0) return writer.arrayHead(0);
  writer.indefiniteArray();
  pending.push(() => writer.break());
  for (let i = fields.length - 1; i >= 0; i--) {
    const [key, value] = fields[i] as readonly [string, Term];
    pending.push(value, () => {
      writer.arrayHead(2);
      writer.text(key);
    });
  }
}

function writeName(writer: CborWriter, name: Name): void {
  writer.arrayHead(2);
  writer.text(name.text);
  writer.arrayHead(name.kind === 'local' || name.kind === 'dynamic' ? 2 : 3);
  writer.uint(nameTags[name.kind]);
  switch (name.kind) {
    case 'local':
      return writer.uint(name.index);
    case 'top':
      writeModuleName(writer, name.module);
      return writeHash(writer, name.hash);
    case 'modref':
      writeModuleName(writer, name.module);
      return writer.list(name.interfaces, writeModuleName);
    case 'dynamic':
      writer.arrayHead(2);
      writer.text(name.member);
      return writer.uint(name.index);
  }
}

function writeBuiltin(writer: CborWriter, name: string): void {
  const index = builtinIndex(name);
  writer.arrayHead(3);
  writer.uint(index === undefined ? namedBuiltinTag : termTags.builtin);
  if (index === undefined) writer.text(name);
  else writer.uint(index);
}

function writeLiteral(writer: CborWriter, literal: Literal): void {
  writer.arrayHead(literal.kind === 'unit' ? 1 : 2);
  writer.uint(literalTags[literal.kind]);
  switch (literal.kind) {
    case 'string':
      return writer.text(literal.value);
    case 'integer':
      return writer.int(literal.value);
    case 'decimal':
      writer.arrayHead(2);
      writer.uint(literal.places);
      return writer.int(literal.mantissa);
    case 'unit':
      return;
    case 'bool':
      return writer.bool(literal.value);
  }
}
