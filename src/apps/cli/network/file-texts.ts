// The texts of the files of a new network: the network itself, and the configuration of each node.

import { yamlText } from '../../../base/config/write-yaml.ts';
import { graphNameOf } from '../../../chain/graph/chain-graph.ts';
import type { PeerId } from '../../../p2p/address/peer-info.ts';
import { peerText } from '../../../p2p/address/peer-text.ts';
import { codeText } from '../chain/text.ts';
import { isLocal, type NetworkPlan, type NodePlan, reservedRanges } from './plan-network.ts';

export const fileNames = {
  network: 'network.yaml',
  firstBlock: 'first-block.json',
  account: 'account.yaml',
  node: 'node.yaml',
  identity: 'identity',
} as const;

/** Nonces that a thread of a node tries in a second. The difficulty adjusts to what the miners really do. */
const noncesPerSecond = 2_000_000;

export type NetworkNumbers = { readonly code: number; readonly genesisMs: number };

/** `withBlock`: whether to name the file of the first block, which must have been executed before. */
export function networkFileText(
  plan: NetworkPlan,
  { code, genesisMs }: NetworkNumbers,
  { withBlock }: { readonly withBlock: boolean },
): string {
  const { name, chains, blockTimeMs, isProven, isDevelopment } = plan;
  const last = chains === 1 ? '0' : `0-${chains - 1}`;
  const payload = withBlock ? `, payload: ${fileNames.firstBlock}` : '';
  return [
    `# A network that pact network new has made. Every node needs a copy of this file and of ${fileNames.firstBlock}, unchanged:`,
    '# docs/networks.md explains each member.',
    `name: ${name}`,
    `code: ${codeText(code)}`,
    `graphs: ${graphNameOf(chains) ?? 'singleton'}`,
    `blockDelay: ${blockTimeMs % 1000 === 0 ? `${blockTimeMs / 1000}s` : `${blockTimeMs}ms`}`,
    `proofOfWork: ${isProven}`,
    'firstEpochFromBlockOne: true',
    ...(isDevelopment ? ['verifiers: [allow, hyperlane_v3_message, signed_list]'] : []),
    'genesis:',
    `  time: ${new Date(genesisMs).toISOString().replace(/\.\d+Z$/, 'Z')}`,
    '  chains:',
    `    - { chains: ${last}, target: ${targetText(plan)}${payload} }`,
    '',
  ].join('\n');
}

/** Chains share the work of the miners. */
function targetText({ isProven, nodes, blockTimeMs, chains }: NetworkPlan): string {
  const miners = nodes.filter(({ isMining }) => isMining).length;
  const nonces = (Math.max(miners, 1) * noncesPerSecond * blockTimeMs) / 1000 / chains;
  return isProven ? `easiest / ${Math.max(1, Math.round(nonces))}` : 'easiest';
}

/** `ids`: by the name of the node. */
export function nodeFileText(
  plan: NetworkPlan,
  node: NodePlan,
  { ids, minerKey }: { readonly ids: ReadonlyMap<string, PeerId>; readonly minerKey: string },
): string {
  const others = plan.nodes.filter((each) => each !== node);
  const friends = others.map((each) => peerText({ id: ids.get(each.name), address: each.address }));
  const list = (key: string, items: readonly string[]): readonly string[] =>
    items.length === 0 ? [] : [`  ${key}:`, ...items.map((item) => `    - ${yamlText(item)}`)];
  return [
    `# ${node.name} of ${plan.name}. docs/node.md lists every key, docs/operations.md says more of peers.`,
    `network: ../${fileNames.network}`,
    'data: data',
    'service:',
    `  port: ${node.servicePort}`,
    '  aliases: [chainweb]',
    'p2p:',
    `  host: ${isLocal(plan) ? node.address.host : '0.0.0.0'}`,
    `  port: ${node.address.port}`,
    `  announce: ${yamlText(node.address.host)}`,
    `  identityFolder: ${fileNames.identity}`,
    // Nodes of a network without proof of work take blocks only from each other.
    `  private: ${!plan.isProven}`,
    // The first one starts when no other runs.
    "  bootstrapReachability: '0'",
    ...list('friends', friends),
    // Public networks do not use these addresses.
    ...list('testRanges', reservedRanges(plan)),
    ...(node.isMining ? ['mining:', '  enabled: true', `  keys: [${minerKey}]`] : []),
    '',
  ].join('\n');
}
