// Encodes the definitions of modules and interfaces as CBOR.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import type { CborWriter } from '../../values/encoding/cbor-writer.ts';
import { writeFullyQualifiedName } from '../../values/encoding/name-cbor.ts';
import { writeSchema, writeType } from '../../values/encoding/type-cbor.ts';
import { writePactValue } from '../../values/encoding/value-cbor.ts';
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
import type { InfoWriter } from './info-cbor.ts';
import { writeArg, writeArgs, writeTerm } from './term-cbor.ts';

export const defTags = {
  defun: 0,
  defconst: 1,
  defcap: 2,
  defschema: 3,
  deftable: 4,
  defpact: 5,
} as const satisfies Record<Def['kind'], number>;

export const interfaceDefTags = {
  'interface-defun': 0,
  defconst: 1,
  'interface-defcap': 2,
  defschema: 3,
  'interface-defpact': 4,
} as const satisfies Record<InterfaceDef['kind'], number>;

export const stepTags = {
  step: 0,
  'step-with-rollback': 1,
  'entity-step': 2,
  'entity-step-with-rollback': 3,
} as const satisfies Record<Step['kind'], number>;

export const constTags = { term: 0, evaluated: 1 } as const satisfies Record<
  ConstValue['kind'],
  number
>;

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
