// Blocks as rows of the tables. Names that are too long for an index are cut, and transfers of such tokens or accounts, which no
// coin has, are left out: their events are stored whole.

import { printJson } from '../../base/json.ts';
import { negated } from '../../tools/export/amounts.ts';
import type {
  BlockRow,
  BlockRows,
  MessageColumns,
  TransactionRow,
} from '../../tools/export/rows.ts';
import { bigintCell, fitsIndex, indexedText, timestamp } from './copy-text.ts';
import { jsonCell } from './json-cell.ts';
import { modulesOfCode } from './modules-of-code.ts';
import { type Cell, type TableName, tableNames, type TableRows } from './tables.ts';

/** The blocks must be of one chain, in ascending order. */
export function tableRows(blocks: readonly BlockRows[]): TableRows {
  const rows = new Map<TableName, Cell[][]>(tableNames.map((name) => [name, []]));
  for (const block of blocks) {
    for (const name of tableNames) {
      const list = rows.get(name) as Cell[][];
      for (const row of rowsOf[name](block)) {
        list.push(name === 'blocks' ? row : [block.block.chain, block.block.height, ...row]);
      }
    }
  }
  return rows;
}

/** The cells after the chain and the height, except for blocks. */
const rowsOf: Readonly<Record<TableName, (block: BlockRows) => readonly Cell[][]>> = {
  blocks: ({ block }) => [blockCells(block)],
  transactions: ({ transactions }) => transactions.map(transactionCells),
  signers: ({ signers }) =>
    signers.map((each) => [
      each.position,
      each.transaction,
      indexedText(each.publicKey),
      each.address,
      each.scheme,
      jsonCell(each.capabilities),
      each.signature,
    ]),
  calls: ({ calls }) =>
    calls.map((each) => [
      each.position,
      each.transaction,
      indexedText(each.module),
      indexedText(each.name),
    ]),
  modules: ({ transactions }) =>
    transactions.flatMap(deployedModules).map((cells, position) => [position, ...cells]),
  events: ({ events }) =>
    events.map((each) => [
      each.position,
      each.transaction,
      indexedText(each.module),
      each.moduleHash,
      indexedText(each.name),
      jsonCell(each.params),
    ]),
  transfers: ({ transfers }) =>
    transfers
      .filter(isStorable)
      .map((each) => [
        each.position,
        each.transaction,
        each.token,
        each.moduleHash,
        each.from,
        each.to,
        each.amount,
      ]),
  crossings: ({ crossings }) =>
    crossings
      .filter(isStorable)
      .map((each) => [
        each.position,
        each.transaction,
        each.token,
        each.half,
        each.from,
        each.to,
        each.amount,
        each.otherChain,
        each.pactId === undefined ? undefined : indexedText(each.pactId),
      ]),
  balance_changes: changesOf,
};

function blockCells(block: BlockRow): Cell[] {
  return [
    block.chain,
    block.height,
    block.hash,
    block.parent,
    timestamp(block.creationTime),
    timestamp(block.epochStart),
    block.payloadHash,
    block.target,
    block.weight,
    block.nonce,
    block.forkState,
    indexedText(block.miner),
    block.minerPredicate,
    jsonCell(printJson(block.minerKeys)),
    block.reward,
    block.transactionCount,
    bigintCell(block.gas) ?? -1n,
  ];
}

function transactionCells(row: TransactionRow): Cell[] {
  const { outcome } = row;
  const isGood = outcome.status === 'success';
  return [
    row.position,
    row.requestKey,
    row.networkId,
    row.nonce,
    row.sender === undefined ? undefined : indexedText(row.sender),
    bigintCell(row.gasLimit),
    row.gasPrice !== undefined && row.gasPrice.length <= amountLimit ? row.gasPrice : undefined,
    bigintCell(row.ttlSeconds),
    row.creationTime === undefined ? undefined : timestamp(row.creationTime * 1_000_000n),
    ...messageCells(row.message),
    row.data === undefined ? undefined : jsonCell(row.data),
    bigintCell(row.gas) ?? -1n,
    bigintCell(row.txId),
    row.logs,
    isGood,
    isGood ? jsonCell(outcome.result) : undefined,
    isGood ? undefined : outcome.errorType,
    isGood ? undefined : outcome.message,
    isGood ? undefined : jsonCell(outcome.error),
    row.continuation === undefined ? undefined : jsonCell(row.continuation),
    row.pactId === undefined ? undefined : indexedText(row.pactId),
  ];
}

function messageCells(message: MessageColumns): Cell[] {
  const { kind } = message;
  if (kind === 'exec') {
    return [kind, message.code, undefined, undefined, undefined];
  }
  if (kind === 'unknown') return [kind, ...Array<undefined>(4).fill(undefined)];
  const { step, isRollback, hasProof } = message;
  return [kind, undefined, bigintCell(step), isRollback, hasProof];
}

/** The cells after the position. */
function deployedModules({ message, outcome, position }: TransactionRow): Cell[][] {
  if (message.kind !== 'exec' || outcome.status !== 'success') return [];
  return modulesOfCode(message.code).map(({ name, kind }) => [position, indexedText(name), kind]);
}

/** Changes of coins as they are told, and both sides of each transfer of other tokens. */
function changesOf({ balanceChanges, transfers }: BlockRows): Cell[][] {
  const rows: Cell[][] = balanceChanges
    .filter(({ account }) => fitsIndex(account))
    .map((each) => [
      each.position,
      each.transaction,
      each.event,
      coin,
      each.account,
      each.amount,
      each.kind,
    ]);
  let position = balanceChanges.length;
  for (const each of transfers) {
    if (each.token === coin || !isStorable(each)) continue;
    const { from, to, amount } = each;
    const kind = from === '' ? 'minted' : to === '' ? 'burnt' : 'transfer';
    const add = (account: string, change: string): void => {
      if (account === '') return;
      rows.push([position, each.transaction, each.position, each.token, account, change, kind]);
      position += 1;
    };
    add(from, negated(amount));
    add(to, amount);
  }
  return rows;
}

const coin = 'coin';

/** Digits of an amount; PostgreSQL has exact numbers of 131,072, and room for sums. */
const amountLimit = 1000;

function isStorable(row: {
  readonly token: string;
  readonly from: string;
  readonly to: string;
  readonly amount: string;
}): boolean {
  return [row.token, row.from, row.to].every(fitsIndex) && row.amount.length <= amountLimit;
}
