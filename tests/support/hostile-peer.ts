// A node, an honest peer and a hostile one, for tests of what peers may do.

import { expect } from 'vitest';
import { good } from '../../src/base/result.ts';
import type { CutHashes } from '../../src/chain/model/cut-json.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { hashesOf } from './header-web.ts';
import { syncNetwork } from './block-world.ts';
import { SyncNet, unknownThere, type Answers, type SyncNode } from './sync-network.ts';

const triangle = syncNetwork('triangle');

/** A node, an honest peer with a block more, and a hostile one. */
export function scene(answers: Answers = {}, heights = 5, network = triangle) {
  const net = new SyncNet(network);
  const base = net.world.grow(net.world.start, heights);
  const node = net.add('node', { cut: base });
  const honest = net.add('honest', { cut: net.world.mine(base, 0) });
  const hostile = net.add('hostile', { cut: base, answers });
  return { net, world: net.world, base, node, honest, hostile };
}

export type Scene = ReturnType<typeof scene>;

export function send(
  { node }: Pick<Scene, 'node'>,
  from: SyncNode,
  cut: CutHashes,
  origin = from,
): void {
  node.sync.take(cut, { peer: origin.info, sender: from.key });
}

export async function expectHonestSync({ net, node, honest }: Scene): Promise<void> {
  net.push(honest, node);
  await net.time.advance(1000);
  expect(hashesOf(node.ledger.cut())).toEqual(hashesOf(honest.ledger.cut()));
  expect(node.faultsOf(honest)).toEqual([]);
}

/** Answers with blocks of a world that no ledger has. */
export function serving({ net }: Pick<Scene, 'net'>): Answers {
  const { world } = net;
  return {
    header: ({ chain, hash }) => {
      const found = world.tree(chain).get(hash);
      return found === undefined ? unknownThere : good(found);
    },
    headers: ({ chain, upper, minHeight, maxHeight, limit }) => {
      const items: BlockHeader[] = [];
      let at = world.tree(chain).get(upper[0]!);
      while (at !== undefined && at.height >= minHeight && items.length < Math.min(limit, 20)) {
        if (at.height <= maxHeight) items.push(at);
        at = world.tree(chain).get(at.parent);
      }
      return at === undefined && items.length === 0 ? unknownThere : good(items);
    },
    payload: (hash) => {
      const found = world.payload(hash);
      return found === undefined ? unknownThere : good(found);
    },
  };
}

export function hostileWith(at: Scene, name: string, answers: Answers): SyncNode {
  return at.net.add(name, { answers: { ...serving(at), ...answers } });
}
