// Runs a block: the miner's reward, then transactions in order, each with the gas left by those before it. Building and
// validating share this run; they differ in how they treat a transaction that cannot be in the block.
// Source: Chainweb/Pact/PactService/Pact5/ExecBlock.hs; consensus reference, sections 6.2, 6.3 and 6.6.

import { assert } from '../../base/assert.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import {
  makePayload,
  type ExecutedTransaction,
  type PayloadData,
  type PayloadWithOutputs,
} from '../model/payload.ts';
import { refusalTexts } from '../execute/index.ts';
import type { FinishedBlock, WorkingBlock } from '../state/working-block.ts';
import type { BlockFailure, InvalidTransaction } from './block-failure.ts';
import type { BlockPort, BlockTransaction, Ran } from './chain-port.ts';
import { CoinRecord, type CoinWrites } from './coin-record.ts';

/** A finished run: the block can be committed, and its payload can be put into a header. */
export type ExecutedBlock = {
  readonly payload: PayloadWithOutputs;
  readonly state: FinishedBlock;
  /** Of its transactions. */
  readonly gas: bigint;
  /** What it changed in the table of the coin, if that is recorded. */
  readonly coin?: CoinWrites | undefined;
};

export type BlockRunParts<T extends BlockTransaction> = {
  readonly port: BlockPort<T>;
  /** The working block on the parent, empty. */
  readonly block: WorkingBlock;
  /** JSON of the miner's account and keys. */
  readonly minerData: Uint8Array;
};

export class BlockRun<T extends BlockTransaction> {
  private readonly port: BlockPort<T>;
  private readonly block: WorkingBlock;
  private readonly minerData: Uint8Array;
  private readonly coinbase: Uint8Array;
  private readonly transactions: ExecutedTransaction[] = [];
  private readonly requestKeys: string[] = [];
  private readonly record: CoinRecord | undefined;
  private gas = 0n;

  private constructor({ port, block, minerData }: BlockRunParts<T>, { coinbase, record }: Begun) {
    this.port = port;
    this.block = block;
    this.minerData = minerData;
    this.coinbase = coinbase;
    this.record = record;
  }

  /** Begins with the miner's reward. */
  static begin<T extends BlockTransaction>(
    parts: BlockRunParts<T>,
  ): Result<BlockRun<T>, BlockFailure> {
    const { block, port } = parts;
    const record = port.recordsCoin === true ? new CoinRecord(block) : undefined;
    const coinbase = block.attempt(
      (database) => port.coinbase(database, record?.observe),
      ({ ok }) => ok,
    );
    record?.keepBegin();
    if (coinbase.ok) return good(new BlockRun(parts, { coinbase: coinbase.value, record }));
    return bad({ kind: 'coinbase-failed', text: coinbase.fault });
  }

  /** The index of the next transaction. */
  get position(): number {
    return this.transactions.length;
  }

  /** `undefined`: there is no limit. */
  get gasLeft(): bigint | undefined {
    return this.port.gasLimit === undefined ? undefined : this.port.gasLimit - this.gas;
  }

  /** Runs a transaction of a block that was made elsewhere. If it returns a failure, the block is unchanged. */
  run(transaction: T): Result<Executed, BlockFailure> {
    const { position, gasLeft } = this;
    const ran = this.attempt(transaction, undefined);
    if (ran.kind === 'executed') return good(ran);
    assert(ran.kind !== 'no-bytes-left', 'outputs of blocks from elsewhere have no limit');
    return bad(refusalOf(ran, { position, transaction, gasLeft }));
  }

  /** Runs a transaction, with the output limit of a block that is made here. Unless it is executed, the block is unchanged. */
  attempt(transaction: T, freeBytes: number | undefined): Ran {
    const { position, gasLeft, record } = this;
    const onWrites = record?.observe;
    const ran = this.block.attempt(
      (database) =>
        this.port.run(database, transaction, { gasLeft, freeBytes, position, onWrites }),
      ({ kind }) => kind === 'executed',
    );
    record?.endTransaction(ran.kind === 'executed');
    if (ran.kind !== 'executed') return ran;
    this.gas += ran.gas;
    this.transactions.push({ input: transaction.bytes, output: ran.output });
    this.requestKeys.push(transaction.requestKey);
    return ran;
  }

  /** Finishes the block. `given`: a payload with valid hashes that may be equal to the result. */
  finish(given?: GivenPayload): ExecutedBlock {
    const { minerData, coinbase, transactions, gas } = this;
    const transactionsHash =
      given !== undefined && this.hasInputsOf(given) ? given.transactionsHash : undefined;
    return {
      payload: makePayload({
        minerData,
        coinbase,
        transactions: [...transactions],
        transactionsHash,
      }),
      state: this.block.finish(this.requestKeys),
      gas,
      coin: this.record?.writes(),
    };
  }

  private hasInputsOf(given: GivenPayload): boolean {
    const inputs = inputsOf(given);
    return (
      inputs.length === this.transactions.length &&
      equalBytes(given.minerData, this.minerData) &&
      this.transactions.every(({ input }, i) => equalBytes(input, inputs[i] as Uint8Array))
    );
  }
}

type Begun = { readonly coinbase: Uint8Array; readonly record: CoinRecord | undefined };

type Executed = Extract<Ran, { kind: 'executed' }>;

function refusalOf(
  ran: Exclude<Ran, Executed | { kind: 'no-bytes-left' }>,
  at: {
    readonly position: number;
    readonly transaction: BlockTransaction;
    readonly gasLeft: bigint | undefined;
  },
): BlockFailure {
  const { position, gasLeft = 0n } = at;
  const { requestKey, gasLimit } = at.transaction;
  switch (ran.kind) {
    case 'interrupted':
      return { kind: 'interrupted', position };
    case 'invalid':
      return { kind: 'transaction-refused', position, requestKey, text: ran.text };
    case 'no-gas-left':
      return { kind: 'block-gas-limit-exceeded', position, requestKey, gasLimit, gasLeft };
  }
}

/** A payload with or without outputs. */
export type GivenPayload = PayloadData | PayloadWithOutputs;

export function inputsOf(payload: GivenPayload): readonly Uint8Array[] {
  return payload.kind === 'data'
    ? payload.transactions
    : payload.transactions.map(({ input }) => input);
}

/** Returns the first reason why a transaction may not be in a block, before anything runs. */
export function checkTransaction<T extends BlockTransaction>(
  { port, block }: Pick<BlockRunParts<T>, 'port' | 'block'>,
  transaction: T,
): InvalidTransaction | undefined {
  const { requestKey } = transaction;
  const isThere = block.receiptBelow(requestKey) !== undefined;
  const text = isThere ? refusalTexts.onChain : port.faults(transaction)[0];
  return text === undefined ? undefined : { requestKey, text };
}
