// The node of a devnet as its clients see it where blocks are made on demand: before a question, the blocks that the
// answer needs, and some while clients look at the chains. The node itself makes none when it is asked.

import { chainsOf } from '../../chain/rules/network.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Asker, ChainPort, MiningPort, NodePort, SealedPort, SpvQuestion } from '../port.ts';
import type { BlocksOnDemand } from './blocks-on-demand.ts';

/** Rounds of blocks after which every chain of a large graph sees every other one. */
const maxRounds = 8;

export function onDemandPort(node: NodePort, blocks: BlocksOnDemand): NodePort {
  const { network, settings, clock, mining, sealed } = node;
  const chains = new Map<ChainId, ChainPort>();
  for (const id of chainsOf(network)) {
    const chain = node.chain(id);
    if (chain !== undefined) chains.set(id, chainOnDemand(chain, blocks));
  }
  return {
    network,
    settings,
    clock,
    mining: mining && miningOnDemand(mining, blocks),
    sealed: sealed && sealedOnDemand(sealed, blocks),
    cut() {
      blocks.asked();
      return node.cut();
    },
    onCut(listener) {
      const stopListening = node.onCut(listener);
      const stopWatching = blocks.watched();
      return () => {
        stopWatching();
        stopListening();
      };
    },
    chain: (id) => chains.get(id),
    health: () => node.health(),
  };
}

/** The block after which a command runs is recent. */
function sealedOnDemand(sealed: SealedPort, blocks: BlocksOnDemand): SealedPort {
  return {
    async take(chain, command, asker) {
      const fresh = blocks.freshen(chain);
      if (fresh !== undefined) await fresh;
      return sealed.take(chain, command, asker);
    },
  };
}

function miningOnDemand(mining: MiningPort, blocks: BlocksOnDemand): MiningPort {
  return {
    work(request) {
      blocks.mining();
      return mining.work(request);
    },
    solved: (work) => mining.solved(work),
    updates(chain, options) {
      blocks.mining();
      return mining.updates(chain, options);
    },
  };
}

function chainOnDemand(chain: ChainPort, blocks: BlocksOnDemand): ChainPort {
  const { id } = chain;
  return {
    id,
    get headers() {
      blocks.asked();
      return chain.headers;
    },
    head: () => chain.head(),
    headerAt: (height) => chain.headerAt(height),
    payload: (hash, height) => chain.payload(hash, height),
    pending: () => chain.pending(),
    waiting: (max) => chain.waiting(max),
    isWaiting: (requestKey) => chain.isWaiting(requestKey),
    coinHistory: chain.coinHistory,
    mempool: chain.mempool,
    async submit(commands, asker) {
      const fresh = blocks.freshen(id);
      if (fresh !== undefined) await fresh;
      const admitted = await chain.submit(commands, asker);
      if (admitted.ok) blocks.admitted(id);
      return admitted;
    },
    async poll(requestKeys, options = {}) {
      const settled = blocks.settle(id, requestKeys);
      if (settled !== undefined) await settled;
      const found = await chain.poll(requestKeys, options);
      const { confirmationDepth: depth = 0, pause } = options;
      if (depth === 0 || found.size === requestKeys.length) return found;
      const others = requestKeys.filter((key) => !found.has(key));
      // The next poll finds the confirmations.
      await blocks.confirm(id, { requestKeys: others, depth, pause });
      return found;
    },
    async whenMined(requestKey, signal) {
      const settled = blocks.settle(id, [requestKey]);
      if (settled !== undefined) await settled;
      return chain.whenMined(requestKey, signal);
    },
    async local(question, asker) {
      if (question.rewindDepth === 0) {
        const fresh = blocks.freshen(id);
        if (fresh !== undefined) await fresh;
      } else blocks.asked();
      return chain.local(question, asker);
    },
    async spv(question, asker) {
      const settled = blocks.settle(id, [question.requestKey]);
      if (settled !== undefined) await settled;
      return proofOnDemand({ chain, blocks }, question, asker);
    },
    async payloadProof(question, asker) {
      const settled = blocks.settle(id, [question.requestKey]);
      if (settled !== undefined) await settled;
      const proof = await chain.payloadProof(question, asker);
      if (proof.ok || proof.fault.kind !== 'fault') return proof;
      const { fault } = proof.fault;
      if (fault.kind !== 'insufficient-depth') return proof;
      await blocks.deepen(id, fault.expected - fault.actual);
      return chain.payloadProof(question, asker);
    },
  };
}

/** Makes rounds of blocks until the other chain sees the transaction. */
async function proofOnDemand(
  { chain, blocks }: { readonly chain: ChainPort; readonly blocks: BlocksOnDemand },
  question: SpvQuestion,
  asker: Asker | undefined,
): ReturnType<ChainPort['spv']> {
  for (let round = 0; ; round++) {
    const proof = await chain.spv(question, asker);
    const isTooYoung =
      !proof.ok &&
      proof.fault.kind === 'fault' &&
      proof.fault.fault.kind === 'target-not-reachable';
    if (!isTooYoung || round >= maxRounds) return proof;
    await blocks.round();
  }
}
