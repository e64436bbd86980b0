// `pact chain genesis`.

import { toBase64Url } from '../../../base/base64url.ts';
import { encodeHeader } from '../../../chain/model/header.ts';
import { type Network, chainsOf, genesisHeader } from '../../../chain/rules/network.ts';
import { payloadToJson } from '../../../chain/model/payload-json.ts';
import { printJson } from '../../../base/json.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { writeLine } from '../output.ts';
import { findNetwork, type FoundNetwork } from './find-network.ts';
import { codeText, table } from './text.ts';

export async function showGenesis(
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
