// While gas is bought, `coin.GAS` is granted, and code of users runs: the payer's capability, its manager, guards and
// predicates. None of it makes, takes or moves coins, whatever the data of the transaction; nor does code of the payload.
//
// The functions of `coin` that the node calls read amounts from the data of the message. What a user sends is never a member
// of that data, only within one.
// Source: Chainweb/Pact5/TransactionExec.hs (enrichedMsgBodyForGasPayer), Templates.hs.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  executeGenesisTransaction,
  executeTransaction,
} from '../../../../src/chain/execute/index.ts';
import { never } from '../../../../src/chain/rules/forks.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import type { Decimal } from '../../../../src/lang/session/run.ts';
import {
  isRefusal,
  parseModuleName,
  TableName,
  type Database,
} from '../../../../src/lang/session/store.ts';
import {
  alice,
  bob,
  chainDatabase,
  contextAt,
  transaction,
  type Written,
} from '../../../support/chain-execution.ts';
import { root } from '../../../support/project-files.ts';

const textOf = (path: string): string => readFileSync(join(root, 'stdlib', path), 'utf8');
const keysets = { alice: [alice.publicKey], bob: [bob.publicKey] };

function install(database: Database, code: string, predicate = 'keys-all'): void {
  const own = { keys: [bob.publicKey], pred: predicate };
  const genesis = transaction({ code, data: JSON.stringify({ ...keysets, own }) });
  const done = executeGenesisTransaction(database, contextAt(), genesis);
  if (!done.ok) throw new Error(done.fault);
}

/** The contract that networks run, with 100 coins for `alice`, `bob` and an account of each way to pay. */
function realChain(): Database {
  const database = chainDatabase();
  install(database, textOf('fungible-v2/fungible-v2.pact'));
  install(database, textOf('fungible-xchain-v1/fungible-xchain-v1.pact'));
  install(database, textOf('coin/coin.pact') + textOf('coin/tables.pact'));
  install(
    database,
    `(coin.coinbase "alice" (read-keyset 'alice) 100.0) (coin.coinbase "bob" (read-keyset 'bob) 100.0)`,
  );
  return database;
}

const coinTable = new TableName('coin-table', parseModuleName('coin')!);

const coin = 10n ** 12n;

/** Balances in units of 10^-12 coins. */
function balances(database: Database): ReadonlyMap<string, bigint> {
  const keys = database.rowKeys(coinTable);
  if (isRefusal(keys)) throw new Error('there is no coin table');
  return new Map(
    keys.map((key) => {
      const row = database.readRow(coinTable, key);
      if (row === undefined || isRefusal(row)) throw new Error(key);
      const { mantissa, places } = row.get('balance') as Decimal;
      return [key, mantissa * 10n ** BigInt(12 - places)] as const;
    }),
  );
}

const supply = (database: Database): bigint =>
  [...balances(database).values()].reduce((sum, each) => sum + each, 0n);

const own = '(at "guard" (coin.details "bob"))';

/** What an attacker who signs as bob tries. */
const attacks = [
  `(coin.redeem-gas "bob" ${own} "bob" 1000.0)`,
  `(coin.redeem-gas "bob" ${own} "alice" 1000.0)`,
  '(coin.buy-gas "alice" 5.0)',
  `(coin.fund-tx "alice" "bob" ${own} 5.0)`,
  `(coin.credit "bob" ${own} 5.0)`,
  '(coin.debit "alice" 5.0)',
  `(coin.coinbase "bob" ${own} 5.0)`,
  '(coin.remediate "alice" 5.0)',
  '(coin.transfer "alice" "bob" 5.0)',
  `(coin.transfer-create "alice" "new" ${own} 5.0)`,
  `(coin.transfer-crosschain "alice" "bob" ${own} "1" 5.0)`,
  `(coin.rotate "alice" ${own})`,
  '(coin.create-allocation-account "new" (time "2020-01-01T00:00:00Z") "k" 5.0)',
  '(let ((i (install-capability (coin.TRANSFER "alice" "bob" 5.0)))) (coin.transfer "alice" "bob" 5.0))',
  '(let ((i (install-capability (coin.TRANSFER_XCHAIN "alice" "bob" 5.0 "1")))) ' +
    `(coin.transfer-crosschain "alice" "bob" ${own} "1" 5.0))`,
  '(require-capability (coin.COINBASE))',
  '(require-capability (coin.GENESIS))',
  '(require-capability (coin.REMEDIATE))',
  '(require-capability (coin.DEBIT "alice"))',
  '(require-capability (coin.CREDIT "bob"))',
  '(compose-capability (coin.COINBASE))',
  '(compose-capability (coin.CREDIT "bob"))',
  '(emit-event (coin.TRANSFER "alice" "bob" 5.0))',
  '(update coin.coin-table "bob" { "balance": 1000.0 })',
  '(acquire-module-admin coin)',
] as const;

/** The parts of a module `pay-N`, and the guard of its account, in which `code` runs while gas is bought. */
type Place = (code: string, module: string) => { readonly parts: string; readonly guard: string };

const open = '(defun g () true)';
const openGuard = (module: string): string => `(create-user-guard (${module}.g))`;

const places: Readonly<Record<string, Place>> = {
  "the payer's capability": (code, module) => ({
    parts: `(defcap GAS_PAYER (x) ${code}) ${open}`,
    guard: openGuard(module),
  }),
  'a capability that it composes': (code, module) => ({
    parts: `(defcap INNER () ${code}) (defcap GAS_PAYER (x) (compose-capability (INNER))) ${open}`,
    guard: openGuard(module),
  }),
  'a function that it calls': (code, module) => ({
    parts: `(defun f (x) (map (lambda (y) ${withoutCompose(code)}) [x])) (defcap GAS_PAYER (x) (f x)) ${open}`,
    guard: openGuard(module),
  }),
  'its manager': (code, module) => ({
    parts: `(defcap GAS_PAYER (x:integer) @managed x manager true) ${open}
      (defun manager:integer (left:integer asked:integer) ${withoutCompose(code)} 1)`,
    guard: openGuard(module),
  }),
  'the user guard of the account': (code, module) => ({
    parts: `(defcap GAS_PAYER (x) true) (defun g () ${withoutCompose(code)})`,
    guard: openGuard(module),
  }),
  'a capability guard of the account': (code, module) => ({
    parts: `(defcap ALLOWED () ${code}) (defcap GAS_PAYER (x) (compose-capability (ALLOWED)))
      (defun make () (create-capability-guard (ALLOWED)))`,
    guard: `(${module}.make)`,
  }),
  'the predicate of its keyset': (code, module) => ({
    parts: `(defcap GAS_PAYER (x) true) (defun p (count met) ${withoutCompose(code)} true)`,
    guard: `(keyset-ref-guard "${module}")`,
  }),
};

/** The form exists only in the body of a capability: elsewhere a module with it may not even be installed. */
const withoutCompose = (code: string): string =>
  code.replace('(compose-capability ', '(require-capability ');

/** Everything that the node's own calls read, as an attacker would like it. */
const data = `{"fee":0.0,"total":1.0,"reward":5.0,"miner-keyset":["${bob.publicKey}"],"k":["${bob.publicKey}"],
  "exec-user-data":{"fee":0.0},"tx-type":"exec"}`;

const payloads: Readonly<Record<string, Written>> = {
  'a call': { code: '1', data },
  'a step': { cont: '"pactId":"x","step":1,"rollback":false,"proof":null', data },
  'a crossing': { cont: '"pactId":"x","step":1,"rollback":false,"proof":"eyJmZWUiOjAuMH0"', data },
};

/** Networks whose coin contract buys gas in a step of a defpact. */
const before224 = contextAt({
  network: { ...development, forks: { ...development.forks, chainweb224Pact: never } },
});
const purchases = [
  ...Object.values(payloads).map((payload) => ({ payload, context: contextAt() })),
  { payload: payloads['a call'], context: before224 },
];

/** Installs a module of this name, and an account of this name that it pays from, with 100 coins. */
function installPayer(database: Database, name: string, { parts, guard }: ReturnType<Place>): void {
  const code = `(module ${name} G (defcap G () true) ${parts})
    (define-keyset "${name}" (read-keyset "own")) (coin.coinbase "${name}" ${guard} 100.0)`;
  install(database, code, `${name}.p`);
}

/** Executes a transaction whose gas the account pays. */
function paid(
  database: Database,
  name: string,
  { payload, context }: (typeof purchases)[number],
): ReturnType<typeof executeTransaction> {
  const signers = [{ pair: bob, clist: `{"name":"${name}.GAS_PAYER","args":[{"int":1}]}` }];
  const sent = transaction({ ...payload, sender: name, signers });
  return executeTransaction(database, context, sent, { index: 0, gasLeft: undefined });
}

describe.each(Object.entries(places))('while gas is bought, %s', (_, place) => {
  const database = realChain();

  test('runs, and pays', () => {
    const before = supply(database) + 100n * coin;
    installPayer(database, 'honest', place('(require-capability (coin.GAS))', 'honest'));
    for (const purchase of purchases) {
      expect(paid(database, 'honest', purchase).kind).toBe('executed');
      expect(supply(database)).toBe(before);
    }
  });

  test.each(attacks.map((attack, i) => [attack, i] as const))('cannot use %s', (attack, i) => {
    const name = `payer-${i}`;
    installPayer(database, name, place(attack, name));
    for (const purchase of purchases) {
      const before = balances(database);
      const done = paid(database, name, purchase);
      expect(done.kind === 'invalid' ? done.fault.code : done.result).toBe('gas-purchase');
      expect(balances(database)).toEqual(before);
    }
  });

  test('gains nothing by going on after a failure', () => {
    for (const [i, attack] of attacks.entries()) {
      const name = `trier-${i}`;
      installPayer(database, name, place(`(or true (try true ${withoutCompose(attack)}))`, name));
      const before = supply(database);
      for (const purchase of purchases) paid(database, name, purchase);
      expect(supply(database)).toBe(before);
    }
  });
});

/** Modules whose function `run` runs the code in a place where a payload may run it. */
const inPayload: Readonly<Record<string, (code: string) => string>> = {
  'a function': (code) => `(defun run () ${withoutCompose(code)})`,
  'a capability that a verifier vouches for': (code) => `
    (defcap SEEN () (enforce-verifier 'allow) ${code}) (defun run () (with-capability (SEEN) 1))`,
  'a user guard': (code) => `
    (defun g () ${withoutCompose(code)}) (defun run () (enforce-guard (create-user-guard (g))))`,
  'a manager': (code) => `
    (defcap MANAGED (x:integer) @managed x manager true)
    (defun manager:integer (left:integer asked:integer) ${withoutCompose(code)} 1)
    (defun run () (install-capability (MANAGED 1)) (with-capability (MANAGED 1) 1))`,
};

describe.each(Object.entries(inPayload))('in a payload, %s', (_, partsOf) => {
  const database = realChain();

  test.each(attacks.map((attack, i) => [attack, i] as const))('cannot use %s', (attack, i) => {
    install(database, `(module m-${i} G (defcap G () true) ${partsOf(attack)})`);
    const before = supply(database);
    const seen = `{"name":"m-${i}.SEEN","args":[]}`;
    const verifiers = `{"name":"allow","proof":${JSON.stringify(seen)},"clist":[${seen}]}`;
    const sent = transaction({ code: `(m-${i}.run)`, data, sender: 'bob', verifiers });
    const done = executeTransaction(database, contextAt(), sent, { index: 0, gasLeft: undefined });
    expect(done.kind === 'executed' && done.result.result.status).toBe('failure');
    expect(supply(database)).toBe(before);
  });
});
