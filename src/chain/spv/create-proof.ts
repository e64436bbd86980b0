// Makes the proof that a transaction, or its output, is below a block of a target chain. From the innermost tree
// outwards, it goes through the transactions or outputs of the block, its payload, its header, the headers that follow
// on the same chain, and one header for each chain on the way to the target.
// Source: Chainweb/SPV/CreateProof.hs; consensus reference, section 7.3.
import { concatBytes, equalBytes } from '../../base/bytes.ts';
import { type Result, bad, good } from '../../base/result.ts';
import type { ChainId } from '../graph/chain-graph.ts';
import { type MerkleNode, merkleTags, taggedLeaf } from '../merkle/merkle-tree.ts';
import { headerNodes } from '../model/block-hash.ts';
import type { BlockHeader } from '../model/header.ts';
import type { PayloadWithOutputs } from '../model/payload.ts';
import { type Network, graphAt } from '../rules/network.ts';
import type { CrossChainProof } from './cross-chain-proof.ts';
import { type HeaderBounds, type HeaderSource, isWithinBounds } from './header-source.ts';
import {
  type MerkleProof,
  type ProofLevel,
  type ProofSubject,
  composeProof,
  runMerkleProof,
  taggedBytes,
} from './merkle-proof.ts';
import type { ProofFault } from './proof-json.ts';

export interface ProofSource extends HeaderSource {
  /** Returns the newest block of a chain in the cut. */
  head(chain: ChainId): BlockHeader | undefined;
  payload(header: BlockHeader): PayloadWithOutputs | undefined;
}

export type ProofRequest = {
  readonly subject: 'transaction' | 'output';
  readonly source: ChainId;
  readonly target: ChainId;
  /** The height of the transaction's block. */
  readonly height: number;
  /** The index of the transaction in the block, from 0. */
  readonly index: number;
  /** The block to prove against; by default the first one that can be reached, which gives the shortest proof. */
  readonly root?: BlockHeader;
};

export function createProof(
  network: Pick<Network, 'graphs'>,
  source: ProofSource,
  request: ProofRequest,
): Result<CrossChainProof, ProofFault> {
  const { target } = request;
  const height = lowestTarget(network, request);
  const head = source.head(target);
  const root = request.root ?? (head === undefined ? undefined : source.ancestor(head, height));
  if (root === undefined) return bad(notReachable('too-young', request, height));
  const crossing = crossChains(network, source, request, root);
  if (!crossing.ok) return crossing;
  const chain = followChain(source, request, crossing.value.lowest, root);
  if (!chain.ok) return chain;
  const [block, ...following] = chain.value;
  const inner = payloadLevels(source, request, block);
  if (!inner.ok) return inner;
  const { subject, levels } = inner.value;
  const [first, ...rest] = levels;
  const proof = composeProof(subject, [
    first,
    ...rest,
    { nodes: headerNodes(block), index: headerEntries.payload },
    ...following.map((header) => ({ nodes: headerNodes(header), index: headerEntries.parent })),
    ...crossing.value.levels,
  ]);
  return good({ chain: target, proof });
}

/** Indexes of hashes among the entries of a header: see `headerNodes`. */
const headerEntries = { parent: 2, payload: 4, firstAdjacent: 11 } as const;

/** If the graph changes on the way, the path through the new graph is added. */
function lowestTarget(network: Pick<Network, 'graphs'>, request: ProofRequest): number {
  const { source, target, height } = request;
  const graph = graphAt(network, height);
  const direct = height + distance(graph, target, source);
  if (!Number.isFinite(direct)) return Infinity;
  const later = graphAt(network, direct);
  return later === graph ? direct : direct + distance(later, target, source);
}

/** A chain that the graph does not have yet is infinitely far away. */
function distance(graph: ReturnType<typeof graphAt>, from: ChainId, to: ChainId): number {
  return graph.distance(from, to);
}

/** Goes from the root over adjacent parents to a block of the source chain. */
function crossChains(
  network: Pick<Network, 'graphs'>,
  headers: HeaderSource,
  request: ProofRequest,
  root: BlockHeader,
): Result<{ readonly lowest: BlockHeader; readonly levels: readonly ProofLevel[] }, ProofFault> {
  const graph = graphAt(network, root.height);
  const path = graph.shortestPath(root.chainId, request.source)?.slice(1);
  if (path === undefined || root.height + 1 < path.length) {
    return bad(notReachable('too-young', request, root.height));
  }
  const levels: ProofLevel[] = [];
  let at = root;
  for (const chain of path) {
    const i = at.adjacents.findIndex(({ chainId }) => chainId === chain);
    const adjacent = at.adjacents[i];
    const next = adjacent === undefined ? undefined : headers.find(chain, adjacent.hash);
    if (next === undefined) return bad(notReachable('too-young', request, root.height));
    levels.unshift({ nodes: headerNodes(at), index: headerEntries.firstAdjacent + i });
    at = next;
  }
  return good({ lowest: at, levels });
}

/** The transaction's block and those after it, up to the one where the path leaves the chain. */
function followChain(
  headers: HeaderSource,
  request: ProofRequest,
  highest: BlockHeader,
  root: BlockHeader,
): Result<readonly [BlockHeader, ...BlockHeader[]], ProofFault> {
  if (highest.height < request.height) {
    return bad(notReachable('not-below', request, root.height));
  }
  const following: BlockHeader[] = [];
  let at = highest;
  while (at.height > request.height) {
    following.push(at);
    const parent = headers.find(at.chainId, at.parent);
    if (parent === undefined) return bad(notReachable('not-below', request, root.height));
    at = parent;
  }
  return good([at, ...following.reverse()]);
}

function payloadLevels(
  source: ProofSource,
  { subject: what, index }: ProofRequest,
  block: BlockHeader,
): Result<
  { readonly subject: ProofSubject; readonly levels: readonly [ProofLevel, ProofLevel] },
  ProofFault
> {
  const payload = source.payload(block);
  if (payload === undefined) return bad({ kind: 'missing-payload', hash: block.payloadHash });
  if (!equalBytes(payload.payloadHash, block.payloadHash)) {
    return bad({ kind: 'inconsistent-payload', hash: block.payloadHash });
  }
  const transaction = payload.transactions[index];
  if (transaction === undefined) {
    return bad({ kind: 'no-such-transaction', index, count: payload.transactions.length });
  }
  const tag = subjectTags[what];
  const bytes = what === 'output' ? transaction.output : transaction.input;
  const outer = [payload.transactionsHash, payload.outputsHash];
  return good({
    subject: { kind: 'input', bytes: concatBytes([Uint8Array.of(tag >> 8, tag & 0xff), bytes]) },
    levels: [
      { nodes: entriesOf(payload, what), index: 1 + index },
      { nodes: outer, index: what === 'output' ? 1 : 0 },
    ],
  });
}

export const subjectTags = {
  transaction: merkleTags.transaction,
  output: merkleTags.transactionOutput,
} as const;

function entriesOf(
  payload: PayloadWithOutputs,
  what: ProofRequest['subject'],
): readonly MerkleNode[] {
  const { minerData, coinbase, transactions } = payload;
  if (what === 'transaction') {
    return [
      taggedLeaf(merkleTags.minerData, minerData),
      ...transactions.map(({ input }) => taggedLeaf(merkleTags.transaction, input)),
    ];
  }
  return [
    taggedLeaf(merkleTags.coinbaseOutput, coinbase),
    ...transactions.map(({ output }) => taggedLeaf(merkleTags.transactionOutput, output)),
  ];
}

function notReachable(
  why: 'too-young' | 'not-below',
  { source, target, height }: ProofRequest,
  targetHeight: number,
): ProofFault {
  return {
    kind: 'target-not-reachable',
    why,
    source: { chain: source, height },
    target: { chain: target, height: targetHeight },
  };
}

// Checks a proof against the headers of the chain on which it is used.
// Source: Chainweb/SPV/VerifyProof.hs, Pact5/SPV.hs (catchAndDisplaySPVError); consensus reference, section 7.4.

export type Verification =
  /** The bytes of the transaction or output, without their tag. */
  { readonly kind: 'verified'; readonly bytes: Uint8Array } | Refusal;

export type Refusal =
  /** The text becomes part of the transaction's result. */
  | { readonly kind: 'failure'; readonly message: string }
  /** The reference's checker ends with an exception of its host language, whose message is in no result. */
  | { readonly kind: 'crash'; readonly message: string };

/** The rules for proofs at a height: `SpvRules` of the chain's rules, without the window. */
export type ProofRules = {
  readonly mentionsBounds: boolean;
  readonly failsTransaction: boolean;
};

export type ProofContext = {
  readonly headers: HeaderSource;
  readonly bounds: HeaderBounds;
  readonly rules: ProofRules;
};

/** Runs a proof and looks up its root. The caller must check the target chain of the proof. */
export function verifyProof(
  proof: MerkleProof,
  subject: keyof typeof subjectTags,
  { headers, bounds, rules }: ProofContext,
): Verification {
  const root = runMerkleProof(proof);
  if (root === undefined) return crash('Invalid ProofObject: runMerkleProofInternal');
  if (!isWithinBounds(headers, bounds, root)) return outOfBounds(rules);
  const bytes = taggedBytes(proof.subject, subjectTags[subject]);
  return bytes.ok ? { kind: 'verified', bytes: bytes.value } : crash(bytes.fault);
}

function outOfBounds({ mentionsBounds, failsTransaction }: ProofRules): Refusal {
  const message = `target header is not in the chain${mentionsBounds ? ' or is out of bounds' : ''}`;
  return failsTransaction
    ? { kind: 'failure', message: `spv verification failed: ${message}` }
    : crash(message);
}

function crash(message: string): Refusal {
  return { kind: 'crash', message };
}
