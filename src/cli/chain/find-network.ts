// Networks by name, or from a file that describes one.

import { dirname, resolve } from 'node:path';
import { similarNames } from '../../base/similar-names.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Hash } from '../../chain/model/header.ts';
import { wrongHashes } from '../../chain/model/payload.ts';
import { payloadFromJson } from '../../chain/model/payload-json.ts';
import type { Network } from '../../chain/rules/network.ts';
import {
  describeNetwork,
  type GenesisSource,
  type NetworkDescription,
} from '../../chain/rules/network-file/describe-network.ts';
import { knownNetworks, networkNamed } from '../../chain/rules/networks/index.ts';
import { emptyGenesisPayload } from '../../chain/rules/networks/test-singleton.ts';
import { readNetworkText } from '../../config/network-file.ts';
import { readSourceFile } from '../files.ts';
import { parseJson, readOperand } from './read-operand.ts';

/** A name, or the path of a file: one with a dot or a slash, or `-`. A fault is a sentence. */
export function findNetwork(operand: string): Result<Network, string> {
  const known = networkNamed(operand);
  if (known !== undefined) return good(known);
  return /[./\\]|^-$/.test(operand) ? readNetworkFile(operand) : bad(unknownNetwork(operand));
}

function unknownNetwork(name: string): string {
  const names = knownNetworks.map((each) => each.name);
  const [similar] = similarNames(name, names);
  const hint = similar === undefined ? '' : `; did you mean ${similar}?`;
  return `no network is named ${name}${hint} Known: ${names.join(', ')}. A file needs a dot or a slash in its path`;
}

/** Files that it names are found from its own folder. */
function readNetworkFile(path: string): Result<Network, string> {
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
  return withPayloads(path, described.value, file);
}

function placed(
  path: string,
  { line, column }: { readonly line: number; readonly column: number },
  message: string,
): string {
  return `${path}:${line}:${column}: ${message}`;
}

function withPayloads(
  path: string,
  description: NetworkDescription,
  file: (name: string) => Result<string, string>,
): Result<Network, string> {
  const hashes = new Map<number, Hash>();
  for (const chain of description.chains) {
    const hash = payloadHashOf(description.genesisSource(chain), file);
    if (!hash.ok) return bad(`${path}: the first block of chain ${chain}: ${hash.fault}`);
    hashes.set(chain, hash.value);
  }
  return good(description.complete((chain) => hashes.get(chain) ?? new Uint8Array(32)));
}

function payloadHashOf(
  source: GenesisSource,
  file: (name: string) => Result<string, string>,
): Result<Hash, string> {
  switch (source.kind) {
    case 'hash':
      return good(source.payloadHash);
    case 'empty':
      return good(emptyGenesisPayload().payloadHash);
    case 'payload':
      return hashOfPayloadFile(source.file, file);
    case 'transactions':
      return bad('this command cannot execute its transactions: give its payload or payloadHash');
  }
}

function hashOfPayloadFile(
  name: string,
  file: (name: string) => Result<string, string>,
): Result<Hash, string> {
  const text = file(name);
  if (!text.ok) return bad(`${name}: ${text.fault}`);
  const json = parseJson(text.value);
  const payload = json.ok ? payloadFromJson(json.value) : json;
  if (!payload.ok) return bad(`${name}: ${payload.fault}`);
  const [wrong] = wrongHashes(payload.value);
  if (wrong !== undefined) return bad(`${name}: ${wrong} does not follow from the content`);
  return good(payload.value.payloadHash);
}
