// The rows of a block, from its header and its payload with outputs. Both must be checked against each other before.

import { toBase64Url } from '../../base/base64url.ts';
import { printJson } from '../../base/json.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import {
  decodeOutput,
  type StoredEvent,
  type StoredOutput,
} from '../../chain/model/output-json.ts';
import { decodeMiner, type Miner } from '../../chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../chain/model/payload.ts';
import { decodeTransaction } from '../../chain/model/transaction-json.ts';
import { writtenModule } from '../../script/names/written-forms.ts';
import type {
  BalanceChangeRow,
  BlockRows,
  CallRow,
  CrossingRow,
  EventRow,
  SignerRow,
  TransactionRow,
  TransferRow,
} from './rows.ts';
import { calledDefpact, type Call } from './calls.ts';
import { readSigned, type SignedParts } from './signed-parts.ts';
import { transactionRow } from './transaction-row.ts';
import { balanceChangesOf, crossingOf, transferOf, type TransferSource } from './transfers.ts';

/** A fault is a sentence about the block's own bytes, which no node of the network would have accepted. */
export function rowsOfBlock(
  header: BlockHeader,
  payload: PayloadWithOutputs,
): Result<BlockRows, string> {
  const miner = decodeMiner(payload.minerData);
  if (!miner.ok) return miner;
  const coinbase = decodeOutput(payload.coinbase);
  if (!coinbase.ok) return bad(`the coinbase: ${coinbase.fault}`);
  const rows = new RowsOfBlock(miner.value);
  rows.addEvents(coinbase.value.events, { kind: 'coinbase' });
  for (const [position, { input, output }] of payload.transactions.entries()) {
    const signed = decodeTransaction(input);
    if (!signed.ok) return bad(`transaction ${position}: ${signed.fault}`);
    const executed = decodeOutput(output);
    if (!executed.ok) return bad(`transaction ${position}: ${executed.fault}`);
    const parts = readSigned(signed.value);
    rows.addTransaction({ position, parts, output: executed.value });
  }
  return good(rows.finish(header));
}

type Executed = {
  readonly position: number;
  readonly parts: SignedParts;
  readonly output: StoredOutput;
};

class RowsOfBlock {
  private readonly miner: Miner;
  private readonly transactions: TransactionRow[] = [];
  private readonly signers: SignerRow[] = [];
  private readonly calls: CallRow[] = [];
  private readonly events: EventRow[] = [];
  private readonly transfers: TransferRow[] = [];
  private readonly crossings: CrossingRow[] = [];
  private readonly balanceChanges: BalanceChangeRow[] = [];

  constructor(miner: Miner) {
    this.miner = miner;
  }

  addTransaction({ position, parts, output }: Executed): void {
    const row = transactionRow({ position, parts, output });
    this.transactions.push(row);
    for (const signer of parts.signers) {
      this.signers.push({ ...signer, position: this.signers.length, transaction: position });
    }
    for (const call of callsOf(parts, output)) {
      this.calls.push({ ...call, position: this.calls.length, transaction: position });
    }
    this.addEvents(output.events, { kind: 'transaction', row, miner: this.miner.account });
  }

  addEvents(events: readonly StoredEvent[], source: TransferSource): void {
    const transaction = source.kind === 'transaction' ? source.row.position : undefined;
    const transfers: TransferRow[] = [];
    const crossings: CrossingRow[] = [];
    for (const { module, moduleHash, name, params } of events) {
      const event = {
        position: this.events.length,
        transaction,
        module: writtenModule(module),
        moduleHash,
        name,
      };
      this.events.push({ ...event, params: printJson(params) });
      const transfer = transferOf(event, params);
      if (transfer !== undefined) transfers.push(transfer);
      const crossing = crossingOf(event, params, source);
      if (crossing !== undefined) crossings.push(crossing);
    }
    this.transfers.push(...transfers);
    this.crossings.push(...crossings);
    for (const change of balanceChangesOf(transfers, crossings, source)) {
      this.balanceChanges.push({ ...change, position: this.balanceChanges.length });
    }
  }

  finish(header: BlockHeader): BlockRows {
    const { account, predicate, publicKeys } = this.miner;
    const { transactions, signers, calls, events, transfers, crossings, balanceChanges } = this;
    const reward = balanceChanges.find(({ kind }) => kind === 'coinbase')?.amount;
    const block = {
      chain: header.chainId,
      height: header.height,
      hash: toBase64Url(header.hash),
      parent: toBase64Url(header.parent),
      creationTime: header.creationTime,
      epochStart: header.epochStart,
      payloadHash: toBase64Url(header.payloadHash),
      target: header.target,
      weight: header.weight,
      nonce: header.nonce,
      forkState: header.forkState,
      miner: account,
      minerPredicate: predicate,
      minerKeys: publicKeys,
      reward,
      transactionCount: transactions.length,
      gas: transactions.reduce((sum, { gas }) => sum + gas, 0n),
    };
    return { block, transactions, signers, calls, events, transfers, crossings, balanceChanges };
  }
}

/** The calls of the code, or the defpact whose step ran. */
function callsOf({ calls }: SignedParts, { continuation }: StoredOutput): readonly Call[] {
  if (calls !== undefined) return calls;
  const defpact = calledDefpact(continuation);
  return defpact === undefined ? [] : [defpact];
}
