// Finds the network of a node with the content of its first blocks, from which the state is built.

import { fileURLToPath } from 'node:url';
import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { type PayloadWithOutputs, wrongHashes } from '../../../chain/model/payload.ts';
import { chainsOf } from '../../../chain/rules/network.ts';
import {
  development,
  emptyGenesisPayload,
  testSingleton,
} from '../../../chain/rules/networks/development.ts';
import {
  executeFirstBlock,
  findNetwork,
  type FirstBlockMemo,
  type FoundNetwork,
} from '../chain/networks.ts';
import { isJsonObject, type JsonValue, printJson } from '../../../base/json.ts';
import { readJson } from '../../../base/json-reader.ts';
import { payloadFromJson, payloadToJson } from '../../../chain/model/payload-json.ts';
import { utf8 } from '../../../base/bytes.ts';
import { discard, replaceFile } from '../../../base/platform/disk/files.ts';
import { readSourceFile } from '../files.ts';
import { firstTransactions } from '../devnet/first-transactions.ts';
import { packageVersion } from '../package.ts';

/** Faults are sentences. `follow`: a node that follows headers needs no content of first blocks. */
export async function networkOfNode(
  operand: string,
  data: string | undefined,
  follow: 'everything' | 'headers' = 'everything',
): Promise<Result<FoundNetwork, string>> {
  const memo = data === undefined ? undefined : new KeptFirstBlocks(data);
  const found =
    operand === development.name ? await developmentOfStdlib() : await findNetwork(operand, memo);
  if (found.ok) memo?.keep();
  if (!found.ok) return found;
  const { network, firstPayloads } = found.value;
  if (operand === testSingleton.name) {
    return good({ network, firstPayloads: new Map([[0, emptyGenesisPayload()]]) });
  }
  const missing = chainsOf(network).find((chain) => !firstPayloads.has(chain));
  if (missing === undefined || follow === 'headers') return found;
  return bad(
    `only the hash of the first block of chain ${missing} of ${network.name} is known, but a node must execute the block: ` +
      'use a network file that has its payload or its transactions (docs/networks.md), or set follow to headers',
  );
}

/** Returns the development network, built from the contracts of stdlib, as in `pact devnet`. */
async function developmentOfStdlib(): Promise<Result<FoundNetwork, string>> {
  const target = development.genesis.target(0);
  const network = { ...development, genesis: { ...development.genesis, target: () => target } };
  const folder = fileURLToPath(new URL('../stdlib/genesis', import.meta.url));
  const transactions = firstTransactions(folder);
  if (!transactions.ok) return transactions;
  const firstPayloads = new Map<ChainId, PayloadWithOutputs>();
  const { first, others } = transactions.value;
  const made = new Map<readonly Uint8Array[], PayloadWithOutputs>();
  for (const chain of chainsOf(network)) {
    const own = chain === 0 ? first : others;
    const known = made.get(own);
    const payload =
      known === undefined ? await executeFirstBlock(network, chain, own) : good(known);
    if (!payload.ok) return payload;
    made.set(own, payload.value);
    firstPayloads.set(chain, payload.value);
  }
  const payloadHash = (chain: ChainId) => {
    const payload = firstPayloads.get(chain) ?? emptyGenesisPayload();
    return payload.payloadHash;
  };
  return good({
    network: { ...network, genesis: { ...network.genesis, payloadHash } },
    firstPayloads,
  });
}

/**
 * Keeps the results of first blocks that a network file gives as transactions: executing them would take most of the
 * time of a start. The key contains everything that they depend on, including the version of this program.
 */
class KeptFirstBlocks implements FirstBlockMemo {
  private readonly path: string;
  private readonly payloads = new Map<string, JsonValue>();
  private hasNew = false;

  /** `folder`: the data folder of the node; an unreadable file in it counts as missing. */
  constructor(folder: string) {
    this.path = join(folder, 'first-blocks.json');
    const file = readSourceFile(this.path);
    const json = file.kind === 'text' ? readJson(file.text) : undefined;
    if (json?.kind !== 'value' || !isJsonObject(json.value)) return;
    for (const [key, payload] of json.value) this.payloads.set(key, payload);
  }

  get(parts: readonly string[]): PayloadWithOutputs | undefined {
    const json = this.payloads.get(keyOf(parts));
    const payload = json === undefined ? undefined : payloadFromJson(json);
    if (payload?.ok !== true || payload.value.kind !== 'with-outputs') return undefined;
    return wrongHashes(payload.value).length === 0 ? payload.value : undefined;
  }

  set(parts: readonly string[], payload: PayloadWithOutputs): void {
    this.payloads.set(keyOf(parts), payloadToJson(payload));
    this.hasNew = true;
  }

  /** Writes the results. If that fails, the next start executes the blocks again. */
  keep(): void {
    if (!this.hasNew) return;
    const part = `${this.path}.new`;
    replaceFile(this.path, part, utf8(printJson(this.payloads)));
    discard(part);
  }
}

function keyOf(parts: readonly string[]): string {
  const hash = createHash('sha256').update(packageVersion);
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest('hex');
}
