// The cut: the newest block of every chain.
// Source: interface reference, section 1.1.

import { ancestorAt } from '../../../chain/choice/header-tree.ts';
import { cutOf, type Cut } from '../../../chain/choice/cut.ts';
import { cutHashesOf } from '../../../chain/choice/cut-hashes.ts';
import type { BlockHeader } from '../../../chain/model/header.ts';
import { cutHashesToJson } from '../../../chain/model/cut-json.ts';
import type { Network } from '../../../chain/rules/network.ts';
import type { NodePort } from '../../port.ts';
import { pathsOf } from '../pages.ts';
import { json, jsonDoc, endpoint } from '../endpoint.ts';
import { ref } from '../json-schema.ts';
import { natural } from '../query.ts';

export const cutEndpoints = [
  endpoint({
    id: 'getCut',
    group: 'both',
    tag: 'cut',
    method: 'GET',
    path: '/{word}/0.0/{network}/cut',
    summary: 'Returns the newest block of every chain',
    query: {
      maxheight: natural('The greatest sum of heights: returns an older cut if needed.', {
        absent: undefined,
      }),
    },
    produces: ['application/json'],
    answers: { 200: jsonDoc('The cut.', ref('cut')) },
    run: ({ node }, { query: { maxheight } }) => {
      const cut = node.cut();
      const told = maxheight === undefined ? cut : limitedCut(node, cut, maxheight);
      return json(cutHashesToJson(cutHashesOf(told)));
    },
  }),
];

/** Returns the cut with no block above the average height that the sum allows. */
function limitedCut(node: NodePort, cut: Cut, greatestSum: number): Cut {
  const { network } = node;
  const max = averageHeight(network, greatestSum);
  const heads = new Map<number, BlockHeader>();
  for (const [id, head] of cut.heads) {
    const chain = node.chain(id);
    const found = chain && ancestorAt(pathsOf(chain), head, Math.min(max, head.height));
    // A chain that began above the height is not there yet.
    if (found !== undefined) heads.set(id, found);
  }
  return cutOf(network, heads);
}

/** Returns the greatest block height at which the heights of all chains add up to at most this sum. */
function averageHeight(network: Network, sum: number): number {
  const era = network.graphs.findLast(({ from, graph }) => sum / graph.order >= from);
  return era === undefined ? 0 : Math.floor(sum / era.graph.order);
}
