// The transactions of the first block of development networks as they are sent, from the table of stdlib/genesis. They have
// no signatures. Their hash is that of their text.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { commandHash, encodePayload, encodePublicMeta } from '../../src/chain/command/index.ts';
import { emptyPublicMeta, type Payload, type PublicMeta } from '../../src/chain/command/index.ts';
import { placeOfText } from '../../src/chain/command/fields.ts';
import { decodeStable, unit, type PactValue } from '../../src/lang/session/run.ts';

const folder = 'stdlib/genesis';

/** An entry of development.json. */
type Entry = {
  readonly nonce: string;
  /** Files that are joined into one code. */
  readonly files: readonly string[];
  readonly data?: object;
  /** The chains that run it; all chains if absent. */
  readonly chains?: readonly string[];
};

export function genesisTransactions(isOf: 'chain 0' | 'other chains'): string {
  const { transactions } = JSON.parse(readFileSync(join(folder, 'development.json'), 'utf8')) as {
    readonly transactions: readonly Entry[];
  };
  const chosen = transactions.filter(({ chains }) => isOf === 'chain 0' || chains === undefined);
  // All members are strings, so JSON loses nothing.
  return `${JSON.stringify(chosen.map(transactionOf), undefined, 2)}
`;
}

function transactionOf({ nonce, files, data }: Entry): object {
  const code = files.map((path) => readFileSync(join(folder, path), 'utf8')).join('\n');
  const payload: Payload<PublicMeta> = {
    networkId: undefined,
    message: { kind: 'exec', code, data: data === undefined ? unit : valueOf(data) },
    signers: [],
    verifiers: undefined,
    meta: { ...emptyPublicMeta, ttl: 172_800n },
    nonce,
  };
  const cmd = encodePayload(payload, encodePublicMeta);
  return { hash: commandHash(cmd), sigs: [], cmd };
}

const valueOf = (data: object): PactValue =>
  decodeStable(placeOfText(JSON.stringify(data), 'the data').any);
