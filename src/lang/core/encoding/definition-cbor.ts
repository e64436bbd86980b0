// Definitions of modules and interfaces as CBOR, in both directions.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import type { CborWriter } from '../../values/encoding/cbor-writer.ts';
import {
  writeFullyQualifiedName,
  writeSchema,
  writeType,
  readFullyQualifiedName,
  readSchema,
  readType,
} from '../../values/encoding/type-cbor.ts';
import { writePactValue, readPactValue } from '../../values/encoding/value-cbor.ts';
import {
  type ConstValue,
  type Def,
  type DefCapMeta,
  type DefConst,
  type DefSchema,
  type InterfaceDef,
  type Step,
  stepTerms,
} from '../model/definition.ts';
import type { InfoWriter, InfoReader } from './info-cbor.ts';
import { writeArg, writeArgs, writeTerm } from './term-cbor.ts';
import { malformedCbor, type CborReader } from '../../../base/cbor-reader.ts';
import { readArg, readArgs, readTerm } from './term-cbor-reader.ts';

const defTags = {
  defun: 0,
  defconst: 1,
  defcap: 2,
  defschema: 3,
  deftable: 4,
  defpact: 5,
} as const satisfies Record<Def['kind'], number>;

const interfaceDefTags = {
  'interface-defun': 0,
  defconst: 1,
  'interface-defcap': 2,
  defschema: 3,
  'interface-defpact': 4,
} as const satisfies Record<InterfaceDef['kind'], number>;

const stepTags = {
  step: 0,
  'step-with-rollback': 1,
  'entity-step': 2,
  'entity-step-with-rollback': 3,
} as const satisfies Record<Step['kind'], number>;

const constTags = { term: 0, evaluated: 1 } as const satisfies Record<ConstValue['kind'], number>;

export function writeDef(writer: CborWriter, def: Def, info: InfoWriter): void {
  writer.arrayHead(2);
  writer.uint(defTags[def.kind]);
  switch (def.kind) {
    case 'defun':
      writer.arrayHead(4);
      writeArg(writer, def.spec, info);
      writeArgs(writer, def.params, info);
      writeTerm(writer, def.term, info);
      return info(writer, def.span);
    case 'defconst':
      return writeConst(writer, def, info);
    case 'defcap':
      writer.arrayHead(5);
      writeArg(writer, def.spec, info);
      writeArgs(writer, def.params, info);
      writeTerm(writer, def.term, info);
      writeMeta(writer, def.meta, writeFullyQualifiedName);
      return info(writer, def.span);
    case 'defschema':
      return writeSchemaDef(writer, def, info);
    case 'deftable':
      writer.arrayHead(3);
      writer.text(def.name);
      writeSchema(writer, def.schema);
      return info(writer, def.span);
    case 'defpact':
      writer.arrayHead(4);
      writeArg(writer, def.spec, info);
      writeArgs(writer, def.params, info);
      writer.list(def.steps, (to, step) => writeStep(to, step, info));
      return info(writer, def.span);
  }
}

export function writeInterfaceDef(writer: CborWriter, def: InterfaceDef, info: InfoWriter): void {
  writer.arrayHead(2);
  writer.uint(interfaceDefTags[def.kind]);
  switch (def.kind) {
    case 'interface-defun':
    case 'interface-defpact':
      writer.arrayHead(3);
      writeArg(writer, def.spec, info);
      writeArgs(writer, def.params, info);
      return info(writer, def.span);
    case 'defconst':
      return writeConst(writer, def, info);
    case 'interface-defcap':
      writer.arrayHead(4);
      writeArg(writer, def.spec, info);
      writeArgs(writer, def.params, info);
      writeMeta(writer, def.meta, (to, manager) => to.text(manager));
      return info(writer, def.span);
    case 'defschema':
      return writeSchemaDef(writer, def, info);
  }
}

function writeConst(writer: CborWriter, def: DefConst, info: InfoWriter): void {
  writer.arrayHead(3);
  writeArg(writer, def.spec, info);
  writer.arrayHead(2);
  writer.uint(constTags[def.value.kind]);
  if (def.value.kind === 'term') writeTerm(writer, def.value.term, info);
  else writePactValue(writer, def.value.value);
  info(writer, def.span);
}

function writeSchemaDef(writer: CborWriter, def: DefSchema, info: InfoWriter): void {
  writer.arrayHead(3);
  writer.text(def.name);
  writer.map(def.fields, writeType);
  info(writer, def.span);
}

function writeMeta<M>(
  writer: CborWriter,
  meta: DefCapMeta<M>,
  writeManager: (writer: CborWriter, manager: M) => void,
): void {
  const isManaged = meta.kind === 'managed' || meta.kind === 'auto-managed';
  writer.arrayHead(isManaged ? 2 : 1);
  writer.uint(isManaged ? 1 : meta.kind === 'event' ? 0 : 2);
  if (meta.kind === 'managed') {
    writer.arrayHead(3);
    writer.uint(0);
    writer.arrayHead(2);
    writer.uint(meta.paramIndex);
    writer.text(meta.param);
    writeManager(writer, meta.manager);
  } else if (isManaged) {
    writer.arrayHead(1);
    writer.uint(1);
  }
}

function writeStep(writer: CborWriter, step: Step, info: InfoWriter): void {
  const terms = stepTerms(step);
  writer.arrayHead(1 + terms.length);
  writer.uint(stepTags[step.kind]);
  for (const term of terms) writeTerm(writer, term, info);
}

// Decoding.

export function readDef(reader: CborReader, info: InfoReader): Def {
  reader.expectArray(2);
  const tag = reader.uint();
  switch (tag) {
    case defTags.defun: {
      reader.expectArray(4);
      const spec = readArg(reader, info);
      const params = readArgs(reader, info);
      const term = readTerm(reader, info);
      return { kind: 'defun', spec, params, term, span: info(reader) };
    }
    case defTags.defconst:
      return readConst(reader, info);
    case defTags.defcap: {
      reader.expectArray(5);
      const spec = readArg(reader, info);
      const params = readArgs(reader, info);
      const term = readTerm(reader, info);
      const meta = readMeta(reader, readFullyQualifiedName);
      return { kind: 'defcap', spec, params, term, meta, span: info(reader) };
    }
    case defTags.defschema:
      return readSchemaDef(reader, info);
    case defTags.deftable: {
      reader.expectArray(3);
      const name = reader.text();
      const schema = readSchema(reader);
      return { kind: 'deftable', name, schema, span: info(reader) };
    }
    case defTags.defpact: {
      reader.expectArray(4);
      const spec = readArg(reader, info);
      const params = readArgs(reader, info);
      const steps = reader.list((from) => readStep(from, info));
      return { kind: 'defpact', spec, params, steps, span: info(reader) };
    }
    default:
      return malformedCbor('unknown definition tag');
  }
}

export function readInterfaceDef(reader: CborReader, info: InfoReader): InterfaceDef {
  reader.expectArray(2);
  const tag = reader.uint();
  switch (tag) {
    case interfaceDefTags['interface-defun']:
    case interfaceDefTags['interface-defpact']: {
      reader.expectArray(3);
      const kind =
        tag === interfaceDefTags['interface-defun'] ? 'interface-defun' : 'interface-defpact';
      const spec = readArg(reader, info);
      const params = readArgs(reader, info);
      return { kind, spec, params, span: info(reader) };
    }
    case interfaceDefTags.defconst:
      return readConst(reader, info);
    case interfaceDefTags['interface-defcap']: {
      reader.expectArray(4);
      const spec = readArg(reader, info);
      const params = readArgs(reader, info);
      const meta = readMeta(reader, (from) => from.text());
      return { kind: 'interface-defcap', spec, params, meta, span: info(reader) };
    }
    case interfaceDefTags.defschema:
      return readSchemaDef(reader, info);
    default:
      return malformedCbor('unknown interface member tag');
  }
}

function readConst(reader: CborReader, info: InfoReader): DefConst {
  reader.expectArray(3);
  const spec = readArg(reader, info);
  const value = readConstValue(reader, info);
  return { kind: 'defconst', spec, value, span: info(reader) };
}

function readConstValue(reader: CborReader, info: InfoReader): ConstValue {
  reader.expectArray(2);
  switch (reader.uint()) {
    case constTags.term:
      return { kind: 'term', term: readTerm(reader, info) };
    case constTags.evaluated:
      return { kind: 'evaluated', value: readPactValue(reader) };
    default:
      return malformedCbor('unknown constant tag');
  }
}

function readSchemaDef(reader: CborReader, info: InfoReader): DefSchema {
  reader.expectArray(3);
  const name = reader.text();
  const fields = reader.map(readType);
  return { kind: 'defschema', name, fields, span: info(reader) };
}

function readMeta<M>(reader: CborReader, readManager: (reader: CborReader) => M): DefCapMeta<M> {
  const length = reader.arrayHead();
  const tag = reader.uint();
  if (tag > 2 || length !== (tag === 1 ? 2 : 1)) malformedCbor('unknown capability meta');
  if (tag !== 1) return { kind: tag === 0 ? 'event' : 'unmanaged' };
  const managedLength = reader.arrayHead();
  const isAuto = reader.uint() === 1;
  if (managedLength !== (isAuto ? 1 : 3)) malformedCbor('unknown managed meta');
  if (isAuto) return { kind: 'auto-managed' };
  reader.expectArray(2);
  const paramIndex = reader.uint();
  const param = reader.text();
  return { kind: 'managed', paramIndex, param, manager: readManager(reader) };
}

function readStep(reader: CborReader, info: InfoReader): Step {
  const length = reader.arrayHead();
  const tag = reader.uint();
  if (length !== stepLengths[tag]) malformedCbor('unknown step');
  const first = readTerm(reader, info);
  if (tag === stepTags.step) return { kind: 'step', body: first };
  const second = readTerm(reader, info);
  if (tag === stepTags['step-with-rollback']) {
    return { kind: 'step-with-rollback', body: first, rollback: second };
  }
  if (tag === stepTags['entity-step']) return { kind: 'entity-step', entity: first, body: second };
  const rollback = readTerm(reader, info);
  return { kind: 'entity-step-with-rollback', entity: first, body: second, rollback };
}

/** By tag. */
const stepLengths: readonly number[] = [2, 3, 3, 4];
