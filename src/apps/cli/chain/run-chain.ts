// `pact chain`: reads headers, payloads, proofs, networks and blocks from files and shows them.

import type { Given } from '../commands/define.ts';
import { exitStatus, type ExitStatus, fail } from '../exit.ts';
import { showHeaders } from './show-headers.ts';
import { showPayloads } from './show-payloads.ts';
import { showProof } from './show-proofs.ts';
import { toBase64Url } from '../../../base/base64url.ts';
import { word256Text } from '../../../chain/model/binary.ts';
import { genesisHeader, chainsOf, type Network } from '../../../chain/rules/network.ts';
import type { ForkPosition } from '../../../chain/rules/forks.ts';

import { knownNetworks } from '../../../chain/rules/networks/index.ts';
import { writeLine } from '../output.ts';
import { findNetwork, type FoundNetwork } from './networks.ts';
import { codeText, table, timeText } from './text.ts';
import { encodeHeader } from '../../../chain/model/header.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import { printJson } from '../../../base/json.ts';

export async function runChain(given: Given): Promise<ExitStatus> {
  const [action = '', ...operands] = given.operands;
  const options = { isJson: given.has('json'), network: given.values('network').at(-1) };
  switch (action) {
    case 'header':
      return await showHeaders(operands, options);
    case 'payload':
      return showPayloads(operands, options);
    case 'genesis':
      return await showGenesis(operands[0] ?? '', options);
    case 'proof':
      return showProof(operands, options);
    case 'network':
      return await showNetworks(operands[0], options);
    case 'replay':
      // Loads the language.
      return await (await import('./replay-blocks.ts')).replayFiles(operands, options);
    default:
      return exitStatus.misuse;
  }
}

/** `pact chain network`. */
async function showNetworks(
  name: string | undefined,
  { isJson }: { readonly isJson: boolean },
): Promise<ExitStatus> {
  if (name === undefined) {
    const lines = knownNetworks.map((each) => `${each.name.padEnd(14)} ${summary(each)}`);
    const rows = knownNetworks.map((each) => ({ name: each.name, code: each.code }));
    writeLine(isJson ? JSON.stringify(rows, undefined, 2) : lines.join('\n'));
    return exitStatus.success;
  }
  const found = await findNetwork(name);
  if (!found.ok) return fail(found.fault);
  const { network } = found.value;
  writeLine(isJson ? JSON.stringify(networkJson(network), undefined, 2) : networkText(network));
  return exitStatus.success;
}

function summary(network: Network): string {
  const { length } = chainsOf(network);
  const work = network.isPowDisabled ? 'no proof of work' : 'proof of work';
  return `${codeText(network.code)}  ${length} chains, ${work}, since ${timeText(network.genesis.time)}`;
}

function networkText(network: Network): string {
  const { genesis } = network;
  const graphs = network.graphs.map(({ from, graph }): readonly [string, string] => [
    `from height ${from}`,
    `${graph.order} chains, ${graph.degree} neighbours each, diameter ${graph.diameter}`,
  ]);
  const forks = Object.entries(network.forks).map(([name, position]): readonly [string, string] => [
    name,
    typeof position === 'function'
      ? chainsOf(network)
          .map((chain) => `${chain}: ${positionText(position(chain))}`)
          .join(', ')
      : positionText(position),
  ]);
  const blocks = chainsOf(network).map((chain): readonly [string, string] => {
    const header = genesisHeader(network, chain);
    const target = word256Text(genesis.target(chain));
    return [`chain ${chain}`, `${toBase64Url(header?.hash ?? new Uint8Array())}  target ${target}`];
  });
  return [
    `${network.name}, code ${codeText(network.code)}`,
    table([
      ['began', timeText(genesis.time)],
      ['block delay', `${network.blockDelay / 1_000_000n} s`],
      ['difficulty window', `${network.window} blocks`],
      ['proof of work', network.isPowDisabled ? 'not required' : 'required'],
      ['highest fork number', String(network.maxForkNumber)],
    ]),
    `Graphs\n${table(graphs)}`,
    `First blocks\n${table(blocks)}`,
    `Forks\n${table(forks)}`,
  ].join('\n\n');
}

function positionText(position: ForkPosition): string {
  switch (position.kind) {
    case 'genesis':
      return 'from the first block';
    case 'height':
      return `height ${position.height}`;
    case 'fork-number':
      return `fork number ${position.forkNumber}`;
    case 'never':
      return 'never';
  }
}

function networkJson(network: Network): unknown {
  const forks = Object.entries(network.forks).map(([name, position]): [string, unknown] => [
    name,
    typeof position === 'function' ? chainsOf(network).map(position) : position,
  ]);
  return {
    name: network.name,
    code: network.code,
    genesisTime: Number(network.genesis.time),
    blockDelay: Number(network.blockDelay),
    window: network.window,
    isPowDisabled: network.isPowDisabled,
    maxForkNumber: network.maxForkNumber,
    graphs: network.graphs.map(({ from, graph }) => ({ from, neighbours: graph.neighbours })),
    genesis: chainsOf(network).map((chain) => ({
      chain,
      hash: toBase64Url(genesisHeader(network, chain)?.hash ?? new Uint8Array()),
      payloadHash: toBase64Url(network.genesis.payloadHash(chain)),
      target: word256Text(network.genesis.target(chain)),
    })),
    forks: Object.fromEntries(forks),
  };
}

/** `pact chain genesis`. */
async function showGenesis(
  operand: string,
  { isJson }: { readonly isJson: boolean },
): Promise<ExitStatus> {
  const found = await findNetwork(operand);
  if (!found.ok) return fail(found.fault);
  const blocks = genesisBlocks(found.value);
  writeLine(
    isJson ? JSON.stringify(blocks, undefined, 2) : genesisText(found.value.network, blocks),
  );
  return exitStatus.success;
}

type GenesisBlock = {
  readonly chain: number;
  readonly height: number;
  readonly hash: string;
  readonly payloadHash: string;
  /** The bytes in the format in which nodes send headers. */
  readonly header: string;
  /** With outputs, in the format of nodes; absent if only its hash is known. */
  readonly payload?: unknown;
  readonly transactions?: number;
};

function genesisBlocks({ network, firstPayloads }: FoundNetwork): readonly GenesisBlock[] {
  return chainsOf(network).flatMap((chain) => {
    const header = genesisHeader(network, chain);
    if (header === undefined) return [];
    const payload = firstPayloads.get(chain);
    return {
      chain,
      height: header.height,
      hash: toBase64Url(header.hash),
      payloadHash: toBase64Url(header.payloadHash),
      header: toBase64Url(encodeHeader(header)),
      ...(payload !== undefined && {
        transactions: payload.transactions.length,
        payload: JSON.parse(printJson(payloadToJson(payload))) as unknown,
      }),
    };
  });
}

function genesisText({ name, code }: Network, blocks: readonly GenesisBlock[]): string {
  const rows = blocks.map(({ chain, height, hash, payloadHash, header, transactions }) =>
    [
      `chain ${chain}, height ${height}`,
      table([
        ['hash', hash],
        ['payload', payloadHash],
        ...(transactions === undefined
          ? []
          : [['transactions', String(transactions)] satisfies [string, string]]),
        ['header', header],
      ]),
    ].join('\n'),
  );
  return [`${name}, code ${codeText(code)}`, ...rows].join('\n\n');
}
