// Decodes the definitions of modules and interfaces from CBOR.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import { malformedCbor, type CborReader } from '../../../base/cbor-reader.ts';
import { readFullyQualifiedName } from '../../values/encoding/name-cbor.ts';
import { readSchema, readType } from '../../values/encoding/type-cbor.ts';
import { readPactValue } from '../../values/encoding/value-cbor.ts';
import { constTags, defTags, interfaceDefTags, stepTags } from './definition-cbor.ts';
import type {
  ConstValue,
  Def,
  DefCapMeta,
  DefConst,
  DefSchema,
  InterfaceDef,
  Step,
} from '../model/definition.ts';
import type { InfoReader } from './info-cbor.ts';
import { readArg, readArgs, readTerm } from './term-cbor-reader.ts';

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
