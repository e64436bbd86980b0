// Real proofs for scripts: blocks whose outputs contain the steps of defpacts, in a braided network of twenty chains.
// Nothing runs in these blocks; headers, payloads, Merkle trees and the verification of proofs are the same as in a
// node. This is a bundle of its own beside the program, so it must contain nothing of the language: values of a second set of
// classes would be foreign to the program.

import { assert, BugError } from '../../base/assert.ts';
import { toBase64Url } from '../../base/base64url.ts';
import { readJson } from '../../base/json-reader.ts';
import { jsonNull, printJson } from '../../base/json.ts';
import { extendCut, extensionOf, genesisCut, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { encodeMiner, noMiner } from '../../chain/model/payload-json.ts';
import { decodeOutput, encodeOutput, noCoinbase } from '../../chain/model/output-json.ts';
import { makePayload, type PayloadWithOutputs } from '../../chain/model/payload.ts';
import { rulesAbove } from '../../chain/rules/execution-rules.ts';
import { genesisHeight } from '../../chain/rules/network.ts';
import { earliestTime, headerAbove, neighboursAbove } from '../../chain/rules/next-header.ts';
import { development } from '../../chain/rules/networks/development.ts';
import { type ProofContext, type ProofSource, createProof } from '../../chain/spv/create-proof.ts';
import {
  encodeContinuationProof,
  verifyContinuationProof,
} from '../../chain/spv/cross-chain-proof.ts';
import { HeadersByHash } from '../../chain/spv/header-source.ts';
import type { ChainProofs, ProofAnswer, ProvenStep } from '../../tools/repl/chain-proofs.ts';

/** Enough rounds for every chain to see every other one. */
const maxRounds = 8;

export class ScriptProofs implements ChainProofs {
  private cut: Cut = genesisCut(development);
  private readonly headers = new HeadersByHash(this.cut.heads.values());
  private readonly payloads = new Map<string, PayloadWithOutputs>();

  prove({ source, target, ...step }: ProvenStep): string {
    const output = outputOf(step);
    const { height } = this.mine(source, payloadOf([{ input: new Uint8Array(), output }]));
    const request = { subject: 'output', source, target, height, index: 0 } as const;
    for (let round = 0; round < maxRounds; round++) {
      const made = createProof(development, this.source(), request);
      if (made.ok) return encodeContinuationProof(made.value);
      for (const chain of this.cut.heads.keys()) this.mine(chain, emptyPayload);
    }
    throw new BugError('after some rounds every chain sees every other one');
  }

  /** For a script, proofs that no block could contain fail like other invalid proofs. */
  verify(chain: ChainId, proof: string): ProofAnswer {
    const verified = verifyContinuationProof(proof, this.contextOn(chain));
    if (verified.kind !== 'verified') return { kind: 'failure', message: verified.message };
    const output = decodeOutput(verified.bytes);
    assert(output.ok, 'blocks contain only outputs that were encoded here');
    return { kind: 'verified', continuation: printJson(output.value.continuation) };
  }

  /** Returns the context of proofs in a block above the newest one of a chain. */
  private contextOn(chain: ChainId): ProofContext {
    const parent = this.head(chain);
    const { spv: rules } = rulesAbove(development, parent);
    const lowest = genesisHeight(development, chain) ?? 0;
    const bounds = { chain, parent, genesisHeight: lowest, window: rules.window };
    return { headers: this.headers, bounds, rules };
  }

  private mine(chain: ChainId, payload: PayloadWithOutputs): BlockHeader {
    const head = this.head(chain);
    for (const neighbour of neighboursAbove(development, head)) {
      if (this.head(neighbour).height < head.height) this.mine(neighbour, emptyPayload);
    }
    const extension = extensionOf(this.cut, chain);
    assert(extension !== undefined, 'the neighbours were mined before');
    const { parent, adjacents } = extension;
    const adjacentParents = adjacents.map(({ chainId, hash }) => {
      const header = this.headers.find(chainId, hash);
      assert(header !== undefined, 'every header is remembered');
      return header;
    });
    const parents = { parent, adjacents, adjacentParents };
    const { payloadHash } = payload;
    const creationTime = earliestTime(parents);
    const header = headerAbove(development, { ...parents, payloadHash, creationTime });
    const cut = extendCut(this.cut, header);
    assert(cut !== undefined, 'the block extends the cut');
    this.cut = cut;
    this.headers.add(header);
    this.payloads.set(toBase64Url(payloadHash), payload);
    return header;
  }

  private head(chain: ChainId): BlockHeader {
    const header = this.cut.heads.get(chain);
    assert(header !== undefined, 'a chain of the network');
    return header;
  }

  private source(): ProofSource {
    const { headers } = this;
    return {
      find: (chain, hash) => headers.find(chain, hash),
      ancestor: (header, height) => headers.ancestor(header, height),
      head: (chain) => this.cut.heads.get(chain),
      payload: ({ payloadHash }) => this.payloads.get(toBase64Url(payloadHash)),
    };
  }
}

function payloadOf(transactions: PayloadWithOutputs['transactions']): PayloadWithOutputs {
  return makePayload({
    minerData: encodeMiner(noMiner),
    coinbase: encodeOutput(noCoinbase),
    transactions,
  });
}

const emptyPayload = payloadOf([]);

/** Returns what a chain stores for a transaction that ran the step. */
function outputOf(step: Pick<ProvenStep, 'continuation' | 'requestKey'>): Uint8Array {
  const continuation = readJson(step.continuation);
  assert(continuation.kind === 'value', 'the session encodes the step as JSON');
  return encodeOutput({
    gas: 0n,
    result: { status: 'success', data: true },
    requestKey: step.requestKey,
    logs: undefined,
    events: [],
    metaData: jsonNull,
    continuation: continuation.value,
    txId: 0n,
  });
}
