// `pact chain genesis`.

import { toBase64Url } from '../../base/base64url.ts';
import { encodeHeader } from '../../chain/model/header.ts';
import { genesisHeader } from '../../chain/rules/genesis.ts';
import { chainsOf, type Network } from '../../chain/rules/network.ts';
import { exitStatus, type ExitStatus } from '../exit-status.ts';
import { fail } from '../fail.ts';
import { writeLine } from '../output.ts';
import { findNetwork } from './find-network.ts';
import { codeText, table } from './text.ts';

export function showGenesis(operand: string, { isJson }: { readonly isJson: boolean }): ExitStatus {
  const network = findNetwork(operand);
  if (!network.ok) return fail(network.fault);
  const blocks = genesisBlocks(network.value);
  writeLine(isJson ? JSON.stringify(blocks, undefined, 2) : genesisText(network.value, blocks));
  return exitStatus.success;
}

type GenesisBlock = {
  readonly chain: number;
  readonly height: number;
  readonly hash: string;
  readonly payloadHash: string;
  /** The bytes, as nodes send headers. */
  readonly header: string;
};

function genesisBlocks(network: Network): readonly GenesisBlock[] {
  return chainsOf(network).flatMap((chain) => {
    const header = genesisHeader(network, chain);
    if (header === undefined) return [];
    return {
      chain,
      height: header.height,
      hash: toBase64Url(header.hash),
      payloadHash: toBase64Url(header.payloadHash),
      header: toBase64Url(encodeHeader(header)),
    };
  });
}

function genesisText({ name, code }: Network, blocks: readonly GenesisBlock[]): string {
  const rows = blocks.map(({ chain, height, hash, payloadHash, header }) =>
    [
      `chain ${chain}, height ${height}`,
      table([
        ['hash', hash],
        ['payload', payloadHash],
        ['header', header],
      ]),
    ].join('\n'),
  );
  return [`${name}, code ${codeText(code)}`, ...rows].join('\n\n');
}
