// CBOR of running defpacts and namespaces, in both directions.
// Source: pact/Pact/Core/Serialise/CBOR_V1.hs; section 4.5.

import type { CborReader } from '../../../base/cbor-reader.ts';
import type { CborWriter } from '../../values/encoding/cbor-writer.ts';
import {
  readHash,
  readQualifiedName,
  writeHash,
  writeQualifiedName,
} from '../../values/encoding/type-cbor.ts';
import {
  readGuard,
  readPactValue,
  readRow,
  writeGuard,
  writePactValue,
  writeRow,
} from '../../values/encoding/value-cbor.ts';
import type {
  Continuation,
  DefPactExec,
  Namespace,
  NestedDefPactExec,
  Provenance,
  Yield,
} from '../model/defpact.ts';

export function writeDefPactExec(writer: CborWriter, exec: DefPactExec): void {
  writer.arrayHead(7);
  writeCommonPart(writer, exec);
  writer.bool(exec.stepHasRollback);
  writer.map(exec.nested, writeNested);
}

export function readDefPactExec(reader: CborReader): DefPactExec {
  reader.expectArray(7);
  const common = readCommonPart(reader);
  const stepHasRollback = reader.bool();
  return { ...common, stepHasRollback, nested: reader.map(readNested) };
}

export function writeNamespace(writer: CborWriter, namespace: Namespace): void {
  writer.arrayHead(3);
  writer.text(namespace.name);
  writeGuard(writer, namespace.user);
  writeGuard(writer, namespace.admin);
}

export function readNamespace(reader: CborReader): Namespace {
  reader.expectArray(3);
  return { name: reader.text(), user: readGuard(reader), admin: readGuard(reader) };
}

type CommonPart = Omit<NestedDefPactExec, 'nested'>;

/** Recursion is safe: the nesting is only as deep as defpacts call each other. */
function writeNested(writer: CborWriter, exec: NestedDefPactExec): void {
  writer.arrayHead(6);
  writeCommonPart(writer, exec);
  writer.map(exec.nested, writeNested);
}

function readNested(reader: CborReader): NestedDefPactExec {
  reader.expectArray(6);
  const common = readCommonPart(reader);
  return { ...common, nested: reader.map(readNested) };
}

function writeCommonPart(writer: CborWriter, exec: CommonPart): void {
  writer.uint(exec.stepCount);
  writer.maybe(exec.yield, writeYield);
  writer.uint(exec.step);
  writer.text(exec.pactId);
  writeContinuation(writer, exec.continuation);
}

function readCommonPart(reader: CborReader): CommonPart {
  return {
    stepCount: reader.uint(),
    yield: reader.maybe(readYield),
    step: reader.uint(),
    pactId: reader.text(),
    continuation: readContinuation(reader),
  };
}

function writeYield(writer: CborWriter, value: Yield): void {
  writer.arrayHead(3);
  writeRow(writer, value.data);
  writer.maybe(value.provenance, writeProvenance);
  writer.maybe(value.sourceChain, (to, chain) => to.text(chain));
}

function readYield(reader: CborReader): Yield {
  reader.expectArray(3);
  return {
    data: readRow(reader),
    provenance: reader.maybe(readProvenance),
    sourceChain: reader.maybe((from) => from.text()),
  };
}

function writeProvenance(writer: CborWriter, provenance: Provenance): void {
  writer.arrayHead(2);
  writer.text(provenance.targetChain);
  writeHash(writer, provenance.moduleHash);
}

function readProvenance(reader: CborReader): Provenance {
  reader.expectArray(2);
  return { targetChain: reader.text(), moduleHash: readHash(reader) };
}

function writeContinuation(writer: CborWriter, continuation: Continuation): void {
  writer.arrayHead(2);
  writeQualifiedName(writer, continuation.def);
  writer.list(continuation.args, writePactValue);
}

function readContinuation(reader: CborReader): Continuation {
  reader.expectArray(2);
  return { def: readQualifiedName(reader), args: reader.list(readPactValue) };
}
