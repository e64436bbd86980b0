// The genesis transactions of real networks, from their signed text to the text of their results: module hashes, hashes of
// the transaction log, events, gas and transaction ids, byte for byte.

import { existsSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { fromBase64Url } from '../../../../src/base/base64url.ts';
import { decodeUtf8 } from '../../../../src/base/bytes.ts';
import {
  commandResult,
  encodeCommandResult,
  execute,
  publicDataOf,
  publicMeta,
  readCommand,
  standAlone,
  trustCommand,
  type Reading,
} from '../../../../src/chain/command/index.ts';
import { lineInfo, MemoryDatabase, type Database } from '../../../../src/lang/session/store.ts';
import { parseQualifiedName, TimeValue } from '../../../../src/lang/session/run.ts';
import { sqlState } from '../../../support/sql-js.ts';
import { skipped } from '../../../support/skipped.ts';

const vectors = new URL(
  '../../../../../shared/vectors/chainweb/genesis-payloads/',
  import.meta.url,
);

/** None of these transactions reads it. */
const genesisBlock = { height: 1n, time: new TimeValue(0n), previousHash: '' };

type Payload = { readonly transactions: readonly (readonly [string, string])[] };

const decoded = (text: string): string => decodeUtf8(fromBase64Url(text)!)!;

function valueOf<T>(reading: Reading<T>): T {
  if (!reading.ok) throw new Error(reading.fault.sentence);
  return reading.value;
}

const granted = ['coin.GENESIS', 'coin.COINBASE'].map((name) => ({
  name: parseQualifiedName(name)!,
  args: [],
}));

// The other genesis blocks available (mainnet01, testnet04, testnet06, recap-development) were made by Pact 4, whose results
// and logs have a different format: no implementation of Pact 5 reproduces them.
for (const name of ['Development0.json', 'Development1to19.json']) {
  const file = new URL(name, vectors);
  const stands = existsSync(file);
  const { transactions }: Payload = stands
    ? (JSON.parse(readFileSync(file, 'utf8')) as Payload)
    : { transactions: [] };

  describe.skipIf(!stands).each([
    ['memory', () => new MemoryDatabase({ info: lineInfo })],
    ['sql.js', () => sqlState({ info: lineInfo }).database],
  ])(`the genesis of ${name} on %s (vectors: ${skipped(!stands, 10)})`, (_, makeDatabase) => {
    const database: Database = makeDatabase();

    it('has nine transactions', () => {
      expect(transactions).toHaveLength(9);
    });

    it.each(transactions.map(([input, output]) => [decoded(input), decoded(output)] as const))(
      'transaction %#',
      (input, output) => {
        const command = valueOf(trustCommand(valueOf(readCommand(input)), { meta: publicMeta }));
        const execution = execute(command, {
          ...standAlone({ database, depthLimit: 1500 }),
          publicData: publicDataOf(command.payload.meta, genesisBlock),
          flags: new Set(['DisableRuntimeRTC']),
          granted,
        });
        expect(encodeCommandResult(commandResult(command.hash, execution))).toBe(output);
      },
    );
  });
}
