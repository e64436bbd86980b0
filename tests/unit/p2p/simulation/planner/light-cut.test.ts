// The joins of the planner are those of the chain: the same blocks, once without contents and once as real headers.

import { expect, test } from 'vitest';
import { SeededRandom } from '../../../../../src/base/ports/random.ts';
import {
  extendCut,
  extensionOf,
  genesisCut,
  type Cut,
} from '../../../../../src/chain/choice/cut.ts';
import { joinCuts } from '../../../../../src/chain/choice/join.ts';
import { knownGraphs } from '../../../../../src/chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../../../../src/chain/model/header.ts';
import {
  earliestTime,
  headerAbove,
  withNonce,
} from '../../../../../src/chain/rules/next-header.ts';
import { toHex } from '../../../../../src/base/bytes.ts';
import { simulatedNetwork } from '../../../../../src/p2p/simulation/chain/simulated-network.ts';
import {
  adjacentsAbove,
  firstLightCut,
  headOf,
  isMinable,
  joinLightCuts,
  type LightBlock,
  type LightCut,
} from '../../../../../src/p2p/simulation/planner/light-cut.ts';

type Side = { readonly light: LightCut; readonly real: Cut };

/** The first bytes of a hash decide as the whole does. */
const rankOf = (hash: Hash): number =>
  hash.subarray(0, 6).reduce((sum, each) => sum * 256 + each, 0);

test.each(['triangle', 'petersen'] as const)('on %s', (name) => {
  const graph = knownGraphs[name];
  const network = simulatedNetwork({ graph, blockMs: 1000, startDateMs: 0 });
  let merges = 0;
  for (let seed = 0; seed < 60; seed++) {
    const random = new SeededRandom(seed);
    const known = new Map<string, BlockHeader>();
    const first = genesisCut(network);
    for (const header of first.heads.values()) known.set(toHex(header.hash), header);
    const light = firstLightCut(graph).map((block, chain) => {
      const hash = first.heads.get(chain)?.hash;
      return { ...block, rank: hash === undefined ? 0 : rankOf(hash) };
    });
    const find = (hash: Hash): BlockHeader => known.get(toHex(hash)) as BlockHeader;
    const mine = ({ light: cut, real }: Side): Side => {
      const chains = cut.flatMap(({ chain }) => (isMinable(graph, cut, chain) ? [chain] : []));
      const chain = chains[random.below(chains.length)] as number;
      const { parent, adjacents } = extensionOf(real, chain)!;
      const adjacentParents = adjacents.map(({ hash }) => find(hash));
      const creationTime = earliestTime({ parent, adjacentParents });
      const { payloadHash } = parent;
      const block = { parent, adjacents, adjacentParents, payloadHash, creationTime };
      const header = withNonce(headerAbove(network, block), BigInt(random.bits()));
      known.set(toHex(header.hash), header);
      const above: LightBlock = {
        chain,
        height: header.height,
        parent: headOf(cut, chain),
        adjacents: adjacentsAbove(graph, cut, chain),
        miner: 0,
        atMs: 0,
        rank: rankOf(header.hash),
      };
      return { light: cut.with(chain, above), real: extendCut(real, header)! };
    };
    let sides: readonly Side[] = [0, 1].map(() => ({ light, real: first }));
    for (let step = 0; step < 24; step++) {
      if (random.below(6) > 0) {
        const which = random.below(2);
        sides = sides.map((side, at) => (at === which ? mine(side) : side));
        continue;
      }
      const [one, other] = sides as readonly [Side, Side];
      const joined = joinLightCuts(graph, one.light, other.light);
      const real = joinCuts(() => ({ get: find }), one.real, other.real)!;
      expect(joined.map(({ rank }) => rank)).toEqual(
        [...real.heads.values()].map(({ hash }) => rankOf(hash)),
      );
      if (joined !== one.light && joined !== other.light) merges++;
      sides = sides.map(() => ({ light: joined, real }));
    }
  }
  expect(merges).toBeGreaterThan(10);
});
