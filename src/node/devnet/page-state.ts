// The data of the status page: the newest blocks of every chain, and the newest transactions and events in them. All of
// it is bounded, however large the network and its transactions are.

import { toBase64Url } from '../../base/base64url.ts';
import { JsonNumber, type JsonObject, type JsonValue } from '../../base/json.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { decodeOutput, type StoredOutput } from '../../chain/model/output-json.ts';
import { graphAt } from '../../chain/rules/network.ts';
import { decodeStable, prettyValueText } from '../../lang/session/run.ts';
import type { NodePort } from '../port.ts';

/** The number of heights shown, the highest included. */
const mostHeights = 16;
const mostTransactions = 40;
const mostEvents = 60;
/** The most transactions shown of one chain at one height: a block may hold thousands. */
const mostOfBlock = 20;
/** The longest value shown, in characters. */
const mostText = 240;

type Shown = { readonly transactions: JsonValue[]; readonly events: JsonValue[] };

export function pageState(node: NodePort): JsonObject {
  const heads = [...node.cut().heads];
  const highest = Math.max(...heads.map(([, { height }]) => height));
  const lowest = Math.max(0, highest - mostHeights + 1);
  const shown: Shown = { transactions: [], events: [] };
  const blocks: JsonValue[] = [];
  for (let height = highest; height >= lowest; height--) {
    for (const [id] of heads) {
      const header = node.chain(id)?.headerAt(height);
      if (header !== undefined) blocks.push(blockJson(node, header, shown));
    }
  }
  const graph = graphAt(node.network, highest);
  return object({
    network: node.network.name,
    time: new Date(node.clock.dateMs()).toISOString(),
    highest: number(highest),
    chains: heads.map(([id, { height }]) =>
      object({
        id: number(id),
        height: number(height),
        pending: number(node.chain(id)?.pending() ?? 0),
        neighbours: graph.adjacentTo(id).map(number),
      }),
    ),
    blocks,
    ...shown,
  });
}

function blockJson(node: NodePort, header: BlockHeader, shown: Shown): JsonObject {
  const { chainId, height, hash, payloadHash, creationTime } = header;
  const payload = node.chain(chainId)?.payload(payloadHash, height);
  const transactions = payload?.transactions ?? [];
  for (const { output } of transactions.slice(0, mostOfBlock)) {
    if (shown.transactions.length >= mostTransactions) break;
    const decoded = decodeOutput(output);
    if (decoded.ok) show(chainId, height, decoded.value, shown);
  }
  return object({
    chain: number(chainId),
    height: number(height),
    hash: toBase64Url(hash),
    time: new Date(Number(creationTime / 1000n)).toISOString(),
    count: number(transactions.length),
  });
}

function show(
  chain: ChainId,
  height: number,
  { result, requestKey, gas, events }: StoredOutput,
  shown: Shown,
): void {
  const place = { chain: number(chain), height: number(height) };
  const text = result.status === 'success' ? shownValue(result.data) : result.error.message;
  shown.transactions.push(
    object({
      ...{ ...place, requestKey, status: result.status },
      ...{ gas: new JsonNumber(String(gas)), text: cut(text) },
    }),
  );
  for (const { name, module, params } of events) {
    if (shown.events.length >= mostEvents) return;
    const prefix = module.namespace === undefined ? '' : `${module.namespace}.`;
    shown.events.push(
      object({
        ...place,
        name: cut(`${prefix}${module.name}.${name}`),
        params: cut(params.map(shownValue).join(', ')),
      }),
    );
  }
}

/** Prints a value as the REPL does. */
const shownValue = (json: JsonValue): string => prettyValueText(decodeStable(json));

const number = (value: number): JsonNumber => new JsonNumber(String(value));
const object = (members: Readonly<Record<string, JsonValue>>): JsonObject =>
  new Map(Object.entries(members));
const cut = (text: string): string => {
  const characters = [...text.slice(0, 2 * mostText)];
  return characters.length > mostText ? `${characters.slice(0, mostText).join('')}...` : text;
};
