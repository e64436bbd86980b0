// A network of chains inside a program, for tests: no ports, no files, no clock. The same calls give the same blocks
// with the same hashes. `pact devnet` is the same network for programs that use HTTP.

import { minerOf } from '../devnet/accounts.ts';
import type { Decimal } from '../../tools/library/values.ts';
import { depthLimit } from '../../tools/library/limits.ts';
import {
  namedAccount,
  type KeyedAccount,
  type SimAccount,
  firstBlocksFor,
  networkOf,
  type ChainCount,
} from './genesis.ts';
import { ChainOfSimnet, decimalText, priceOf, type SharedParts, type SimChain } from './chain.ts';
import { Ledger, type Heads } from './ledger.ts';
import { SimnetError, type Success } from './outcome.ts';
import type { Sending } from './transaction.ts';

export type SimnetOptions = {
  /** The number of chains (default: 2). */
  readonly chains?: ChainCount;
  /** Names of accounts with a million coins on every chain (default: `alice`, `bob` and `carol`). */
  readonly accounts?: readonly string[];
  /** A different seed gives different keys. */
  readonly seed?: string;
  /** When the simnet begins, such as `2026-01-31T12:00:00Z` (default: the first second of 2026). */
  readonly time?: string;
  /** Gas price in coins (default: `0.00000001`). */
  readonly gasPrice?: string | Decimal;
  /**
   * The limit of nested evaluation steps. The default fits the usual stack; a thread with a larger stack can use a
   * higher limit.
   */
  readonly depthLimit?: number;
};

export type CrossChainTransfer = {
  readonly from: { readonly account: SimAccount; readonly chain: number };
  readonly to: { readonly account: SimAccount; readonly chain: number };
  /** Such as `1.5`. */
  readonly amount: string | Decimal;
  /** Pays the gas of the second step, on the target chain (default: the sender). */
  readonly payer?: SimAccount;
};

export type Duration = {
  readonly seconds?: number;
  readonly minutes?: number;
  readonly hours?: number;
  readonly days?: number;
};

/** A state that `revert` returns to. */
export type SimnetSnapshot = { readonly kind: 'simnet-snapshot'; readonly time: string };

/** A network. Calls that fail throw a `SimnetError`. */
export interface Simnet {
  /** The chains in the order of their numbers. */
  readonly chains: readonly SimChain[];
  /** Returns a chain. Throws a `TypeError` if the network has no such chain. */
  chain(id: number): SimChain;
  /** Returns an account by name. Those in `accounts` and `sender00` to `sender09` have coins; others have only a key. */
  account(name: string): KeyedAccount;
  /** Returns the hash of the first block of a chain. */
  firstBlock(chain: number): string;
  /** The current time. It moves only when a call moves it. */
  readonly time: string;
  /** Moves the time forward, then makes a block of every chain. */
  travel(duration: Duration): void;
  /** Moves the time to a later time, such as `2026-01-31T12:00:00Z`. */
  travelTo(time: string): void;
  /** Makes a block of every chain. */
  mine(rounds?: number): void;
  snapshot(): SimnetSnapshot;
  /** Returns to a snapshot. Snapshots taken after it can no longer be used. */
  revert(snapshot: SimnetSnapshot): void;
  /** Returns the proof of a transaction for another chain. Makes blocks until the other chain sees the transaction. */
  prove(transaction: Pick<Success, 'requestKey' | 'chain'>, target: number): string;
  /** Runs the next step of a defpact on the target chain of its yield, with a proof of the previous step. */
  continueAcross(before: Success, sending: Sending): Success;
  /** Runs both steps of a transfer of coins to another chain. */
  transferCrossChain(transfer: CrossChainTransfer): {
    readonly start: Success;
    readonly finish: Success;
  };
}

export function createSimnet(options: SimnetOptions = {}): Simnet {
  return new SimnetOfChains(options);
}

const usualTime = '2026-01-01T00:00:00Z';
const usualAccounts = ['alice', 'bob', 'carol'];

type KeptState = { readonly heads: Heads; readonly timeMicros: bigint; readonly count: number };

class SimnetOfChains implements Simnet {
  readonly chains: readonly SimChain[];
  private readonly ledger: Ledger;
  private readonly seed: string;
  private readonly kept = new WeakMap<SimnetSnapshot, KeptState>();
  private timeMicros: bigint;
  private count = 0;

  constructor(options: SimnetOptions) {
    const { chains = 2, accounts = usualAccounts, seed = '', time = usualTime } = options;
    this.seed = seed;
    this.timeMicros = microsOf(time);
    const miner = minerOf(namedAccount('miner', seed).publicKey);
    const fresh = [...new Set(accounts)].map((name) => namedAccount(name, seed));
    this.ledger = new Ledger({
      network: networkOf(chains),
      first: firstBlocksFor(
        fresh.filter(({ account }) => account.startsWith('k:')),
        chains,
      ),
      miner,
      depthLimit: options.depthLimit ?? depthLimit,
    });
    const parts: SharedParts = {
      ledger: this.ledger,
      gasPrice: priceOf(options.gasPrice ?? '0.00000001'),
      timeMicros: () => this.timeMicros,
      nonce: () => `simnet ${this.count++}`,
    };
    this.chains = [...this.ledger.cut.heads.keys()].map((id) => new ChainOfSimnet(id, parts));
    // The first blocks are years old.
    this.mine();
  }

  chain(id: number): SimChain {
    const chain = this.chains[id];
    if (chain !== undefined) return chain;
    throw new TypeError(`the simnet has no chain ${id}: it has ${this.chains.length}, from 0 on`);
  }

  account(name: string): KeyedAccount {
    return namedAccount(name, this.seed);
  }

  firstBlock(chain: number): string {
    return this.ledger.blockName(this.chain(chain).id, 0);
  }

  get time(): string {
    return new Date(Number(this.timeMicros / 1000n)).toISOString();
  }

  travel({ seconds = 0, minutes = 0, hours = 0, days = 0 }: Duration): void {
    const all = seconds + 60 * minutes + 3600 * hours + 86_400 * days;
    if (!(all > 0)) throw new TypeError('travel: time moves forward only');
    this.moveTime(this.timeMicros + BigInt(Math.round(all * 1_000_000)));
  }

  travelTo(time: string): void {
    const micros = microsOf(time);
    if (micros <= this.timeMicros)
      throw new TypeError(`travelTo: ${time} is not after ${this.time}`);
    this.moveTime(micros);
  }

  mine(rounds = 1): void {
    for (let i = 0; i < rounds; i++) this.ledger.round(this.timeMicros);
  }

  snapshot(): SimnetSnapshot {
    const snapshot = { kind: 'simnet-snapshot', time: this.time } as const;
    const { timeMicros, count } = this;
    this.kept.set(snapshot, { heads: this.ledger.cut, timeMicros, count });
    return snapshot;
  }

  revert(snapshot: SimnetSnapshot): void {
    const kept = this.kept.get(snapshot);
    if (kept === undefined) throw new TypeError('revert: the snapshot belongs to another simnet');
    this.ledger.moveTo(kept.heads);
    this.timeMicros = kept.timeMicros;
    this.count = kept.count;
  }

  prove({ requestKey, chain }: Pick<Success, 'requestKey' | 'chain'>, target: number): string {
    this.chain(target);
    const proof = this.ledger.prove(requestKey, { source: chain, target }, this.timeMicros);
    if (proof.ok) return proof.value;
    throw new SimnetError(`prove of ${requestKey} for chain ${target} failed: ${proof.fault}`);
  }

  continueAcross(before: Success, sending: Sending): Success {
    const { pact } = before;
    if (pact?.targetChain === undefined) {
      throw new TypeError('continueAcross: the transaction does not yield to another chain');
    }
    const proof = this.prove(before, pact.targetChain);
    const next = { pact: pact.id, step: pact.step + 1, proof };
    return this.chain(pact.targetChain).continue({ ...sending, ...next });
  }

  transferCrossChain({ from, to, amount, payer }: CrossChainTransfer) {
    const { account: sender } = from;
    const { account: receiver } = to;
    const decimal = decimalText(amount);
    const target = String(to.chain);
    this.chain(to.chain);
    const names = `${JSON.stringify(sender.account)} ${JSON.stringify(receiver.account)}`;
    const code = `(coin.transfer-crosschain ${names} (read-keyset "guard") "${target}" ${decimal})`;
    const args = [sender.account, receiver.account, { decimal }, target];
    const start = this.chain(from.chain).run(code, {
      as: sender,
      data: { guard: { keys: [receiver.publicKey], pred: 'keys-all' } },
      capabilities: [{ name: 'coin.TRANSFER_XCHAIN', args }],
    });
    return { start, finish: this.continueAcross(start, { as: payer ?? sender }) };
  }

  private moveTime(micros: bigint): void {
    // Chains that are behind catch up at the old time, so that one block of each has the new one.
    this.ledger.level(this.timeMicros);
    this.timeMicros = micros;
    this.mine();
  }
}

function microsOf(time: string): bigint {
  const milliseconds = Date.parse(time);
  if (Number.isNaN(milliseconds)) throw new TypeError(`${time} is not a time such as ${usualTime}`);
  return BigInt(milliseconds) * 1000n;
}
