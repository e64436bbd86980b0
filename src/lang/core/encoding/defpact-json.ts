// Encodes running defpacts, yields, continuations and namespaces as JSON and decodes them; computes
// the pact ids, which are hashes of this JSON.
// Source: pact/Pact/Core/StableEncoding.hs, IR/Eval/CEK/Evaluator.hs (applyPact); sections 3.9 and
// 6.

import { utf8Length } from '../../../base/bytes.ts';
import {
  isJsonNumber,
  jsonStringBytes,
  printJsonString,
  type JsonValue,
} from '../../../base/json.ts';
import {
  hashText,
  encodeStable,
  encodeStableFields,
  encodeStableList,
} from '../../values/encoding/stable-json.ts';
import {
  isAbsentOrNull,
  isInvalid,
  jsonFields,
  jsonText,
  optionalText,
  decodeQualifiedName,
} from '../../values/encoding/json-access.ts';
import { parseHash } from '../../values/text/names-parse.ts';
import {
  decodeGuard,
  decodeStableFields,
  decodeStableList,
} from '../../values/encoding/stable-decode.ts';
import type { StableSizes } from '../../values/encoding/stable-size.ts';
import { sortedFields, type PactValue } from '../../values/value.ts';
import type {
  Continuation,
  DefPactExec,
  Namespace,
  NestedDefPactExec,
  Provenance,
  Yield,
} from '../model/defpact.ts';

/** Returns the id of a defpact nested in the defpact `parentId`. */
export function nestedPactId(parentId: string, continuation: Continuation): string {
  return hashText(`${parentId}:${encodeContinuation(continuation)}`);
}

export function encodeContinuation({ def, args }: Continuation): string {
  return `{"args":${encodeStableList(args)},"def":${printJsonString(def.text)}}`;
}

export function encodeYield({ data, provenance, sourceChain }: Yield): string {
  const source = sourceChain === undefined ? '' : `,"source":${printJsonString(sourceChain)}`;
  return `{"data":${encodeStableFields(data)},"provenance":${encodeProvenance(provenance)}${source}}`;
}

export function encodeDefPactExec(exec: DefPactExec): string {
  return encodeExec(exec, `"stepHasRollback":${exec.stepHasRollback},`);
}

export function encodeNamespace({ name, user, admin }: Namespace): string {
  const guards = `"admin":${encodeStable(admin)},"user":${encodeStable(user)}`;
  return `{${guards},"name":${printJsonString(name)}}`;
}

export function decodeContinuation(json: JsonValue | undefined): Continuation | undefined {
  const fields = jsonFields(json);
  const def = decodeQualifiedName(fields?.get('def'));
  const args = decodeStableList(fields?.get('args'));
  return def === undefined || args === undefined ? undefined : { def, args };
}

export function decodeYield(json: JsonValue | undefined): Yield | undefined {
  const fields = jsonFields(json);
  const data = decodeStableFields(fields?.get('data'));
  const provenance = decodeProvenance(fields?.get('provenance'));
  const sourceChain = optionalText(fields?.get('source'));
  if (data === undefined || provenance === 'invalid' || isInvalid(sourceChain)) return undefined;
  return { data, provenance, sourceChain };
}

export function decodeDefPactExec(json: JsonValue): DefPactExec | undefined {
  const exec = decodeNested(json, 0);
  const rollback = jsonFields(json)?.get('stepHasRollback');
  if (exec === undefined || typeof rollback !== 'boolean') return undefined;
  return { ...exec, stepHasRollback: rollback };
}

export function decodeNamespace(json: JsonValue): Namespace | undefined {
  const fields = jsonFields(json);
  const name = jsonText(fields?.get('name'));
  const user = decodeGuard(fields?.get('user'));
  const admin = decodeGuard(fields?.get('admin'));
  if (name === undefined || user === undefined || admin === undefined) return undefined;
  return { name, user, admin };
}

/** `rollback`, if present, is between the id and the step. */
function encodeExec(exec: NestedDefPactExec, rollback: string): string {
  const nested = [...exec.nested].map(
    ([pactId, inner]) => `${printJsonString(pactId)}:${encodeExec(inner, '')}`,
  );
  const yielded = exec.yield === undefined ? 'null' : encodeYield(exec.yield);
  return (
    `{${nested.length === 0 ? '' : `"nested":{${nested.join(',')}},`}` +
    `"executed":null,"pactId":${printJsonString(exec.pactId)},${rollback}"step":${exec.step},` +
    `"yield":${yielded},"continuation":${encodeContinuation(exec.continuation)},` +
    `"stepCount":${exec.stepCount}}`
  );
}

/** Returns the bytes of `encodeDefPactExec(exec)`. `sizes` measures its values. */
export function sizeOfDefPactExec(exec: DefPactExec, sizes: StableSizes): number {
  return execBytes(exec, sizes) + `"stepHasRollback":${exec.stepHasRollback},`.length;
}

function execBytes(exec: NestedDefPactExec, sizes: StableSizes): number {
  const { stepCount, step, pactId, continuation, yield: yielded, nested } = exec;
  const bare = {
    stepCount,
    step,
    pactId,
    continuation: { def: continuation.def, args: [] },
    yield: yielded && { ...yielded, data: noFields },
    nested: new Map(),
  };
  let bytes = utf8Length(encodeExec(bare, ''));
  bytes += sizes.ofList(continuation.args) - '[]'.length;
  if (yielded !== undefined) bytes += sizes.ofFields(yielded.data) - '{}'.length;
  if (nested.size === 0) return bytes;
  bytes += '"nested":{},'.length + nested.size - 1;
  for (const [innerId, inner] of nested) {
    bytes += jsonStringBytes(innerId) + ':'.length + execBytes(inner, sizes);
  }
  return bytes;
}

const noFields: ReadonlyMap<string, PactValue> = new Map();

function encodeProvenance(provenance: Provenance | undefined): string {
  if (provenance === undefined) return 'null';
  const chain = printJsonString(provenance.targetChain);
  return `{"targetChainId":${chain},"moduleHash":"${provenance.moduleHash}"}`;
}

// Defpacts are nested as deeply as they call each other; deeper JSON is invalid.
const maxDepth = 1000;

function decodeNested(json: JsonValue, depth: number): NestedDefPactExec | undefined {
  const fields = jsonFields(json);
  if (fields === undefined || depth > maxDepth) return undefined;
  const stepCount = machineInteger(fields.get('stepCount'));
  const step = machineInteger(fields.get('step'));
  const pactId = jsonText(fields.get('pactId'));
  const continuation = decodeContinuation(fields.get('continuation'));
  const yielded = decodeOptionalYield(fields.get('yield'));
  const nested = decodeAllNested(fields.get('nested'), depth);
  if (stepCount === undefined || step === undefined || pactId === undefined) return undefined;
  if (continuation === undefined || yielded === 'invalid' || nested === undefined) return undefined;
  if (!fields.has('executed')) return undefined;
  return { stepCount, yield: yielded, step, pactId, continuation, nested };
}

function decodeAllNested(
  json: JsonValue | undefined,
  depth: number,
): ReadonlyMap<string, NestedDefPactExec> | undefined {
  if (isAbsentOrNull(json)) return new Map();
  const fields = jsonFields(json);
  if (fields === undefined) return undefined;
  const entries: [string, NestedDefPactExec][] = [];
  for (const [pactId, inner] of fields) {
    const exec = decodeNested(inner, depth + 1);
    if (exec === undefined) return undefined;
    entries.push([pactId, exec]);
  }
  return sortedFields(entries);
}

function decodeOptionalYield(json: JsonValue | undefined): Yield | undefined | 'invalid' {
  return isAbsentOrNull(json) ? undefined : (decodeYield(json) ?? 'invalid');
}

function decodeProvenance(json: JsonValue | undefined): Provenance | undefined | 'invalid' {
  if (json !== undefined && isAbsentOrNull(json)) return undefined;
  const fields = jsonFields(json);
  const targetChain = jsonText(fields?.get('targetChainId'));
  const moduleHash = parseHash(jsonText(fields?.get('moduleHash')) ?? '');
  if (targetChain === undefined || moduleHash === undefined) return 'invalid';
  return { targetChain, moduleHash };
}

function machineInteger(json: JsonValue | undefined): number | undefined {
  if (json === undefined || !isJsonNumber(json) || json.exponent !== 0) return undefined;
  const value = Number(json.coefficient);
  return Number.isSafeInteger(value) ? value : undefined;
}
