// The measurement of tests/perf/execute.mjs: transfers of coin as a block executes them.

import { existsSync, readFileSync } from 'node:fs';
import { fromBase64Url } from '../../../src/base/base64url.ts';
import {
  executeGenesis,
  executeTransaction,
  invalidityOf,
  readTransaction,
  type ChainTransaction,
} from '../../../src/chain/execute/index.ts';
import { meterOf } from '../../../src/chain/execute/execute-transaction.ts';
import { buyGas, redeemGas } from '../../../src/chain/execute/gas-payment.ts';
import type { Database } from '../../../src/lang/session/store.ts';
import {
  alice,
  bob,
  chainDatabase,
  contextAt,
  gasCap,
  smallChain,
  transaction,
  transferCap,
} from '../../support/chain-execution.ts';

/** Warm-up transfers, because a node runs for hours. */
const warmUp = 6000;

type Measured = readonly [name: string, milliseconds: number, times: number];

const vector = '../shared/vectors/chainweb/genesis-payloads/Development0.json';

/** Principal accounts of both users, as wallets make them. */
const [from, to] = [`k:${alice.publicKey}`, `k:${bob.publicKey}`] as const;

export function executed(count: number): readonly Measured[] {
  const database = chainWithCoin();
  const context = contextAt();
  const written = Array.from({ length: count }, (_, i) => transferOf(i));
  const bytes = written.map((each) => each.bytes);
  const place = { index: 0, gasLeft: undefined };
  // V8 compiles the code while it runs.
  for (let i = 0; i < warmUp; i++) {
    executeTransaction(database, context, written[i % count]!, place);
  }
  const read: ChainTransaction[] = [];
  const measured: Measured[] = [];
  const measure = (name: string, work: () => void): void => {
    const before = process.cpuUsage();
    work();
    const { user, system } = process.cpuUsage(before);
    measured.push([name, (user + system) / 1000, count]);
  };
  measure('read from their JSON', () => {
    for (const each of bytes) {
      const transfer = readTransaction(each);
      if (transfer.ok) read.push(transfer.value);
    }
  });
  measure('asked for validity', () => {
    for (const each of read) {
      if (invalidityOf(each, context, { signatures: 'checked' }) !== undefined) throw new Error();
    }
  });
  measure('executed whole', () => {
    for (const each of read) {
      const done = executeTransaction(database, context, each, place);
      if (done.kind === 'invalid') throw new Error(done.fault.message);
      if (done.result.result.status !== 'success')
        throw new Error(Buffer.from(done.output).toString());
    }
  });
  measure('only gas bought and given back', () => {
    for (const each of read) {
      const payment = { transaction: each, meta: each.payload.meta };
      const meter = meterOf(context.rules, payment.meta.gasLimit);
      const purchase = buyGas(database, context, payment, meter);
      if (!purchase.ok) throw new Error(purchase.fault.message);
      redeemGas(database, context, payment, { gas: 700n, purchase: purchase.value });
    }
  });
  return measured;
}

function transferOf(nonce: number): ChainTransaction {
  return transaction({
    code: `(coin.transfer "${from}" "${to}" 0.001)`,
    sender: from,
    signers: [{ pair: alice, clist: `${gasCap},${transferCap(from, to, '0.001')}` }],
    gasPrice: '1.0e-8',
    gasLimit: 2500,
    nonce: String(nonce),
  });
}

function chainWithCoin(): Database {
  const accounts = `(coin.NAME "${from}" (read-keyset 'alice) 1000000.0)
    (coin.NAME "${to}" (read-keyset 'bob) 1.0)`;
  if (!existsSync(vector)) return smallChain(accounts.replaceAll('NAME', 'fund'));
  const payload = JSON.parse(readFileSync(vector, 'utf8')) as { transactions: [string, string][] };
  const database = chainDatabase();
  const inputs = payload.transactions.map(([input]) => fromBase64Url(input)!);
  const data = `{"alice":["${alice.publicKey}"],"bob":["${bob.publicKey}"]}`;
  const funding = transaction({ code: accounts.replaceAll('NAME', 'coinbase'), data });
  const genesis = executeGenesis(database, contextAt(), [...inputs, funding.bytes]);
  if (!genesis.ok) throw new Error(genesis.fault);
  return database;
}
