// Decodes terms from CBOR, with an explicit stack. Invalid input is rejected by `malformedCbor`.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import { assert } from '../../../base/assert.ts';
import { malformedCbor, type CborReader } from '../../../base/cbor-reader.ts';
import { readHash, readModuleName, readType } from '../../values/encoding/type-cbor.ts';
import { readPactValue } from '../../values/encoding/value-cbor.ts';
import { builtinAt } from './builtin-index.ts';
import type { InfoReader } from './info-cbor.ts';
import { literalTags, namedBuiltinTag, nameTags, termTags } from './term-cbor.ts';
import { formArity, forms, type Arg, type Literal, type Name, type Term } from '../model/term.ts';

export function readTerm(reader: CborReader, info: InfoReader): Term {
  const frames: Frame[] = [];
  let term = beginTerm(reader, info, frames);
  for (;;) {
    const frame = frames.at(-1);
    if (frame === undefined) {
      assert(term !== undefined, 'a term is read where no other is open');
      return term;
    }
    if (term !== undefined) frame.terms.push(term);
    if (isComplete(reader, frame)) {
      frames.pop();
      term = frame.finish(frame.terms);
    } else {
      frame.beforeEach?.();
      term = beginTerm(reader, info, frames);
    }
  }
}

export function readArg(reader: CborReader, info: InfoReader): Arg {
  reader.expectArray(3);
  const name = reader.text();
  const type = reader.maybe(readType);
  return { name, type, span: info(reader) };
}

export function readArgs(reader: CborReader, info: InfoReader): Arg[] {
  return reader.list((from) => readArg(from, info));
}

/** A term of which some subterms have been read. */
type Frame = {
  readonly terms: Term[];
  readonly length: number | 'indefinite';
  /** Reads the bytes before each subterm. */
  readonly beforeEach?: () => void;
  /**
   * Reads the bytes after the subterms and returns the term, or `undefined` if it pushed another frame.
   */
  readonly finish: (terms: Term[]) => Term | undefined;
};

function isComplete(reader: CborReader, frame: Frame): boolean {
  if (frame.length === 'indefinite') return reader.takeBreak();
  return frame.terms.length === frame.length;
}

/** Reads a term without subterms; for other terms, reads the beginning and pushes a frame. */
function beginTerm(reader: CborReader, info: InfoReader, frames: Frame[]): Term | undefined {
  const length = reader.arrayHead();
  const tag = reader.uint();
  if (length !== termLengths[tag]) malformedCbor('term of wrong length');
  switch (tag) {
    case termTags.var:
      return { kind: 'var', name: readName(reader), span: info(reader) };
    case termTags.builtin:
      return { kind: 'builtin', name: readBuiltin(reader), span: info(reader) };
    case namedBuiltinTag:
      return { kind: 'builtin', name: reader.text(), span: info(reader) };
    case termTags.literal:
      return { kind: 'literal', literal: readLiteral(reader), span: info(reader) };
    case termTags.inline:
      return { kind: 'inline', value: readPactValue(reader), span: info(reader) };
    default:
      frames.push(frameOf(reader, tag, info, frames));
      return undefined;
  }
}

/** By tag. */
const termLengths: readonly number[] = [3, 4, 5, 4, 4, 3, 3, 3, 3, 3, 3, 3, 3];

function frameOf(reader: CborReader, tag: number, info: InfoReader, frames: Frame[]): Frame {
  switch (tag) {
    case termTags.lambda: {
      const params = readArgs(reader, info);
      return one((body) => ({ kind: 'lambda', params, body, span: info(reader) }));
    }
    case termTags.let: {
      const arg = readArg(reader, info);
      return two((value, body) => ({ kind: 'let', arg, value, body, span: info(reader) }));
    }
    case termTags.app:
      return one((fun) => {
        const length = reader.listHead();
        const finish = (args: Term[]): Term => ({ kind: 'app', fun, args, span: info(reader) });
        frames.push({ terms: [], length, finish });
        return undefined;
      });
    case termTags.sequence:
      return two((first, second) => ({ kind: 'sequence', first, second, span: info(reader) }));
    case termTags.nullary:
      return one((body) => ({ kind: 'nullary', body, span: info(reader) }));
    case termTags.form:
      return formFrame(reader, info);
    case termTags.list: {
      const finish = (items: Term[]): Term => ({ kind: 'list', items, span: info(reader) });
      return { terms: [], length: reader.listHead(), finish };
    }
    case termTags.object:
      return objectFrame(reader, info);
    default:
      return malformedCbor('unknown term tag');
  }
}

function one(finish: (term: Term) => Term | undefined): Frame {
  return { terms: [], length: 1, finish: (terms) => finish(terms[0] as Term) };
}

function two(finish: (first: Term, second: Term) => Term): Frame {
  return { terms: [], length: 2, finish: (terms) => finish(terms[0] as Term, terms[1] as Term) };
}

function formFrame(reader: CborReader, info: InfoReader): Frame {
  const length = reader.arrayHead() - 1;
  const form = forms[reader.uint()];
  if (form === undefined || length !== formArity[form]) return malformedCbor('unknown form');
  return {
    terms: [],
    length,
    finish: (terms) => ({ kind: 'form', form, terms, span: info(reader) }),
  };
}

function objectFrame(reader: CborReader, info: InfoReader): Frame {
  const keys: string[] = [];
  return {
    terms: [],
    length: reader.listHead(),
    beforeEach: () => {
      reader.expectArray(2);
      keys.push(reader.text());
    },
    finish: (values) => {
      const fields = keys.map((key, i) => [key, values[i] as Term] as const);
      return { kind: 'object', fields, span: info(reader) };
    },
  };
}

function readName(reader: CborReader): Name {
  reader.expectArray(2);
  const text = reader.text();
  const length = reader.arrayHead();
  const tag = reader.uint();
  const isShort = tag === nameTags.local || tag === nameTags.dynamic;
  if (length !== (isShort ? 2 : 3)) malformedCbor('name of wrong length');
  switch (tag) {
    case nameTags.local:
      return { kind: 'local', text, index: reader.uint() };
    case nameTags.top:
      return { kind: 'top', text, module: readModuleName(reader), hash: readHash(reader) };
    case nameTags.modref: {
      const module = readModuleName(reader);
      return { kind: 'modref', text, module, interfaces: reader.list(readModuleName) };
    }
    case nameTags.dynamic: {
      reader.expectArray(2);
      return { kind: 'dynamic', text, member: reader.text(), index: reader.uint() };
    }
    default:
      return malformedCbor('unknown name tag');
  }
}

function readBuiltin(reader: CborReader): string {
  return builtinAt(reader.uint()) ?? malformedCbor('unknown builtin');
}

function readLiteral(reader: CborReader): Literal {
  const length = reader.arrayHead();
  const tag = reader.uint();
  if (length !== (tag === literalTags.unit ? 1 : 2)) malformedCbor('literal of wrong length');
  switch (tag) {
    case literalTags.string:
      return { kind: 'string', value: reader.text() };
    case literalTags.integer:
      return { kind: 'integer', value: reader.int() };
    case literalTags.decimal: {
      reader.expectArray(2);
      const places = reader.uint();
      if (places > 255) malformedCbor('too many places');
      return { kind: 'decimal', mantissa: reader.int(), places };
    }
    case literalTags.unit:
      return { kind: 'unit' };
    case literalTags.bool:
      return { kind: 'bool', value: reader.bool() };
    default:
      return malformedCbor('unknown literal tag');
  }
}
