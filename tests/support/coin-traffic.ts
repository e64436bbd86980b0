// Random traffic of the coin on a development network: transfers, new accounts, rotations, failures, allocations, transfers
// between chains with both halves, and reorganisations. A seed decides all of it.
import { SeededRandom } from '../../src/base/ports/random.ts';
import type { Cut } from '../../src/chain/choice/cut.ts';
import type { Command, KeyPair } from '../../src/chain/command/index.ts';
import { transaction, type Parts, type TestDevnet } from './devnets.ts';
import { keyOf } from './stdlib-chains.ts';
import { valueOf } from './value-of.ts';

const senders = Array.from({ length: 10 }, (_, i) => `sender0${i}`);

/** Accounts rotate between these keys, and all of them sign. */
const rotated = ['sender05', 'sender06', 'sender07'];

type Crossing = { readonly requestKey: string; readonly source: number; readonly target: number };

export class CoinTraffic {
  /** How often each kind of transaction was sent. */
  readonly sent = new Map<string, number>();
  reorganisations = 0;
  private readonly net: TestDevnet;
  private readonly random: SeededRandom;
  private readonly chains: readonly number[];
  /** Transfers between chains that have not arrived. */
  private crossings: Crossing[] = [];

  constructor(net: TestDevnet, seed: number) {
    this.net = net;
    this.random = new SeededRandom(seed);
    this.chains = [...net.devnet.engine.chains.keys()];
  }

  /** Mines rounds of blocks on all chains. Every `reorganiseEvery` rounds some of them are replaced. */
  async run(rounds: number, { reorganiseEvery }: { readonly reorganiseEvery: number }) {
    // Transactions are later than the first blocks.
    this.net.devnet.mine(1);
    for (let round = 1; round <= rounds; round++) {
      await this.round();
      if (round % reorganiseEvery === 0) await this.reorganise();
    }
  }

  /** Takes back two rounds, makes others, and half of the time returns to the first ones. */
  private async reorganise(): Promise<void> {
    const { devnet } = this.net;
    const before = devnet.engine.cut;
    await this.round();
    await this.round();
    const first = devnet.engine.cut;
    this.moveTo(before);
    await this.round();
    if (this.random.below(2) === 0) this.moveTo(first);
    this.reorganisations++;
  }

  private moveTo(cut: Cut): void {
    valueOf(this.net.devnet.moveTo(cut));
  }

  private async round(): Promise<void> {
    const { devnet } = this.net;
    for (const chain of this.chains) {
      const commands = Array.from({ length: this.random.below(4) }, () => this.command(chain));
      for (const command of commands) await this.send(chain, command);
    }
    await this.arrive();
    devnet.mine(1);
  }

  /** What the node refuses is not sent: it is as if nobody had. */
  private async send(chain: number, command: Command): Promise<boolean> {
    const sent = await this.net.devnet.plainNode.chain(chain)!.submit([command]);
    return sent.ok;
  }

  /** Sends the second halves of those transfers between chains that can be proved. */
  private async arrive(): Promise<void> {
    const waiting: Crossing[] = [];
    for (const each of this.crossings) {
      const { requestKey, source, target } = each;
      const from = this.net.devnet.plainNode.chain(source)!;
      const proof = await from.spv({ requestKey, targetChain: target });
      if (!proof.ok) {
        waiting.push(each);
        continue;
      }
      const cont = { pactId: requestKey, step: 1, rollback: false, proof: proof.value };
      this.count('arrival');
      await this.send(target, transaction({ chain: String(target), cont, gasLimit: 3_000 }));
    }
    this.crossings = waiting.slice(-20);
  }

  private command(chain: number): Command {
    const kinds = [
      'transfer',
      'create',
      'failure',
      'rotation',
      'crossing',
      'two',
      'other',
      'allocation',
    ] as const;
    const kind = kinds[this.random.below(kinds.length)]!;
    this.count(kind);
    const [from, to] = this.two();
    const place = { chain: String(chain), sender: from };
    const amount = this.amount();
    switch (kind) {
      case 'transfer':
        return transferBetween(from, to, amount, place);
      case 'create': {
        const key = keyOf(to).publicKey;
        const account = `k:${this.random.bits().toString(16).padStart(64, '0')}`;
        const receiver = this.random.below(2) === 0 ? `k:${key}` : account;
        const own = receiver.slice(2);
        return transaction({
          ...place,
          code: `(coin.transfer-create "${from}" "${receiver}" (read-keyset "k") ${amount})`,
          data: { k: { keys: [own], pred: 'keys-all' } },
          capabilities: [['coin.GAS'], ['coin.TRANSFER', from, receiver, { decimal: amount }]],
        });
      }
      case 'failure':
        return transferBetween(from, 'nobody', amount, place);
      case 'rotation': {
        const account = rotated[this.random.below(rotated.length)]!;
        const next = rotated[this.random.below(rotated.length)]!;
        return transaction({
          ...place,
          code: `(coin.rotate "${account}" (read-keyset "k"))`,
          data: { k: { keys: [keyOf(next).publicKey], pred: 'keys-all' } },
          keys: keysOf(from),
          capabilities: [['coin.GAS'], ['coin.ROTATE', account]],
        });
      }
      case 'crossing': {
        const others = this.chains.filter((id) => id !== chain);
        const target = others[this.random.below(others.length)]!;
        const burnt = transaction({
          ...place,
          code: `(coin.transfer-crosschain "${from}" "${to}" (at "guard" (coin.details "${to}")) "${target}" ${amount})`,
          keys: keysOf(from),
          capabilities: [
            ['coin.GAS'],
            ['coin.TRANSFER_XCHAIN', from, to, { decimal: amount }, String(target)],
          ],
        });
        this.crossings.push({ requestKey: burnt.hash, source: chain, target });
        return burnt;
      }
      case 'two': {
        const back = this.amount();
        return transaction({
          ...place,
          code:
            `(coin.transfer "${from}" "${to}" ${amount})` +
            `(coin.transfer "${to}" "${from}" ${back})`,
          keys: [...new Set([...keysOf(from), ...keysOf(to)])],
          capabilities: [
            ['coin.GAS'],
            ['coin.TRANSFER', from, to, { decimal: amount }],
            ['coin.TRANSFER', to, from, { decimal: back }],
          ],
        });
      }
      case 'other':
        return transaction({ ...place, keys: keysOf(from) });
      case 'allocation': {
        const owner = `allocation0${this.random.below(3)}`;
        return transaction({
          ...place,
          sender: owner,
          code: `(coin.release-allocation "${owner}")`,
          capabilities: [
            ['coin.GAS'],
            ['coin.RELEASE_ALLOCATION', owner, { decimal: '1000000.0' }],
          ],
        });
      }
    }
  }

  private two(): readonly [string, string] {
    const from = this.random.below(senders.length);
    const to = (from + 1 + this.random.below(senders.length - 1)) % senders.length;
    return [senders[from]!, senders[to]!];
  }

  /** With up to 12 decimal places. */
  private amount(): string {
    const places = 1 + this.random.below(12);
    return `${this.random.below(5)}.${String(1 + this.random.below(9)).padStart(places, '0')}`;
  }

  private count(kind: string): void {
    this.sent.set(kind, (this.sent.get(kind) ?? 0) + 1);
  }
}

function transferBetween(from: string, to: string, amount: string, parts: Parts): Command {
  return transaction({
    ...parts,
    code: `(coin.transfer "${from}" "${to}" ${amount})`,
    keys: keysOf(from),
    capabilities: [['coin.GAS'], ['coin.TRANSFER', from, to, { decimal: amount }]],
  });
}

const keysOf = (account: string): readonly KeyPair[] =>
  [...new Set([account, ...rotated])].map(keyOf);
