// The node of a devnet as its clients see it where blocks are made on demand: before a question, the blocks that the
// answer needs, and some while clients look at the chains. The node itself makes none when it is asked.

import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { Engine } from '../engine/engine.ts';
import type { OnDemandMiner } from '../engine/mining/on-demand.ts';
import type { Node } from '../engine/node.ts';
import type { Asker, ChainPort, MiningPort, NodePort, SpvQuestion } from '../port.ts';
import type { Heartbeat } from './heartbeat.ts';

/** Rounds of blocks after which every chain of a large graph sees every other one. */
const maxRounds = 8;

/** Request keys of a poll that are looked up at once. */
const keysAtOnce = 250;
/** The most blocks that one poll makes. */
const maxDeepened = 100;

type Parts = {
  readonly node: Node;
  readonly engine: Engine;
  readonly miner: OnDemandMiner;
  readonly heartbeat: Heartbeat;
};

export function onDemandPort(parts: Parts): NodePort {
  const { node, engine, heartbeat } = parts;
  const { network, settings, clock, mining } = node;
  const chains = new Map<ChainId, ChainPort>();
  for (const id of engine.chains.keys()) {
    const chain = node.chain(id);
    if (chain !== undefined) chains.set(id, chainOnDemand(chain, parts));
  }
  return {
    network,
    settings,
    clock,
    mining: mining && miningOnDemand(mining, heartbeat),
    cut() {
      heartbeat.asked();
      return node.cut();
    },
    onCut(listener) {
      const stopListening = node.onCut(listener);
      const stopWatching = heartbeat.watched();
      return () => {
        stopWatching();
        stopListening();
      };
    },
    chain: (id) => chains.get(id),
    health: () => node.health(),
  };
}

function miningOnDemand(mining: MiningPort, heartbeat: Heartbeat): MiningPort {
  return {
    work(request) {
      heartbeat.mining();
      return mining.work(request);
    },
    solved: (work) => mining.solved(work),
    updates(chain, options) {
      heartbeat.mining();
      return mining.updates(chain, options);
    },
  };
}

function chainOnDemand(chain: ChainPort, { engine, miner, heartbeat }: Parts): ChainPort {
  const { id, headers, mempool } = chain;
  const { mempool: pool, state, line } = engine.chain(id);
  /** Only questions about pending transactions cause blocks. */
  const settle = (requestKeys: readonly string[]): void => {
    if (requestKeys.some((key) => pool.has(key))) miner.settle(id);
  };
  return {
    id,
    mempool,
    get headers() {
      heartbeat.asked();
      return headers;
    },
    head: () => chain.head(),
    headerAt: (height) => chain.headerAt(height),
    payload: (hash, height) => chain.payload(hash, height),
    pending: () => chain.pending(),
    async submit(commands, asker) {
      miner.freshen(id);
      const admitted = await chain.submit(commands, asker);
      if (!admitted.ok) return admitted;
      heartbeat.hurry();
      miner.admitted(id);
      return admitted;
    },
    async poll(requestKeys, options = {}) {
      settle(requestKeys);
      const found = await chain.poll(requestKeys, options);
      const { confirmationDepth = 0, pause } = options;
      if (confirmationDepth === 0 || found.size === requestKeys.length) return found;
      let highest = -Infinity;
      for (const [i, key] of requestKeys.entries()) {
        if (i % keysAtOnce === keysAtOnce - 1) await pause?.();
        const receipt = found.has(key) ? undefined : state.receipt(key);
        if (receipt !== undefined) highest = Math.max(highest, receipt.height);
      }
      // The next poll finds the confirmations.
      const height = highest + confirmationDepth;
      for (let made = 0; made < maxDeepened && line.head.height < height; made++) {
        if (miner.mine(id) === undefined) break;
        await pause?.();
      }
      return found;
    },
    whenMined(requestKey, signal) {
      settle([requestKey]);
      return chain.whenMined(requestKey, signal);
    },
    local(question, asker) {
      if (question.rewindDepth === 0) miner.freshen(id);
      else heartbeat.asked();
      return chain.local(question, asker);
    },
    spv(question, asker) {
      settle([question.requestKey]);
      return proofOnDemand({ chain, miner }, question, asker);
    },
    async payloadProof(question, asker) {
      settle([question.requestKey]);
      const proof = await chain.payloadProof(question, asker);
      if (proof.ok || proof.fault.kind !== 'fault') return proof;
      const { fault } = proof.fault;
      if (fault.kind !== 'insufficient-depth') return proof;
      miner.deepen(id, fault.expected - fault.actual);
      return chain.payloadProof(question, asker);
    },
  };
}

/** Makes rounds of blocks until the other chain sees the transaction. */
async function proofOnDemand(
  { chain, miner }: { readonly chain: ChainPort; readonly miner: OnDemandMiner },
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
    miner.round();
  }
}
