// Proofs between chains: unchanged proofs verify, and changed ones do not.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fromBase64Url, toBase64Url } from '../../src/base/base64url.ts';
import { knownGraphs } from '../../src/chain/graph/chain-graph.ts';
import { createProof } from '../../src/chain/spv/create-proof.ts';
import {
  encodeContinuationProof,
  encodeCrossChainProof,
  type CrossChainProof,
} from '../../src/chain/spv/cross-chain-proof.ts';
import { spvSupport } from '../../src/chain/spv/spv-support.ts';
import { utf8 } from '../../src/base/bytes.ts';
import { Braid } from '../support/braid.ts';
import { outputOf, yieldedOutput } from '../support/outputs.ts';

const rules = { window: undefined, mentionsBounds: true, failsTransaction: true };

const situations = fc
  .record({
    graph: fc.constantFrom('singleton', 'pair', 'triangle', 'petersen', 'twenty'),
    before: fc.nat(3),
    after: fc.nat(5),
    others: fc.array(fc.string(), { maxLength: 9 }),
    index: fc.nat(9),
    source: fc.nat(19),
    target: fc.nat(19),
    isMinimal: fc.boolean(),
  })
  .map(({ graph, before, after, others, index, source, target, isMinimal }) => {
    const shape = knownGraphs[graph];
    const braid = new Braid(shape);
    const at = index % (others.length + 1);
    const from = source % shape.order;
    const to = target % shape.order;
    braid.growBy(before);
    const outputs = [...others.slice(0, at), yieldedOutput, ...others.slice(at)];
    braid.grow(new Map([[from, outputs]]));
    braid.growBy(shape.distance(from, to) + after);
    const request = { subject: 'output', source: from, target: to, height: before + 1 } as const;
    const root = isMinimal ? {} : { root: braid.head(to) };
    const answer = createProof(braid.network, braid, { ...request, index: at, ...root });
    if (!answer.ok) throw new Error(answer.fault.kind);
    return { braid, proof: answer.value, target: to };
  });

function supportOn(braid: Braid, chain: number) {
  return spvSupport({ headers: braid, chain, genesisHeight: 0, parent: braid.head(chain), rules });
}

function answerTo({ braid, target }: { braid: Braid; target: number }, text: string): string {
  const answer = supportOn(braid, target).continuation(text);
  return answer.kind === 'failure' ? answer.message : answer.kind;
}

test('a proof between any chains of any braid verifies there, and on no other chain', () => {
  fc.assert(
    fc.property(situations, ({ braid, proof, target }) => {
      const text = encodeContinuationProof(proof);
      expect(answerTo({ braid, target }, text)).toBe('verified');
      for (const chain of braid.graph.neighbours.keys()) {
        if (chain === target) continue;
        expect(answerTo({ braid, target: chain }, text)).toBe(
          'verifyCont: cannot redeem continuation proof on wrong targget chain',
        );
        // It also fails if the chain in the proof is overwritten.
        const forged = encodeContinuationProof({ ...proof, chain });
        expect(answerTo({ braid, target: chain }, forged)).toBe(
          'spv verification failed: target header is not in the chain or is out of bounds',
        );
      }
    }),
    { numRuns: 30 },
  );
});

test('a proof with any byte of it changed verifies nowhere', () => {
  const change = fc.record({ at: fc.nat(), by: fc.integer({ min: 1, max: 255 }) });
  fc.assert(
    fc.property(situations, fc.array(change, { minLength: 20, maxLength: 20 }), (made, changes) => {
      for (const { at, by } of changes) {
        for (const altered of [
          subjectAltered(made.proof, at, by),
          stepAltered(made.proof, at, by),
        ]) {
          expect(answerTo(made, encodeContinuationProof(altered))).not.toBe('verified');
        }
      }
    }),
    { numRuns: 30 },
  );
});

test('a continuation with any character changed verifies only if it has the same meaning', () => {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=! ';
  fc.assert(
    fc.property(
      situations,
      fc.array(fc.record({ at: fc.nat(), letter: fc.nat(letters.length - 1) }), { maxLength: 20 }),
      (made, changes) => {
        const text = encodeContinuationProof(made.proof);
        for (const { at, letter } of changes) {
          const place = at % text.length;
          const altered = text.slice(0, place) + letters.charAt(letter) + text.slice(place + 1);
          if (answerTo(made, altered) !== 'verified') continue;
          // The index of the leaf and unknown members are ignored.
          expect(withoutLeafIndex(altered)).toEqual(withoutLeafIndex(text));
        }
      },
    ),
    { numRuns: 30 },
  );
});

describe('texts that are not proofs', () => {
  test('are refused with a message, whatever they are', () => {
    const braid = new Braid(knownGraphs.pair);
    braid.growBy(3);
    const anything = fc.oneof(
      fc.string(),
      fc.json().map((json) => toBase64Url(utf8(json))),
      fc.uint8Array({ maxLength: 200 }).map(toBase64Url),
      fc
        .record({
          chain: fc.nat(2),
          object: fc.string(),
          subject: fc.json(),
          algorithm: fc.string(),
        })
        .map((parts) => toBase64Url(utf8(JSON.stringify(parts)))),
    );
    fc.assert(
      fc.property(anything, (text) => {
        expect(answerTo({ braid, target: 0 }, text)).toMatch(/^verifyCont: /);
      }),
    );
  });

  test('an output of a different shape is not resumed', () => {
    fc.assert(
      fc.property(fc.json(), (continuation) => {
        const braid = new Braid(knownGraphs.pair);
        braid.grow(new Map([[0, [outputOf({ continuation })]]]));
        braid.grow();
        const request = { source: 0, target: 1, height: 1, index: 0 };
        const answer = createProof(braid.network, braid, { subject: 'output', ...request });
        if (!answer.ok) throw new Error(answer.fault.kind);
        expect(answerTo({ braid, target: 1 }, encodeContinuationProof(answer.value))).toBe(
          continuation === 'null'
            ? 'verifyCont: No pact exec found in command result'
            : 'verifyCont: Unable to decode SPV transaction output',
        );
      }),
      { numRuns: 30 },
    );
  });
});

function subjectAltered(made: CrossChainProof, at: number, by: number): CrossChainProof {
  const { subject, object } = made.proof;
  if (subject.kind === 'tree') throw new Error('an output is no tree');
  const bytes = altered(subject.bytes, at, by);
  return { ...made, proof: { subject: { kind: 'input', bytes }, object } };
}

/** Changes bytes after the step count and the leaf index, which the root does not depend on. */
function stepAltered(made: CrossChainProof, at: number, by: number): CrossChainProof {
  const { subject, object } = made.proof;
  const steps = altered(object.subarray(12), at, by);
  const whole = new Uint8Array([...object.subarray(0, 12), ...steps]);
  return { ...made, proof: { subject, object: whole } };
}

function altered(bytes: Uint8Array, at: number, by: number): Uint8Array {
  const copy = bytes.slice();
  const place = at % copy.length;
  copy[place] = (copy[place]! + by) % 256;
  return copy;
}

function withoutLeafIndex(text: string): unknown {
  const padded = text.replace(/=+$/, '');
  const json = new TextDecoder().decode(fromBase64Url(padded));
  const { chain, object, subject, algorithm } = JSON.parse(json) as Record<string, string>;
  const bytes = fromBase64Url(object ?? '');
  return { chain, steps: [...(bytes ?? []).slice(12)], subject, algorithm };
}

test('JSON and base64url of a proof agree', () => {
  fc.assert(
    fc.property(situations, ({ proof }) => {
      const bytes = fromBase64Url(encodeContinuationProof(proof));
      expect(bytes).toEqual(utf8(encodeCrossChainProof(proof)));
    }),
    { numRuns: 5 },
  );
});
