// Finds a network by its name, or reads it from a file.

import { dirname, resolve } from 'node:path';
import { similarNames } from '../../../base/prose.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import type { PayloadWithOutputs } from '../../../chain/model/payload.ts';
import type { Network } from '../../../chain/rules/network.ts';
import { describeNetwork } from '../../../chain/rules/network-file/describe-network.ts';
import { knownNetworks, networkNamed } from '../../../chain/rules/networks/index.ts';
import { readNetworkText } from '../../../base/config/network-file.ts';
import { readSourceFile } from '../files.ts';
import { firstPayloads, type FirstBlockMemo } from './first-payloads.ts';
import { readOperand } from './read-operand.ts';

export type FoundNetwork = {
  readonly network: Network;
  /** The payloads of first blocks, for chains where more than the hash is known. */
  readonly firstPayloads: ReadonlyMap<ChainId, PayloadWithOutputs>;
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

/** Paths in the file are relative to its folder. */
async function readNetworkFile(
  path: string,
  memo: FirstBlockMemo | undefined,
): Promise<Result<FoundNetwork, string>> {
  const text = readOperand(path);
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
  const found = await firstPayloads(described.value, file, memo && { memo, text: text.value });
  return found.ok ? found : bad(`${path}: ${found.fault}`);
}

function placed(
  path: string,
  { line, column }: { readonly line: number; readonly column: number },
  message: string,
): string {
  return `${path}:${line}:${column}: ${message}`;
}
