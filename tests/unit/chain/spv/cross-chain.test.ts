import { describe, expect, test } from 'vitest';
import { toBase64Url } from '../../../../src/base/base64url.ts';
import { knownGraphs } from '../../../../src/chain/graph/chain-graph.ts';
import {
  createProof,
  subjectTags,
  type ProofRequest,
} from '../../../../src/chain/spv/create-proof.ts';
import {
  decodeCrossChainProof,
  encodeContinuationProof,
  encodeCrossChainProof,
  type CrossChainProof,
} from '../../../../src/chain/spv/cross-chain-proof.ts';
import { leafIndexOf, runMerkleProof, stepsOf } from '../../../../src/chain/spv/merkle-proof.ts';
import { proofAnswerText, proofFaultText } from '../../../../src/chain/spv/proof-json.ts';
import { spvSupport } from '../../../../src/chain/spv/spv-support.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { utf8 } from '../../../../src/base/bytes.ts';
import {
  decodeStable,
  Decimal,
  ObjectValue,
  objectValue,
} from '../../../../src/lang/session/run.ts';
import type { SpvRules } from '../../../../src/chain/rules/execution-rules.ts';
import { Braid } from '../../../support/braid.ts';
import { chainVectorTest } from '../../../support/chain-vectors.ts';
import { outputOf, yieldedOutput } from '../../../support/outputs.ts';

const today: SpvRules = { window: undefined, mentionsBounds: true, failsTransaction: true };

function proven(braid: Braid, request: Partial<ProofRequest> = {}): CrossChainProof {
  const answer = createProof(braid.network, braid, {
    subject: 'output',
    source: 0,
    target: 1,
    height: 1,
    index: 0,
    ...request,
  });
  if (!answer.ok) throw new Error(proofFaultText(answer.fault));
  return answer.value;
}

function supportOn(braid: Braid, chain: number, rules = today, parent = braid.head(chain)) {
  return spvSupport({ headers: braid, chain, genesisHeight: 0, parent, rules });
}

/** Returns a braid whose chain 0 has these outputs at height 1. */
function braidWith(outputs: readonly string[], graph = knownGraphs.petersen): Braid {
  const braid = new Braid(graph);
  braid.grow(new Map([[0, outputs]]));
  return braid;
}

function asObject(proof: CrossChainProof): ObjectValue {
  const json = readJson(encodeCrossChainProof(proof));
  if (json.kind !== 'value') throw new Error(json.fault);
  const value = decodeStable(json.value);
  if (!(value instanceof ObjectValue)) throw new Error('a proof is an object');
  return value;
}

const objectOutput = outputOf({ data: '{"amount":1.5}' });

describe('making a proof', () => {
  test.each([
    [1, 3],
    [3, 2],
    [6, 3],
  ])('takes as many blocks as chain %i is away', (target, blocks) => {
    const braid = braidWith([objectOutput]);
    const distance = braid.graph.distance(0, target);
    expect(distance).toBeLessThanOrEqual(blocks);
    braid.growBy(distance - 1);
    const early = createProof(braid.network, braid, {
      subject: 'output',
      source: 0,
      target,
      height: 1,
      index: 0,
    });
    expect(early.ok || proofAnswerText(early.fault)).toBe(
      'SPV target not reachable: target chain not reachable. Chainweb instance is too young',
    );
    braid.grow();
    const { proof } = proven(braid, { target });
    expect(runMerkleProof(proof)).toEqual(braid.head(target).hash);
    expect(leafIndexOf({ ...proof })).toBe(1n);
  });

  test('continues below later blocks if a root is named', () => {
    const braid = braidWith([objectOutput, outputOf({ data: '1' })]);
    braid.growBy(9);
    const { proof } = proven(braid, { index: 1, root: braid.head(1) });
    expect(runMerkleProof(proof)).toEqual(braid.head(1).hash);
    expect(leafIndexOf(proof)).toBe(2n);
  });

  test('of a transaction names its bytes', () => {
    const braid = braidWith([objectOutput]);
    braid.growBy(2);
    const { proof } = proven(braid, { subject: 'transaction' });
    expect(proof.subject).toEqual({
      kind: 'input',
      bytes: new Uint8Array([0, subjectTags.transaction, ...utf8('transaction 0')]),
    });
    const root = runMerkleProof(proof);
    expect(root === undefined ? undefined : braid.find(1, root)?.chainId).toBe(1);
  });

  test('reports what is missing', () => {
    const braid = braidWith([objectOutput]);
    braid.growBy(4);
    const fault = (request: Partial<ProofRequest>): string => {
      const all = { subject: 'output', source: 0, target: 1, height: 1, index: 0 } as const;
      const answer = createProof(braid.network, braid, { ...all, ...request });
      return answer.ok ? 'a proof' : proofFaultText(answer.fault);
    };
    expect(fault({ index: 1 })).toBe('the block has no transaction 1: it has 1');
    expect(fault({ target: 77 })).toBe(
      'target chain not reachable. Chainweb instance is too young',
    );
    expect(fault({ root: braid.ancestor(braid.head(1), 2)! })).toBe(
      "Target of SPV proof can't be reached from the source transaction",
    );
  });
});

describe('the JSON of a proof', () => {
  test('is read back, with members in any order and additional ones', () => {
    const braid = braidWith([objectOutput]);
    braid.growBy(2);
    const proof = proven(braid);
    const text = encodeCrossChainProof(proof);
    expect(decodeCrossChainProof(text)).toEqual(proof);
    const { chain, ...rest } = JSON.parse(text) as Record<string, unknown>;
    const deep = `${'['.repeat(5000)}${']'.repeat(5000)}`;
    const reordered = `{"more":${deep},${JSON.stringify(rest).slice(1, -1)},"chain":${String(chain)}.0e0}`;
    expect(decodeCrossChainProof(reordered)).toEqual(proof);
  });

  test.each([
    ['a chain as a string', '"chain":1', '"chain":"1"'],
    ['a negative chain', '"chain":1', '"chain":-1'],
    ['a chain above 32 bits', '"chain":1', '"chain":4294967296'],
    ['a huge exponent', '"chain":1', '"chain":1e400000000'],
    ['another algorithm', 'SHA512t_256', 'Keccak_256'],
    ['no subject', '"input"', '"inputs"'],
    ['bytes after the steps', '"object":"AAAA', '"object":"AAAAAAAA'],
  ])('is refused with %s', (_, from, to) => {
    const braid = braidWith([objectOutput]);
    braid.growBy(2);
    const text = encodeCrossChainProof(proven(braid));
    expect(text).toContain(from);
    expect(decodeCrossChainProof(text.replace(from, to))).toBeUndefined();
  });

  chainVectorTest('chainweb/derived-output-proof.json', 'is that of the reference', (json) => {
    const vector = JSON.parse(json) as Record<string, unknown> & { expectedRoot: string };
    const decoded = decodeCrossChainProof(json);
    if (decoded === undefined) throw new Error('the vector is no proof');
    const { chain, object, subject, algorithm } = vector;
    expect(encodeCrossChainProof(decoded)).toBe(
      JSON.stringify({ chain, object, subject, algorithm }),
    );
    expect(toBase64Url(runMerkleProof(decoded.proof)!)).toBe(vector.expectedRoot);
    expect(stepsOf(decoded.proof)).toHaveLength(8);
  });
});

describe('verify-spv with TXOUT', () => {
  const braid = braidWith([
    objectOutput,
    outputOf({ data: '"text"' }),
    outputOf({ error: '{}' }),
    'no JSON',
  ]);
  braid.growBy(4);
  const texts = (proof: ObjectValue, chain = 1): unknown => {
    const answer = supportOn(braid, chain).verify('TXOUT', proof);
    return answer.kind === 'failure' ? answer.message : answer;
  };

  test('answers with the object of the output', () => {
    expect(texts(asObject(proven(braid)))).toEqual({
      kind: 'verified',
      value: objectValue([['amount', new Decimal(15n, 1)]]),
    });
  });

  test('reports why an output is not an answer', () => {
    const of = (index: number) => texts(asObject(proven(braid, { index })));
    expect(of(1)).toBe('verifySPV: command result not an object');
    expect(of(2)).toBe('verifySPV: Failed command result in tx output proof');
    expect(of(3)).toBe('verifySPV: Unable to decode SPV transaction output');
  });

  test('refuses a proof for another chain, of another kind, or an invalid one', () => {
    const proof = asObject(proven(braid));
    expect(texts(proof, 2)).toBe('verifySPV: cannot redeem spv proof on wrong target chain');
    expect(texts(objectValue([]))).toBe('pactObjectOutputProof: Failed to decode proof object');
    const withInteger = new ObjectValue(new Map([...proof.fields, ['chain', 1n]]));
    expect(texts(withInteger)).toBe('pactObjectOutputProof: Failed to decode proof object');
    const { verify } = supportOn(braid, 1);
    expect(verify('ETH', proof)).toMatchObject({
      message: 'verifySPV: ETH proof type is not yet supported in Pact5.',
    });
    expect(verify('TXIN', proof)).toMatchObject({ message: 'Unsupported SPV type: TXIN' });
  });

  test('ends the transaction at a proof of a transaction, as the reference does', () => {
    const transaction = asObject(proven(braid, { subject: 'transaction' }));
    expect(texts(transaction)).toEqual({
      kind: 'crash',
      message: 'MerkleLogWrongTagException (Expected "20") (Actual "19")',
    });
  });
});

describe('the root of a proof', () => {
  const outside = 'spv verification failed: target header is not in the chain or is out of bounds';
  const message = (braid: Braid, proof: CrossChainProof, rules = today, parent = braid.head(1)) => {
    const answer = supportOn(braid, 1, rules, parent).continuation(encodeContinuationProof(proof));
    return answer.kind === 'verified' ? 'verified' : answer;
  };

  test('may be the parent of the block, but nothing newer', () => {
    const braid = braidWith([yieldedOutput]);
    braid.growBy(2);
    const proof = proven(braid, { root: braid.head(1) });
    expect(message(braid, proof)).toBe('verified');
    const older = braid.ancestor(braid.head(1), braid.height - 1)!;
    expect(message(braid, proof, today, older)).toEqual({ kind: 'failure', message: outside });
  });

  test('may be as old as the window, and no older', () => {
    const braid = braidWith([yieldedOutput]);
    const rules = { ...today, window: 5 };
    braid.growBy(2);
    const proof = proven(braid);
    const root = braid.find(1, runMerkleProof(proof.proof)!)!;
    while (braid.height < root.height + 5) braid.grow();
    expect(message(braid, proof, rules)).toBe('verified');
    braid.grow();
    expect(message(braid, proof, rules)).toEqual({ kind: 'failure', message: outside });
    expect(message(braid, proof, { ...rules, mentionsBounds: false })).toEqual({
      kind: 'failure',
      message: 'spv verification failed: target header is not in the chain',
    });
    expect(message(braid, proof, { ...rules, failsTransaction: false })).toMatchObject({
      kind: 'crash',
    });
  });

  test('in an orphaned block is refused, and accepted again after a change back', () => {
    const braid = braidWith([yieldedOutput]);
    const before = braid.cut;
    braid.growBy(3);
    const proof = proven(braid);
    const first = braid.cut;
    braid.rewind(before);
    for (let i = 0; i < 4; i++) braid.grow(new Map(), 1n);
    expect(message(braid, proof)).toEqual({ kind: 'failure', message: outside });
    braid.rewind(first);
    expect(message(braid, proof)).toBe('verified');
  });
});
