// What a node says of itself: its network, its chains with their first heights, and its cut.
// Source: interface reference, sections 1.1 and 1.10.

import { toBase64Url } from '../../base/base64url.ts';
import { isJsonArray, isJsonNumber, naturalOf, type JsonValue } from '../../base/json.ts';
import { cutHashesFromJson } from '../../chain/model/cut-json.ts';
import { ExportError } from './export-error.ts';
import { exportLimits } from './limits.ts';
import type { Service } from './service.ts';

export type NodeInfo = {
  /** The name of the network. */
  readonly network: string;
  /** Where the paths of the network begin: `/multichain/0.0/development`. */
  readonly path: string;
  /** The height of the first block of each chain; chains that are not listed begin at 0. */
  readonly firstHeights: ReadonlyMap<number, number>;
};

/** The newest block of a chain. */
export type Head = { readonly height: number; readonly hash: string };

export type Heads = ReadonlyMap<number, Head>;

/** The product words of wire names, in the order in which they are tried. */
const words = ['multichain', 'chainweb'];

export async function readInfo(service: Service): Promise<NodeInfo> {
  const asked = { method: 'GET', path: '/info', maxBytes: exportLimits.smallAnswerBytes } as const;
  const info = await service.object(asked);
  const network = info.get('nodeVersion');
  if (typeof network !== 'string' || !/^[\w.-]{1,64}$/.test(network)) {
    throw service.wrong(asked, 'the answer names no network. Is it the service port of a node?');
  }
  const firstHeights = firstHeightsIn(info.get('nodeGenesisHeights'));
  for (const word of words) {
    const path = `/${word}/0.0/${network}`;
    const answer = await service.ask({ ...asked, path: `${path}/cut` });
    if (answer.kind === 'answer' && answer.status === 200) return { network, path, firstHeights };
  }
  throw new ExportError('unavailable', `${service.address} has no cut of the network ${network}`);
}

function firstHeightsIn(value: JsonValue | undefined): ReadonlyMap<number, number> {
  const heights = new Map<number, number>();
  if (value === undefined || !isJsonArray(value)) return heights;
  for (const pair of value) {
    const [chain, height] = isJsonArray(pair) ? pair : [];
    if (typeof chain !== 'string' || height === undefined || !isJsonNumber(height)) continue;
    const first = naturalOf(height, Number.MAX_SAFE_INTEGER);
    if (/^\d{1,9}$/.test(chain) && first !== undefined) heights.set(Number(chain), first);
  }
  return heights;
}

export async function readHeads(service: Service, { path, network }: NodeInfo): Promise<Heads> {
  const asked = {
    method: 'GET',
    path: `${path}/cut`,
    maxBytes: exportLimits.smallAnswerBytes,
  } as const;
  const cut = cutHashesFromJson(await service.json(asked));
  if (!cut.ok) throw service.wrong(asked, cut.fault);
  const { instance, hashes } = cut.value;
  if (instance !== network) throw service.wrong(asked, `it is a cut of the network ${instance}`);
  const heads = new Map<number, Head>();
  for (const [chain, { height, hash }] of hashes) {
    if (height > Number.MAX_SAFE_INTEGER) throw service.wrong(asked, `a height is ${height}`);
    heads.set(chain, { height: Number(height), hash: toBase64Url(hash) });
  }
  return heads;
}
