// Rows of the table of the coin, and what a block changed in it, as bytes. A block names each of its accounts once, with the
// row before the block; a change is then the number of an account and its new balance, and its guard only if that changes.
// A transfer with its gas takes about 140 bytes.

import { concatBytes, decodeUtf8, equalBytes, utf8 } from '../../base/bytes.ts';
import type {
  AccountChange,
  BlockChanges,
  CoinChange,
  CoinChanges,
  CoinRow,
  TransactionChanges,
} from '../../chain/execute/index.ts';
import { Decimal, equalValues, KeySetGuard, type PactValue } from '../../lang/session/run.ts';
import { readRowDocument, rowDocument } from '../../lang/session/store.ts';
import { StoreFault } from '../../storage/entries/index.ts';
import { CompactReader, CompactWriter } from './compact-bytes.ts';

type Stages<Row> = readonly (readonly AccountChange<Row>[])[];

/** Returns what a row says; `undefined` if it is not of the shape that the tables of coins have. */
export function coinRowOf(document: Uint8Array): CoinRow | undefined {
  const row = readRowDocument(document);
  const balance = row?.get('balance');
  const guard = row?.get('guard');
  return balance instanceof Decimal && guard !== undefined ? { balance, guard } : undefined;
}

/** What a block changed: its bytes, and the newest row of each of its accounts. */
export type WrittenChanges = {
  readonly bytes: Uint8Array;
  readonly rows: ReadonlyMap<string, CoinRow>;
};

/** Rows of another shape are left out. */
export function writeChanges(writes: BlockChanges<Uint8Array>): WrittenChanges {
  const accounts = new Map<string, number>();
  const rows = new Map<string, CoinRow>();
  const names = new CompactWriter();
  const body = new CompactWriter();
  const stage = (changes: readonly AccountChange<Uint8Array>[]): void => {
    const read = changes.flatMap((change) => {
      const after = coinRowOf(change.after);
      return after === undefined ? [] : [{ ...change, after }];
    });
    body.count(read.length);
    for (const { account, before, after } of read) {
      let place = accounts.get(account);
      let former = rows.get(account);
      if (place === undefined) {
        place = accounts.size;
        accounts.set(account, place);
        former = before && coinRowOf(before);
        writeName(names, account);
        names.byte(former === undefined ? 0 : 1);
        if (former !== undefined) writeRow(names, account, former);
      }
      rows.set(account, after);
      const isSame = former !== undefined && isSameGuard(former.guard, after.guard);
      body.count(2 * place + (isSame ? 1 : 0));
      writeBalance(body, after.balance);
      if (!isSame) writeGuard(body, account, after.guard);
    }
  };
  stage(writes.coinbase);
  body.count(writes.upgrades.length);
  for (const each of writes.upgrades) stage(each);
  body.count(writes.transactions.length);
  for (const each of writes.transactions) for (const part of stagesOf(each)) stage(part);
  const head = new CompactWriter();
  head.count(accounts.size);
  return { bytes: concatBytes([head.bytes(), names.bytes(), body.bytes()]), rows };
}

/** Throws a `StoreFault` if the bytes are damaged. */
export function readChanges(bytes: Uint8Array): CoinChanges {
  const reader = new CompactReader(bytes);
  const accounts = readAccounts(reader);
  const stage = (): readonly CoinChange[] =>
    repeated(reader, () => {
      const place = reader.count();
      const own = accounts[Math.floor(place / 2)];
      if (own === undefined) throw damaged();
      const { account, row: before } = own;
      const balance = readBalance(reader);
      const isSame = place % 2 === 1 && before !== undefined;
      const guard = isSame ? before.guard : readGuard(reader, account);
      own.row = { balance, guard };
      return { account, before, after: own.row };
    });
  const coinbase = stage();
  const upgrades = repeated(reader, stage);
  const transactions = repeated(reader, () => ({
    fund: stage(),
    payload: stage(),
    redeem: stage(),
  }));
  if (!reader.isWhole) throw damaged();
  return { coinbase, upgrades, transactions };
}

/** Returns the accounts that a block changed, with the row of each before the block. */
export function accountsIn(bytes: Uint8Array): ReadonlyMap<string, CoinRow | undefined> {
  const accounts = readAccounts(new CompactReader(bytes));
  return new Map(accounts.map(({ account, row }) => [account, row]));
}

export function rowBytes(account: string, row: CoinRow): Uint8Array {
  const writer = new CompactWriter();
  writeRow(writer, account, row);
  return writer.bytes();
}

/** Throws a `StoreFault` if the bytes are damaged. */
export function readRowBytes(account: string, bytes: Uint8Array): CoinRow {
  const reader = new CompactReader(bytes);
  const row = readRow(reader, account);
  if (!reader.isWhole) throw damaged();
  return row;
}

type ReadAccount = { readonly account: string; row: CoinRow | undefined };

function readAccounts(reader: CompactReader): readonly ReadAccount[] {
  return repeated(reader, () => {
    const account = readName(reader);
    return { account, row: reader.byte() === 0 ? undefined : readRow(reader, account) };
  });
}

const stagesOf = <Row>({ fund, payload, redeem }: TransactionChanges<Row>): Stages<Row> => [
  fund,
  payload,
  redeem,
];

/** The accounts that are named after one key are the usual ones: their key is enough. */
const keyAccount = /^k:[0-9a-f]{64}$/;
const kinds = { text: 0, key: 1 } as const;

function writeName(writer: CompactWriter, account: string): void {
  const isKey = keyAccount.test(account);
  writer.byte(isKey ? kinds.key : kinds.text);
  if (isKey) writer.fixed(Buffer.from(account.slice(2), 'hex'));
  else writer.part(utf8(account));
}

function readName(reader: CompactReader): string {
  if (reader.byte() === kinds.key) return `k:${Buffer.from(reader.fixed(32)).toString('hex')}`;
  const text = decodeUtf8(reader.part());
  if (text === undefined) throw damaged();
  return text;
}

function writeRow(writer: CompactWriter, account: string, { balance, guard }: CoinRow): void {
  writeBalance(writer, balance);
  writeGuard(writer, account, guard);
}

function readRow(reader: CompactReader, account: string): CoinRow {
  return { balance: readBalance(reader), guard: readGuard(reader, account) };
}

function writeBalance(writer: CompactWriter, { mantissa, places }: Decimal): void {
  writer.count(places);
  writer.integer(mantissa);
}

function readBalance(reader: CompactReader): Decimal {
  const places = reader.count();
  return new Decimal(reader.integer(), places);
}

/** A guard is stored as a row of its own, unless the name of the account says what it is. */
function writeGuard(writer: CompactWriter, account: string, guard: PactValue): void {
  const isOwn = keyAccount.test(account) && isSameGuard(guard, keyGuard(account));
  writer.byte(isOwn ? kinds.key : kinds.text);
  if (!isOwn) writer.part(guardDocument(guard));
}

/** Two guards are the same if they are stored as the same bytes. */
function isSameGuard(left: PactValue, right: PactValue): boolean {
  const areKeySets = left instanceof KeySetGuard && right instanceof KeySetGuard;
  return areKeySets
    ? equalValues(left, right)
    : equalBytes(guardDocument(left), guardDocument(right));
}

const guardDocument = (guard: PactValue): Uint8Array => rowDocument(new Map([['guard', guard]]));

function readGuard(reader: CompactReader, account: string): PactValue {
  if (reader.byte() === kinds.key) return keyGuard(account);
  const guard = readRowDocument(reader.part())?.get('guard');
  if (guard === undefined) throw damaged();
  return guard;
}

function keyGuard(account: string): KeySetGuard {
  return new KeySetGuard([account.slice(2)], { kind: 'keys-all' });
}

function repeated<T>(reader: CompactReader, read: () => T): readonly T[] {
  const items: T[] = [];
  for (let left = reader.count(); left > 0; left--) {
    items.push(read());
    // A count that is damaged must not fill the memory.
    if (!reader.isGood) throw damaged();
  }
  return items;
}

function damaged(): StoreFault {
  return new StoreFault('damaged', 'what a block changed in the table of the coin cannot be read');
}
