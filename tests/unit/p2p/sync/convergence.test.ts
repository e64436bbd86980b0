// Nodes that mine, push and pull while connections fail: once these are back, all have the same cut.
import { expect, test } from 'vitest';
import { SeededRandom } from '../../../../src/base/ports/random.ts';
import { braidFaults, minableChains } from '../../../../src/chain/choice/cut.ts';
import type { GraphName } from '../../../../src/chain/graph/chain-graph.ts';
import { hashesOf } from '../../../support/header-web.ts';
import { runCount } from '../../../support/run-count.ts';
import { syncNetwork } from '../../../support/block-world.ts';
import { SyncNet } from '../../../support/sync-network.ts';

async function nodesAgree(graph: GraphName, seed: number): Promise<string> {
  const random = new SeededRandom(seed);
  const net = new SyncNet(syncNetwork(graph));
  const nodes = Array.from({ length: 4 }, (_, i) => net.add(`n${i}`));
  let cutOff = new Set<string>();
  net.reaches = (from, to) => !cutOff.has(`${from.key} ${to.key}`);
  for (let step = 0; step < 75; step++) {
    const node = nodes[random.below(nodes.length)]!;
    const chains = minableChains(node.ledger.cut());
    node.ledger.mined(net.world.mine(node.ledger.cut(), chains[random.below(chains.length)]!));
    for (const other of nodes) {
      if (other !== node && net.reaches(other, node)) net.push(node, other);
    }
    if (step % 25 === 0) {
      // Each direction by itself: a node may hear of cuts whose blocks it cannot ask for.
      cutOff = new Set(
        nodes.flatMap((from) =>
          nodes.flatMap((to) => (random.below(3) === 0 ? [`${from.key} ${to.key}`] : [])),
        ),
      );
    }
    if (step % 5 === 0) await net.run(2);
    else await net.time.advance(10 + random.below(400));
    for (const { ledger } of nodes) expect(braidFaults(ledger.cut())).toEqual([]);
  }
  cutOff = new Set();
  await net.run(24);
  const cuts = new Set(nodes.map(({ ledger }) => hashesOf(ledger.cut()).join()));
  expect([...cuts], `seed ${seed}`).toHaveLength(1);
  const faults = nodes.flatMap((node) => node.faults.map(({ fault }) => fault));
  expect(faults.filter((fault) => fault !== 'late')).toEqual([]);
  for (const { sync } of nodes) {
    expect(sync.progress().problem).toBeUndefined();
    sync.close();
  }
  expect(net.time.waiting).toBe(0);
  return [...cuts].join();
}

test.each<GraphName>(['singleton', 'pair', 'triangle', 'petersen'])(
  'on %s nodes agree after all, and the same way each time',
  async (graph) => {
    for (let seed = 2; seed <= runCount(2); seed++) await nodesAgree(graph, seed);
    expect(await nodesAgree(graph, 1)).toBe(await nodesAgree(graph, 1));
  },
  60_000,
);
