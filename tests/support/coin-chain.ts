// A chain of the development network that executes real transactions, with a coin contract of a few lines.

import { utf8 } from '../../src/base/bytes.ts';
import {
  buildBlock,
  type BuiltBlock,
  chainPort,
  type ChainBlock,
  CheckedTransactions,
  commitBlock,
  contextOn,
  type ExecutionHost,
  genesisPort,
  type KnownTransaction,
  prepareBlocks,
  replayBlocks,
} from '../../src/chain/blocks/index.ts';
import { noSpv } from '../../src/chain/execute/index.ts';
import { blockHash } from '../../src/chain/model/block-hash.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { encodeMiner, noMiner } from '../../src/chain/model/payload-json.ts';
import type { PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import { genesisHeader } from '../../src/chain/rules/network.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import { ChainState } from '../../src/chain/state/chain-state.ts';
import type { WorkingBlock } from '../../src/chain/state/working-block.ts';
import { encodeCommand, signCommand } from '../../src/chain/command/index.ts';
import type { Decimal } from '../../src/lang/session/run.ts';
import { lineInfo } from '../../src/lang/session/store.ts';
import { MemoryEntries, type VersionedEntries } from '../../src/storage/entries/index.ts';
import { isRefusal } from '../../src/lang/db/database.ts';
import { table } from './core-samples.ts';
import { testKey } from './signed-commands.ts';
import { valueOf } from './value-of.ts';

const coin = `
(module coin GOVERNANCE
  (defcap GOVERNANCE () (enforce false "no upgrade"))
  (defcap GAS () true)
  (defcap COINBASE () true)
  (defcap GENESIS () true)
  (defschema account balance:decimal guard:guard)
  (deftable accounts:{account})
  (defcap DEBIT (sender:string) (enforce-guard (at "guard" (read accounts sender))))
  (defcap TRANSFER:bool (sender:string receiver:string amount:decimal)
    @managed amount left
    (compose-capability (DEBIT sender)))
  (defun left:decimal (managed:decimal requested:decimal)
    (enforce (<= requested managed) "more than was signed")
    (- managed requested))
  (defun spend (account:string amount:decimal)
    (require-capability (DEBIT account))
    (with-read accounts account { "balance" := balance }
      (enforce (<= amount balance) "Insufficient funds")
      (update accounts account { "balance": (- balance amount) })))
  (defun put (account:string guard:guard amount:decimal)
    (with-default-read accounts account { "balance": 0.0, "guard": guard }
      { "balance" := balance, "guard" := kept }
      (write accounts account { "balance": (+ balance amount), "guard": kept })))
  (defun balance-of:decimal (account:string) (at "balance" (read accounts account)))
  (defun transfer:string (sender:string receiver:string amount:decimal)
    (with-capability (TRANSFER sender receiver amount)
      (spend sender amount)
      (put receiver (at "guard" (read accounts receiver)) amount))
    "done")
  (defun buy-gas (sender:string total:decimal)
    (require-capability (GAS))
    (with-capability (DEBIT sender) (spend sender total)))
  (defun redeem-gas (miner:string guard:guard sender:string total:decimal)
    (require-capability (GAS))
    (let ((fee:decimal (read-decimal "fee")))
      (put sender guard (- total fee))
      (put miner guard fee)))
  (defun coinbase (account:string guard:guard reward:decimal)
    (require-capability (COINBASE))
    (put account guard reward)))
(create-table accounts)
(map (lambda (each) (coinbase each (read-keyset "k") 100.0)) (read-msg "funded"))`;

export const minerOfTests = {
  account: 'the-miner',
  predicate: 'keys-all',
  publicKeys: [testKey.publicKey],
};

export type TransactionParts = {
  readonly code: string;
  readonly sender: string;
  /** For example, `(coin.TRANSFER "a" "b" 1.0)` is `['coin.TRANSFER', 'a', 'b', 1]`. */
  readonly capabilities?: readonly (readonly [string, ...(string | number)[]])[];
  readonly data?: object;
  readonly nonce?: string;
  readonly gasLimit?: number;
  readonly payload?: object;
};

/** Returns the transaction's JSON as bytes. Signed unless it has no sender. */
export function signedTransaction(parts: TransactionParts): Uint8Array {
  const { code, sender, capabilities, data = {}, nonce = code, gasLimit = 2_000 } = parts;
  const creationTime = Number(development.genesis.time / 1_000_000n);
  const meta = { chainId: '0', sender, gasLimit, gasPrice: 1e-6, ttl: 28_800, creationTime };
  const payload = parts.payload ?? { exec: { code, data } };
  const clist = capabilities?.map(([name, ...args]) => ({ name, args }));
  const signers = sender === '' ? [] : [{ pubKey: testKey.publicKey, ...(clist && { clist }) }];
  const cmd = JSON.stringify({ networkId: 'development', payload, signers, meta, nonce });
  return utf8(encodeCommand(valueOf(signCommand(cmd, signers.length === 0 ? [] : [testKey]))));
}

export function transferOf(from: string, to: string, amount: number, nonce = ''): Uint8Array {
  return signedTransaction({
    code: `(coin.transfer "${from}" "${to}" ${amount.toFixed(1)})`,
    sender: from,
    capabilities: [['coin.GAS'], ['coin.TRANSFER', from, to, amount]],
    nonce: `${from} ${to} ${amount} ${nonce}`,
  });
}

const coinTable = table('accounts', 'coin');
const fundedAccounts = ['alice', 'bob', 'carol'];

export class CoinChain {
  readonly state: ChainState;
  readonly headers: BlockHeader[] = [];
  readonly host: ExecutionHost;
  firstPayload: PayloadWithOutputs | undefined;

  constructor(entries: VersionedEntries = new MemoryEntries(), isEmpty = false) {
    this.state = new ChainState({ entries, depth: 100, info: lineInfo });
    this.host = {
      depthLimit: 1_000,
      spvFor: () => noSpv,
      transactions: new CheckedTransactions({ transactions: 1_000, bytes: 1_000_000 }),
    };
    if (!isEmpty) this.makeFirst();
  }

  get head(): BlockHeader {
    return this.headers.at(-1) as BlockHeader;
  }

  read(bytes: Uint8Array): KnownTransaction {
    const read = this.host.transactions.read(bytes);
    if (!read.ok) throw new Error(read.fault);
    return read.value;
  }

  /** Builds a block on the newest one without committing it. */
  build(transactions: readonly Uint8Array[]): BuiltBlock {
    const context = contextOn(development, this.head, minerOfTests, this.host);
    const opened = this.state.open(this.head);
    if (!opened.ok) throw new Error(opened.fault.kind);
    return this.run(chainPort(context, this.host.transactions), opened.value, transactions);
  }

  /** Builds and commits a block. */
  extend(...transactions: readonly Uint8Array[]): ChainBlock & { readonly built: BuiltBlock } {
    const built = this.build(transactions);
    const header = headerOf(this.head, built.payload);
    commitBlock(this.state, { ...built, header });
    this.headers.push(header);
    return { header, payload: built.payload, built };
  }

  rewind(height: number): void {
    if (!this.state.rewind(height).ok) throw new Error('not kept');
    this.headers.splice(height + 1);
  }

  replay(blocks: readonly ChainBlock[]) {
    const known = new Map(this.headers.map((each) => [String(each.hash), each]));
    for (const { header } of blocks) known.set(String(header.hash), header);
    const parentOf = ({ parent }: BlockHeader): BlockHeader | undefined =>
      known.get(String(parent));
    const prepare = prepareBlocks({ network: development, host: this.host, parentOf });
    return replayBlocks(this.state, blocks, {
      prepare,
      onBlock: ({ header }) => this.headers.push(header),
    });
  }

  /** Returns the balance as a transaction on the newest block would see it. */
  balance(account: string): number {
    const view = this.state.at(this.head.height);
    if (!view.ok) throw new Error(view.fault.kind);
    const { database } = view.value;
    const found = database.readRow(coinTable, account);
    if (found === undefined || isRefusal(found)) return 0;
    const balance = found.get('balance') as Decimal;
    return Number(balance.mantissa) / 10 ** balance.places;
  }

  private makeFirst(): void {
    const header = genesisHeader(development, 0) as BlockHeader;
    const context = contextOn(development, header, noMiner, this.host);
    const data = { k: { keys: [testKey.publicKey], pred: 'keys-all' }, funded: fundedAccounts };
    const funding = signedTransaction({ code: coin, sender: '', data });
    const port = genesisPort(context, this.host.transactions);
    const block = this.state.openFirst(0) as WorkingBlock;
    const built = this.run(port, block, [funding], encodeMiner(noMiner));
    if (built.leftOut.length > 0) throw new Error(built.leftOut[0]?.text);
    const made = { ...header, payloadHash: built.payload.payloadHash };
    const first = { ...made, hash: blockHash(made) };
    commitBlock(this.state, { ...built, header: first });
    this.headers.push(first);
    this.firstPayload = built.payload;
  }

  /** Creates a chain with only the same first block, executed again. */
  fresh(entries?: VersionedEntries): CoinChain {
    const chain = new CoinChain(entries, true);
    const header = this.headers[0] as BlockHeader;
    chain.replay([{ header, payload: this.firstPayload as PayloadWithOutputs }]);
    return chain;
  }

  private run(
    port: ReturnType<typeof chainPort>,
    block: WorkingBlock,
    transactions: readonly Uint8Array[],
    minerData = encodeMiner(minerOfTests),
  ): BuiltBlock {
    const offered = transactions.map((each) => this.read(each));
    const built = buildBlock({ port, block, minerData }, offered);
    if (!built.ok) throw new Error(JSON.stringify(built.fault));
    return built.value;
  }
}

export function headerOf(
  parent: BlockHeader,
  { payloadHash }: Pick<PayloadWithOutputs, 'payloadHash'>,
): BlockHeader {
  const header = {
    ...parent,
    parent: parent.hash,
    payloadHash,
    height: parent.height + 1,
    creationTime: parent.creationTime + 1_000_000n,
    weight: parent.weight + 1n,
  };
  return { ...header, hash: blockHash(header) };
}
