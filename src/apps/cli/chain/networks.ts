// Finds a network by its name, or reads it from a file.

import { dirname, resolve } from 'node:path';
import { similarNames } from '../../../base/prose.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { type PayloadWithOutputs, wrongHashes } from '../../../chain/model/payload.ts';
import type { Network } from '../../../chain/rules/network.ts';
import {
  describeNetwork,
  type GenesisSource,
  type NetworkDescription,
} from '../../../chain/rules/network-file/describe-network.ts';
import { knownNetworks, networkNamed } from '../../../chain/rules/networks/index.ts';
import { readNetworkText } from '../../../base/config/network-file.ts';
import { readSourceFile } from '../files.ts';
import { chainRoom } from '../stack-size.ts';
import { parseJson, readOperand } from './read-files.ts';
import type { Hash } from '../../../chain/model/header.ts';
import { payloadFromJson } from '../../../chain/model/payload-json.ts';
import { readTransactions } from '../../../chain/model/transaction-json.ts';
import { emptyGenesisPayload } from '../../../chain/rules/networks/development.ts';

export type FoundNetwork = {
  readonly network: Network;
  /** The payloads of first blocks, for chains where more than the hash is known. */
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
  /** The text of the file that describes it; `undefined`: it was found by its name. */
  readonly text?: string;
};

/** `name`: a name, or the path of a file (with a dot or a slash, or `-`). Faults are sentences. */
export async function findNetwork(
  operand: string,
  memo?: FirstBlockMemo,
): Promise<Result<FoundNetwork, string>> {
  const known = networkNamed(operand);
  if (known !== undefined) return good({ network: known, firstPayloads: new Map() });
  return /[./\\]|^-$/.test(operand)
    ? await readNetworkFile(operand, memo)
    : bad(unknownNetwork(operand));
}

function unknownNetwork(name: string): string {
  const names = knownNetworks.map((each) => each.name);
  const [similar] = similarNames(name, names);
  const hint = similar === undefined ? '' : `; did you mean ${similar}?`;
  return `no network is named ${name}${hint} Known: ${names.join(', ')}. For a file, write a path with a dot or a slash`;
}

/** Returns a network whose first payloads have no hashes. `text`: that of the file, if it was read already. */
export function networkRules(operand: string, text?: string): Result<Network, string> {
  const known = networkNamed(operand);
  if (known !== undefined) return good(known);
  const described = describedIn(operand, text);
  if (!described.ok) return described;
  return good(described.value.description.complete(() => new Uint8Array(32)));
}

async function readNetworkFile(
  path: string,
  memo: FirstBlockMemo | undefined,
): Promise<Result<FoundNetwork, string>> {
  const described = describedIn(path);
  if (!described.ok) return described;
  const { description, file, text } = described.value;
  const found = await firstPayloads(description, file, memo && { memo, text });
  return found.ok ? good({ ...found.value, text }) : bad(`${path}: ${found.fault}`);
}

type DescribedFile = {
  readonly description: NetworkDescription;
  readonly file: ReadFile;
  readonly text: string;
};

/** Paths in the file are relative to its folder. */
function describedIn(path: string, known?: string): Result<DescribedFile, string> {
  const text = known === undefined ? readOperand(path) : good(known);
  if (!text.ok) return bad(`${path}: ${text.fault}`);
  const read = readNetworkText(text.value);
  if (!read.ok) {
    const lines = read.fault.map(({ message, place }) => placed(path, place, message));
    return bad(lines.join('\n'));
  }
  const folder = dirname(path);
  const file = (name: string): Result<string, string> => {
    const answer = readSourceFile(resolve(folder, name));
    return answer.kind === 'text' ? good(answer.text) : bad(answer.reason);
  };
  const { value, placeOf } = read.value;
  const described = describeNetwork(value, { file });
  if (!described.ok) {
    const lines = described.fault.map(({ path: member, message }) =>
      placed(path, placeOf(member), member === '' ? `the file ${message}` : `${member} ${message}`),
    );
    return bad(lines.join('\n'));
  }
  return good({ description: described.value, file, text: text.value });
}

function placed(
  path: string,
  { line, column }: { readonly line: number; readonly column: number },
  message: string,
): string {
  return `${path}:${line}:${column}: ${message}`;
}

// Reads the first block of each chain of a network file: a hash, a payload from a file, or transactions to execute.

/** Remembers first blocks that were executed before. `parts`: everything that they depend on. */
export interface FirstBlockMemo {
  get(parts: readonly string[]): PayloadWithOutputs | undefined;
  set(parts: readonly string[], payload: PayloadWithOutputs): void;
}

/** `text`: the text of the network file. */
type RememberedBlocks = { readonly memo: FirstBlockMemo; readonly text: string };

type ReadFile = (name: string) => Result<string, string>;

/** The known data of a first block. */
type First =
  | { readonly kind: 'hash'; readonly payloadHash: Hash }
  | { readonly kind: 'payload'; readonly payload: PayloadWithOutputs };

async function firstPayloads(
  description: NetworkDescription,
  file: ReadFile,
  remembered?: RememberedBlocks,
): Promise<Result<FoundNetwork, string>> {
  const hashes = new Map<ChainId, Hash>();
  const payloads = new Map<ChainId, PayloadWithOutputs>();
  const complete = () => description.complete((chain) => hashes.get(chain) ?? new Uint8Array(32));
  for (const chain of description.chains) {
    const first = await firstOf(description.genesisSource(chain), {
      chain,
      complete,
      file,
      remembered,
    });
    if (!first.ok) return bad(`the first block of chain ${chain}: ${first.fault}`);
    const { value } = first;
    if (value.kind === 'payload') payloads.set(chain, value.payload);
    hashes.set(chain, value.kind === 'payload' ? value.payload.payloadHash : value.payloadHash);
  }
  return good({ network: complete(), firstPayloads: payloads });
}

type Place = {
  readonly chain: ChainId;
  readonly complete: () => Network;
  readonly file: ReadFile;
  readonly remembered: RememberedBlocks | undefined;
};

async function firstOf(source: GenesisSource, place: Place): Promise<Result<First, string>> {
  switch (source.kind) {
    case 'hash':
      return good(source);
    case 'empty':
      return good({ kind: 'payload', payload: emptyGenesisPayload() });
    case 'payload':
      return payloadIn(source.file, place.file);
    case 'transactions':
      return await executed(source.files, place);
  }
}

function payloadIn(name: string, file: ReadFile): Result<First, string> {
  const text = file(name);
  if (!text.ok) return bad(`${name}: ${text.fault}`);
  const json = parseJson(text.value);
  const payload = json.ok ? payloadFromJson(json.value) : json;
  if (!payload.ok) return bad(`${name}: ${payload.fault}`);
  const { value } = payload;
  const [wrong] = wrongHashes(value);
  if (wrong !== undefined) return bad(`${name}: ${wrong} does not match the content`);
  if (value.kind === 'data') return good({ kind: 'hash', payloadHash: value.payloadHash });
  return good({ kind: 'payload', payload: value });
}

async function executed(
  files: readonly string[],
  { chain, complete, file, remembered }: Place,
): Promise<Result<First, string>> {
  const transactions: Uint8Array[] = [];
  const parts = [remembered?.text ?? '', String(chain)];
  for (const name of files) {
    const text = file(name);
    const read = text.ok ? readTransactions(text.value) : text;
    if (!read.ok) return bad(`${name}: ${read.fault}`);
    transactions.push(...read.value);
    if (text.ok) parts.push(text.value);
  }
  const known = remembered?.memo.get(parts);
  if (known !== undefined) return good({ kind: 'payload', payload: known });
  const payload = await executeFirstBlock(complete(), chain, transactions);
  if (!payload.ok) return payload;
  remembered?.memo.set(parts, payload.value);
  return good({ kind: 'payload', payload: payload.value });
}

/** Executes the first block of a chain. The language is loaded only for networks that need it. */
export async function executeFirstBlock(
  network: Network,
  chain: ChainId,
  transactions: readonly Uint8Array[],
): Promise<Result<PayloadWithOutputs, string>> {
  const { executionHost, makeGenesis } = await import('../../../chain/blocks/index.ts');
  const headers = { find: () => undefined, ancestor: () => undefined };
  const host = executionHost({ network, headers, ...chainRoom() });
  return makeGenesis(network, chain, { transactions, host });
}
