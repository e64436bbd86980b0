// Executes transactions on a chain with a single database: contexts, signed transactions, genesis.

import { toBase64Url } from '../../src/base/base64url.ts';
import {
  readKeyPair,
  signCommand,
  type Command,
  type CommandResult,
  type KeyPair,
} from '../../src/chain/command/index.ts';
import {
  executeGenesisTransaction,
  executeTransaction,
  transactionOf,
  type ChainTransaction,
  type TransactionPlace,
  noSpv,
  type TransactionContext,
} from '../../src/chain/execute/index.ts';
import type { Miner } from '../../src/chain/model/payload-json.ts';
import { executionRules } from '../../src/chain/rules/execution-rules.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import { showValue } from '../../src/lang/session/run.ts';
import {
  isRefusal,
  lineInfo,
  MemoryDatabase,
  parseModuleName,
  TableName,
  type Database,
} from '../../src/lang/session/store.ts';
import { valueOf } from './value-of.ts';
import { smallCoin } from './small-coin.ts';

export const genesisSeconds = development.genesis.time / 1_000_000n;

export const miner: Miner = {
  account: 'the-miner',
  predicate: 'keys-all',
  publicKeys: ['f880a433d6e2a13a32b6169030f56245efdd8c1b8a5027e9ce98a88e886bef27'],
};

/** Creates a database like a node's. */
export function chainDatabase(): Database {
  return new MemoryDatabase({ info: lineInfo, writeOver: 'merge' });
}

export type Place = {
  readonly network?: Network;
  readonly chain?: number;
  readonly height?: number;
  readonly forkNumber?: number;
};

export function contextAt(
  { network = development, chain = 0, height = 1, forkNumber = 0 }: Place = {},
  own: Partial<TransactionContext> = {},
): TransactionContext {
  return {
    chain,
    height,
    parent: {
      hash: toBase64Url(new Uint8Array(32).fill(height % 256)),
      time: network.genesis.time + BigInt(height - 1) * network.blockDelay,
    },
    genesisTime: network.genesis.time,
    miner,
    rules: executionRules(network, { chain, height, forkNumber }),
    spv: noSpv,
    depthLimit: 1500,
    ...own,
  };
}

/** Two accounts, each with its own key. */
export const alice = valueOf(readKeyPair({ secretKey: '11'.repeat(32) }));
export const bob = valueOf(readKeyPair({ secretKey: '22'.repeat(32) }));
const names = new Map([
  ['alice', alice],
  ['bob', bob],
]);

export type Written = {
  readonly code?: string;
  /** Members of a continuation: `"pactId":"..","step":1,"rollback":false,"proof":null`. */
  readonly cont?: string;
  readonly data?: string;
  readonly sender?: string;
  /** The capability list of the sender's signature; `signers` has the lists of other signers. */
  readonly clist?: string;
  readonly signers?: readonly { readonly pair: KeyPair; readonly clist?: string }[];
  readonly verifiers?: string;
  readonly gasLimit?: number;
  readonly gasPrice?: string;
  readonly chainId?: string;
  readonly networkId?: string;
  readonly creationTime?: bigint;
  readonly ttl?: number;
  readonly nonce?: string;
};

/** Returns a signed command for chain 0. */
export function written(own: Written): Command {
  const { code = '', cont, data = '{}', sender = 'alice', clist = '', verifiers } = own;
  const { gasLimit = 10_000, gasPrice = '0.0001', chainId = '0', networkId = 'development' } = own;
  const { creationTime = genesisSeconds, ttl = 3600, nonce = 'n' } = own;
  const { signers = [{ pair: names.get(sender) ?? alice, clist }] } = own;
  const message = messageText(code, cont, data);
  const signing = signers.map(
    (each) => `{"pubKey":"${each.pair.publicKey}","clist":[${each.clist ?? ''}]}`,
  );
  const cmd =
    `{"networkId":"${networkId}","payload":${message},"signers":[${signing.join(',')}]` +
    (verifiers === undefined ? '' : `,"verifiers":[${verifiers}]`) +
    `,"meta":{"creationTime":${creationTime},"ttl":${ttl},"gasLimit":${gasLimit}` +
    `,"chainId":"${chainId}","gasPrice":${gasPrice},"sender":${JSON.stringify(sender)}}` +
    `,"nonce":${JSON.stringify(nonce)}}`;
  return valueOf(
    signCommand(
      cmd,
      signers.map(({ pair }) => pair),
    ),
  );
}

const messageText = (code: string, cont: string | undefined, data: string): string =>
  cont === undefined
    ? `{"exec":{"data":${data},"code":${JSON.stringify(code)}}}`
    : `{"cont":{"data":${data},${cont}}}`;

export function transaction(own: Written): ChainTransaction {
  const read = transactionOf(written(own));
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

export const gasCap = '{"name":"coin.GAS","args":[]}';
export const transferCap = (from: string, to: string, amount: string): string =>
  `{"name":"coin.TRANSFER","args":["${from}","${to}",${amount}]}`;

/** Creates a database with the coin contract, `alice` with 100 coins, `bob` with 1, and whatever `code` adds. */
export function smallChain(code = ''): Database {
  const database = chainDatabase();
  const fund =
    `(coin.fund "alice" (read-keyset 'alice) 100.0) (coin.fund "bob" (read-keyset 'bob) 1.0)` +
    code;
  const data = `{"alice":["${alice.publicKey}"],"bob":["${bob.publicKey}"]}`;
  for (const each of [smallCoin, fund]) {
    const done = executeGenesisTransaction(
      database,
      contextAt(),
      transaction({ code: each, data }),
    );
    if (!done.ok) throw new Error(done.fault);
  }
  return database;
}

/** Executes a transaction of a block; it must be valid. */
export function run(
  database: Database,
  own: Written,
  context = contextAt(),
  place: TransactionPlace = { index: 0, gasLeft: undefined },
): CommandResult {
  const done = executeTransaction(database, context, transaction(own), place);
  if (done.kind === 'invalid') throw new Error(done.fault.message);
  return done.result;
}

export function balanceOf(database: Database, account: string): string {
  const row = database.readRow(new TableName('coin-table', parseModuleName('coin')!), account);
  if (row === undefined || isRefusal(row)) return 'none';
  return showValue(row.get('balance')!);
}
