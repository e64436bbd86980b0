// The results of `verify-spv` and of continuations with a proof, for the block that is being executed.
//
// The checks are made in the reference's order, because the first one to fail determines the text, and texts are
// hashed. Pact 5 does not support `ETH` proofs: only older releases accepted proofs of Ethereum.
// Source: Chainweb/Pact5/SPV.hs; consensus reference, sections 7.5 and 7.6.

import { readJson } from '../../base/json-reader.ts';
import {
  Decimal,
  encodeStable,
  ObjectValue,
  type DefPactExec,
  type PactValue,
} from '../../lang/session/run.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import type { BlockHeader } from '../model/header.ts';
import type { SpvRules } from '../rules/execution-rules.ts';
import { readCommandOutput } from './command-output.ts';
import { chainOf, verifyContinuationProof } from './cross-chain-proof.ts';
import type { HeaderSource } from './header-source.ts';
import type { MerkleProof } from './merkle-proof.ts';
import type { ProofTexts } from './proof-json.ts';
import { decodingOnce, once } from './remembered-proofs.ts';
import { type ProofContext, type Refusal, type Verification, verifyProof } from './create-proof.ts';

export type SpvSurroundings = {
  readonly headers: HeaderSource;
  /** The chain on which the transaction runs. */
  readonly chain: ChainId;
  readonly genesisHeight: number;
  /** The parent of the block that is executed. */
  readonly parent: BlockHeader;
  readonly rules: SpvRules;
};

/** The queries of execution about proofs; the same shape as its port. */
export type SpvAnswers = {
  readonly verify: (type: string, proof: ObjectValue) => SpvAnswer<ObjectValue>;
  readonly continuation: (proof: string) => SpvAnswer<DefPactExec>;
};

export type SpvAnswer<T> = { readonly kind: 'verified'; readonly value: T } | Refusal;

/** Must be created for every block: it caches the proofs that it has run. */
export function spvSupport(surroundings: SpvSurroundings): SpvAnswers {
  const { headers, chain, genesisHeight, parent, rules } = surroundings;
  const bounds = { chain, parent, genesisHeight, window: rules.window };
  const context: ProofContext = { headers, bounds, rules };
  const steps: OutputSteps = {
    decode: decodingOnce(),
    verify: once((proof) => verifyProof(proof, 'output', context)),
    read: once(readCommandOutput),
  };
  return {
    verify(type, proof) {
      if (type === 'ETH') {
        return failure('verifySPV: ETH proof type is not yet supported in Pact5.');
      }
      if (type !== 'TXOUT') return failure(`Unsupported SPV type: ${type}`);
      return verifyOutput(proof, chain, steps);
    },
    continuation: (proof) => verifyContinuation(proof, context),
  };
}

type OutputSteps = {
  readonly decode: (texts: ProofTexts) => MerkleProof | undefined;
  readonly verify: (proof: MerkleProof) => Verification;
  readonly read: typeof readCommandOutput;
};

function verifyOutput(
  { fields }: ObjectValue,
  here: ChainId,
  { decode, verify, read }: OutputSteps,
): SpvAnswer<ObjectValue> {
  const chain = numberOf(fields.get('chain'));
  const isKnown = textOf(fields.get('algorithm')) === 'SHA512t_256';
  const proof = isKnown && chain !== undefined ? decode(textsOf(fields)) : undefined;
  if (proof === undefined) return failure('pactObjectOutputProof: Failed to decode proof object');
  if (chain !== here) {
    return failure('verifySPV: cannot redeem spv proof on wrong target chain');
  }
  const verified = verify(proof);
  if (verified.kind !== 'verified') return verified;
  const output = read(verified.bytes);
  if (output === undefined) return failure('verifySPV: Unable to decode SPV transaction output');
  const { value } = output;
  if (value === undefined) return failure('verifySPV: Failed command result in tx output proof');
  if (value instanceof ObjectValue) return { kind: 'verified', value };
  return failure('verifySPV: command result not an object');
}

function verifyContinuation(text: string, context: ProofContext): SpvAnswer<DefPactExec> {
  const verified = verifyContinuationProof(text, context);
  if (verified.kind !== 'verified') return verified;
  const output = readCommandOutput(verified.bytes);
  if (output === undefined) return failure('verifyCont: Unable to decode SPV transaction output');
  if (output.continuation === undefined) {
    return failure('verifyCont: No pact exec found in command result');
  }
  return { kind: 'verified', value: output.continuation };
}

/**
 * Returns the parts of a proof in a Pact object. The reference prints the object as JSON and parses that; this has the
 * same result without printing strings that may be long.
 */
function textsOf(fields: ObjectValue['fields']): ProofTexts {
  const subject = fields.get('subject');
  const members = subject instanceof ObjectValue ? subject.fields : undefined;
  return {
    object: textOf(fields.get('object')),
    tree: textOf(members?.get('tree')),
    input: textOf(members?.get('input')),
  };
}

/** Of all values, only decimals are bare JSON numbers, and only those with few digits. */
function numberOf(value: PactValue | undefined): number | undefined {
  if (!(value instanceof Decimal)) return undefined;
  const reading = readJson(encodeStable(value));
  return reading.kind === 'value' ? chainOf(reading.value) : undefined;
}

function textOf(value: PactValue | undefined): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

function failure(message: string): Refusal {
  return { kind: 'failure', message };
}
