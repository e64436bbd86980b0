// Proofs of transactions of one chain: for another chain, and within their block.
// Source: Chainweb/Pact/RestAPI/Server.hs (spvHandler, spv2Handler), Chainweb/SPV/OutputProof.hs (createOutputProofDb_).

import { bad, good, type Result } from '../../base/result.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import { graphAt } from '../../chain/rules/network.ts';
import { createProof } from '../../chain/spv/create-proof.ts';
import { encodeContinuationProof } from '../../chain/spv/cross-chain-proof.ts';
import {
  createEventsProof,
  createOutputProof,
  type PayloadProof,
} from '../../chain/spv/payload-proof.ts';
import type { PayloadProofQuestion, SpvFailure, SpvQuestion } from '../port.ts';
import type { AskedChain, AskedChains } from './asked-chains.ts';

export function crossChainProof(
  chains: AskedChains,
  chain: AskedChain,
  { requestKey, targetChain: target }: SpvQuestion,
): Result<string, SpvFailure> {
  const receipt = chain.state.receipt(requestKey);
  if (receipt === undefined) return bad({ kind: 'unknown-transaction' });
  if (chains.chain(target) === undefined) return bad({ kind: 'no-such-chain' });
  const { height, position: index } = receipt;
  const request = { subject: 'output', source: chain.id, target, height, index } as const;
  const { headers } = chains;
  const source = {
    find: (id: number, hash: Hash) => headers.find(id, hash),
    ancestor(header: BlockHeader, at: number) {
      const line = chains.chain(header.chainId)?.line;
      return line?.has(header) === true ? line.at(at) : headers.ancestor(header, at);
    },
    head: (id: number) => chains.head(id),
    payload: (header: BlockHeader) => chains.payload(header),
  };
  const made = createProof(chains.network, source, request);
  return made.ok
    ? good(encodeContinuationProof(made.value))
    : bad({ kind: 'fault', fault: made.fault });
}

/** Of the result or the events of a transaction, with a root within its block. */
export function payloadProof(
  chains: AskedChains,
  chain: AskedChain,
  { requestKey, subject, algorithm, minimumDepth }: PayloadProofQuestion,
): Result<PayloadProof, SpvFailure> {
  const receipt = chain.state.receipt(requestKey);
  const header = receipt && chain.line.at(receipt.height);
  if (header === undefined) return bad({ kind: 'unknown-transaction' });
  const payload = chains.payload(header);
  if (payload === undefined) {
    const fault = { kind: 'missing-payload', hash: header.payloadHash } as const;
    return bad({ kind: 'fault', fault });
  }
  const expected = minimumDepth ?? graphAt(chains.network, header.height).diameter;
  const actual = chain.line.head.height - header.height;
  if (actual < expected) {
    const fault = { kind: 'insufficient-depth', expected, actual } as const;
    return bad({ kind: 'fault', fault });
  }
  const create = subject === 'events' ? createEventsProof : createOutputProof;
  const made = create(payload, requestKey, algorithm);
  return made.ok ? made : bad({ kind: 'fault', fault: made.fault });
}
