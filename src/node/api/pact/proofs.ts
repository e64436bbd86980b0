// Proofs of transactions: for other chains, as needed to continue a cross-chain transfer, and of results and events within
// their block.
// Source: interface reference, sections 5.6 and 5.7; Chainweb/Pact/RestAPI/SPV.hs.

import { fromBase64Url } from '../../../base/base64url.ts';
import { isJsonNumber, isJsonObject, jsonNull, type JsonObject } from '../../../base/json.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { encodePayloadProof } from '../../../chain/spv/payload-proof.ts';
import { payloadProofAnswerText, proofAnswerText } from '../../../chain/spv/proof-json.ts';
import type { Answer, FaultAnswer } from '../../../base/http/index.ts';
import type { Asker, ChainPort, PayloadProofQuestion, SpvFailure } from '../../port.ts';
import { readBody, textMember, type BodyFault, keyFault } from '../body.ts';
import { fault, unservedFault } from '../faults.ts';
import type { ApiLimits } from '../limits.ts';
import type { NodeApiParts } from '../parts.ts';
import { illness } from './results.ts';

export function proofFor(
  { limits, open, node }: Pick<NodeApiParts, 'limits' | 'open' | 'node'>,
  chain: ChainPort,
  { body, asker }: { readonly body: string; readonly asker: Asker },
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const asked = readRequest(body, limits);
    if (!asked.ok) return asked.fault;
    const proof = await chain.spv(asked.value, asker);
    const ill = illness(node);
    if (ill !== undefined) return ill;
    // The reference sends a JSON string, which old clients parse as JSON.
    return proof.ok
      ? { kind: 'json', text: `"${proof.value}"` }
      : refusalOf(proof.fault, asked.value);
  };
  return open.run('question', work, (tooMany) => fault('busy', tooMany));
}

export function payloadProofFor(
  { limits, open, node }: Pick<NodeApiParts, 'limits' | 'open' | 'node'>,
  chain: ChainPort,
  { body, asker }: { readonly body: string; readonly asker: Asker },
): Promise<Answer> {
  const work = async (): Promise<Answer> => {
    const asked = readPayloadProofRequest(body, limits);
    if (!asked.ok) return asked.fault;
    const { chain: subjectChain, ...question } = asked.value;
    const { subject, algorithm, requestKey } = question;
    if (subject === 'result' && algorithm !== 'SHA512t_256') {
      return fault('no-proof', `Algorithm ${algorithm} is not supported with SPV result proofs.`);
    }
    if (subject === 'events' && subjectChain !== chain.id) {
      return fault('no-proof', 'Cross chain SPV proofs for are not supported for Pact events');
    }
    const proof = await chain.payloadProof(question, asker);
    const ill = illness(node);
    if (ill !== undefined) return ill;
    if (proof.ok) return { kind: 'json', text: encodePayloadProof(proof.value) };
    if (proof.fault.kind === 'unserved') return unservedFault(proof.fault);
    return proof.fault.kind === 'fault'
      ? fault('no-proof', payloadProofAnswerText(proof.fault.fault))
      : fault('unknown-transaction', requestKey);
  };
  return open.run('question', work, (tooMany) => fault('busy', tooMany));
}

type Asked = { readonly requestKey: string; readonly targetChain: ChainId };

function readRequest(text: string, { bodyDepth }: ApiLimits): Result<Asked, FaultAnswer> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return bad(fault('bad-body', body.fault));
  const key = textMember(body.value, 'requestKey');
  if (!key.ok) return bad(fault('bad-body', key.fault));
  const target = textMember(body.value, 'targetChainId');
  if (!target.ok) return bad(fault('bad-body', target.fault));
  const wrong = requestKeyFault(key.value, 'requestKey');
  if (wrong !== undefined) return bad(wrong);
  if (!/^(0|[1-9][0-9]{0,9})$/.test(target.value)) {
    const why = 'it must be a chain id, such as "1"';
    return bad(fault('bad-body', { path: 'targetChainId', why }));
  }
  return good({ requestKey: key.value, targetChain: Number(target.value) });
}

type AskedInBlock = PayloadProofQuestion & { readonly chain: ChainId };

function readPayloadProofRequest(
  text: string,
  { bodyDepth }: ApiLimits,
): Result<AskedInBlock, FaultAnswer> {
  const asked = membersOf(text, bodyDepth);
  if (!asked.ok) return bad(fault('bad-body', asked.fault));
  const { requestKey } = asked.value;
  const wrong = requestKeyFault(requestKey, 'subjectIdentifier.requestKey');
  return wrong === undefined ? asked : bad(wrong);
}

function membersOf(text: string, bodyDepth: number): Result<AskedInBlock, BodyFault> {
  const body = readBody(text, bodyDepth);
  if (!body.ok) return body;
  if (!isJsonObject(body.value)) return bad({ why: 'the body must be an object' });
  const subjectPath = 'subjectIdentifier';
  const identifier = body.value.get(subjectPath);
  if (identifier === undefined) return bad({ why: `key "${subjectPath}" not found` });
  if (!isJsonObject(identifier)) return bad({ path: subjectPath, why: 'it must be an object' });
  const below = (read: BodyFault): BodyFault => ({
    ...read,
    path: read.path === undefined ? subjectPath : `${subjectPath}.${read.path}`,
  });
  const subject = wordIn(identifier, 'type', {
    words: ['result', 'events'],
    what: 'SPV Subject type',
  });
  if (!subject.ok) return bad(below(subject.fault));
  const chain = naturalIn(identifier, 'chain');
  if (!chain.ok) return bad(below(chain.fault));
  if (chain.value === undefined) return bad(below({ why: 'key "chain" not found' }));
  const requestKey = textMember(identifier, 'requestKey');
  if (!requestKey.ok) return bad(below(requestKey.fault));
  const minimumDepth = naturalIn(body.value, 'minimalProofDepth');
  if (!minimumDepth.ok) return minimumDepth;
  const algorithm = wordIn(body.value, 'algorithm', {
    words: ['SHA512t_256', 'Keccak_256'],
    what: 'SPV algorithm',
  });
  if (!algorithm.ok) return algorithm;
  return good({
    subject: subject.value,
    chain: chain.value,
    requestKey: requestKey.value,
    minimumDepth: minimumDepth.value,
    algorithm: algorithm.value,
  });
}

/** Reads a member that must be one of some words; `what`: the reference's name for them. */
function wordIn<const Word extends string>(
  object: JsonObject,
  name: string,
  { words, what }: { readonly words: readonly Word[]; readonly what: string },
): Result<Word, BodyFault> {
  const text = textMember(object, name);
  if (!text.ok) return text;
  const word = words.find((each) => each === text.value);
  if (word !== undefined) return good(word);
  return bad({ path: name, why: `unrecognized ${what}: ${shown(text.value)}` });
}

/** Reads a whole number from 0; `undefined`: it is missing or null. */
function naturalIn(object: JsonObject, name: string): Result<number | undefined, BodyFault> {
  const value = object.get(name);
  if (value === undefined || value === jsonNull) return good(undefined);
  if (isJsonNumber(value) && /^[0-9]{1,15}$/.test(value.text)) return good(Number(value.text));
  return bad({ path: name, why: 'it must be a whole number from 0' });
}

function requestKeyFault(key: string, path: string): FaultAnswer | undefined {
  const bytes = fromBase64Url(key);
  if (bytes !== undefined && bytes.length !== 32) {
    return fault('wrong-key-length', { key: shown(key), bytes: bytes.length });
  }
  const wrong = keyFault(key);
  return wrong === undefined ? undefined : fault('bad-body', { path, why: wrong });
}

function refusalOf(failure: SpvFailure, asked: Asked): FaultAnswer {
  switch (failure.kind) {
    case 'unknown-transaction':
      return fault('unknown-transaction', asked.requestKey);
    case 'no-such-chain':
      return fault('no-such-target', String(asked.targetChain));
    case 'fault':
      return fault('no-proof', proofAnswerText(failure.fault));
    case 'unserved':
      return unservedFault(failure);
  }
}

const shown = (text: string): string => (text.length <= 100 ? text : `${text.slice(0, 100)}...`);
