// The newer form of proofs, within one block: of the output of a transaction, with the hash of the payload as root, or
// of its events, with a root that is on no chain and must be verified in another way. Contracts never see this form.
// Source: Chainweb/SPV/PayloadProof.hs, OutputProof.hs, EventProof.hs; consensus reference, sections 7.2 and 7.7.
import { type JsonValue, isJsonObject } from '../../base/json.ts';
import { type Result, bad, good } from '../../base/result.ts';
import { sha512t256 } from '../../base/crypto/hashes.ts';
import { keccak256 } from '../../base/crypto/keccak256.ts';
import type { Hash as RequestKey } from '../../lang/session/run.ts';
import { type MerkleHash, merkleRoot, merkleTags, taggedLeaf } from '../merkle/merkle-tree.ts';
import type { Hash } from '../model/header.ts';
import type { PayloadWithOutputs } from '../model/payload.ts';
import { type CommandOutput, readCommandOutput } from './command-output.ts';
import { type OutputEvents, decodeOutputEvents, encodeOutputEvents } from './event-bytes.ts';
import {
  type MerkleProof,
  type ProofSubject,
  composeProof,
  runMerkleProof,
  taggedBytes,
} from './merkle-proof.ts';
import {
  type ProofFault,
  decodeMerkleProof,
  encodeObject,
  encodeSubject,
  proofTexts,
  readAnyDepth,
} from './proof-json.ts';

export type PayloadProof = {
  readonly rootType: RootType;
  readonly algorithm: ProofAlgorithm;
  readonly proof: MerkleProof;
};

const rootTypes = ['block', 'blockPayload', 'blockEvents'] as const;
export type RootType = (typeof rootTypes)[number];

const hashes = { SHA512t_256: sha512t256, Keccak_256: keccak256 } satisfies Record<
  string,
  MerkleHash
>;
export type ProofAlgorithm = keyof typeof hashes;

export function hashOfAlgorithm(algorithm: ProofAlgorithm): MerkleHash {
  return hashes[algorithm];
}

/** In the reference's order of members. */
export function encodePayloadProof({ rootType, algorithm, proof }: PayloadProof): string {
  const parts = `"object":${encodeObject(proof)},"subject":${encodeSubject(proof)}`;
  return `{"rootType":"${rootType}",${parts},"algorithm":"${algorithm}"}`;
}

export function decodePayloadProof(text: string | Uint8Array): PayloadProof | undefined {
  return payloadProofOf(readAnyDepth(text));
}

export function payloadProofOf(json: JsonValue | undefined): PayloadProof | undefined {
  if (json === undefined || !isJsonObject(json)) return undefined;
  const rootType = rootTypes.find((each) => each === json.get('rootType'));
  const algorithm = json.get('algorithm');
  if (rootType === undefined || typeof algorithm !== 'string' || !isAlgorithm(algorithm)) {
    return undefined;
  }
  const proof = decodeMerkleProof(proofTexts(json.get('object'), json.get('subject')));
  return proof === undefined ? undefined : { rootType, algorithm, proof };
}

/** Returns the root, which the caller must verify, and the output that it proves. */
export function runOutputProof(
  proof: PayloadProof,
): Result<{ readonly root: Hash; readonly output: Uint8Array }, string> {
  const run = runPayloadProof(proof, 'blockPayload', merkleTags.transactionOutput);
  return run.ok ? good({ root: run.value.root, output: run.value.bytes }) : run;
}

/** Returns the root, which the caller must verify, and the events that it proves. */
export function runEventsProof(
  proof: PayloadProof,
): Result<{ readonly root: Hash; readonly events: OutputEvents }, string> {
  const run = runPayloadProof(proof, 'blockEvents', merkleTags.outputEvents);
  if (!run.ok) return run;
  const events = decodeOutputEvents(run.value.bytes);
  return events === undefined
    ? bad('the subject does not hold the events of a transaction')
    : good({ root: run.value.root, events });
}

function runPayloadProof(
  { rootType, algorithm, proof }: PayloadProof,
  expected: RootType,
  tag: number,
): Result<{ readonly root: Hash; readonly bytes: Uint8Array }, string> {
  if (rootType !== expected) return bad(`the root is of type ${rootType}, not ${expected}`);
  const root = runMerkleProof(proof, hashes[algorithm]);
  if (root === undefined) return bad('Invalid ProofObject: runMerkleProofInternal');
  const bytes = taggedBytes(proof.subject, tag);
  return bytes.ok ? good({ root, bytes: bytes.value }) : bytes;
}

export function createOutputProof(
  payload: PayloadWithOutputs,
  requestKey: RequestKey,
  algorithm: ProofAlgorithm,
): Result<PayloadProof, ProofFault> {
  const outputs = readOutputs(payload);
  if (!outputs.ok) return outputs;
  const index = outputs.value.findIndex((each) => each.requestKey === requestKey);
  const transaction = payload.transactions[index];
  if (transaction === undefined) return bad({ kind: 'unknown-request-key', requestKey });
  const hash = hashes[algorithm];
  const transactionNodes = [
    taggedLeaf(merkleTags.minerData, payload.minerData, hash),
    ...payload.transactions.map(({ input }) => taggedLeaf(merkleTags.transaction, input, hash)),
  ];
  const outputNodes = [
    taggedLeaf(merkleTags.coinbaseOutput, payload.coinbase, hash),
    ...payload.transactions.map(({ output }) =>
      taggedLeaf(merkleTags.transactionOutput, output, hash),
    ),
  ];
  const roots = [merkleRoot(transactionNodes, hash), merkleRoot(outputNodes, hash)];
  const subject = subjectOf(merkleTags.transactionOutput, transaction.output);
  const levels = [
    { nodes: outputNodes, index: 1 + index },
    { nodes: roots, index: 1 },
  ] as const;
  return good({
    rootType: 'blockPayload',
    algorithm,
    proof: composeProof(subject, [...levels], hash),
  });
}

/** Fails if any transaction of the block has an event with a value that this form cannot represent. */
export function createEventsProof(
  payload: PayloadWithOutputs,
  requestKey: RequestKey,
  algorithm: ProofAlgorithm,
): Result<PayloadProof, ProofFault> {
  const outputs = readOutputs(payload);
  if (!outputs.ok) return outputs;
  const index = outputs.value.findIndex((each) => each.requestKey === requestKey);
  const entries: Uint8Array[] = [];
  for (const output of outputs.value) {
    const bytes = encodeOutputEvents(output);
    if (!bytes.ok) return bad({ kind: 'event-not-supported', cause: bytes.fault });
    entries.push(bytes.value);
  }
  const own = entries[index];
  if (own === undefined) return bad({ kind: 'unknown-request-key', requestKey });
  const hash = hashes[algorithm];
  const nodes = entries.map((bytes) => taggedLeaf(merkleTags.outputEvents, bytes, hash));
  const proof = composeProof(subjectOf(merkleTags.outputEvents, own), [{ nodes, index }], hash);
  return good({ rootType: 'blockEvents', algorithm, proof });
}

function readOutputs(payload: PayloadWithOutputs): Result<readonly CommandOutput[], ProofFault> {
  const outputs: CommandOutput[] = [];
  for (const [index, { output }] of payload.transactions.entries()) {
    const read = readCommandOutput(output);
    if (read === undefined) return bad({ kind: 'unreadable-output', index });
    outputs.push(read);
  }
  return good(outputs);
}

function subjectOf(tag: number, bytes: Uint8Array): ProofSubject {
  const tagged = new Uint8Array(2 + bytes.length);
  tagged.set([tag >> 8, tag & 0xff]);
  tagged.set(bytes, 2);
  return { kind: 'input', bytes: tagged };
}

function isAlgorithm(name: string): name is ProofAlgorithm {
  return Object.hasOwn(hashes, name);
}
