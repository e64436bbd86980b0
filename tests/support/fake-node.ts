// A node in memory for tests of the HTTP interface: real headers and cuts of the development network, made-up payloads, and
// answers about transactions that the test provides.
import { utf8 } from '../../src/base/bytes.ts';
import { bad, good } from '../../src/base/result.ts';
import type { Cut } from '../../src/chain/choice/cut.ts';
import type { BlockHeader, Hash } from '../../src/chain/model/header.ts';
import { encodeMiner } from '../../src/chain/model/payload-json.ts';
import { makePayload, type PayloadWithOutputs } from '../../src/chain/model/payload.ts';
import { chainsOf } from '../../src/chain/rules/network.ts';
import { development } from '../../src/chain/rules/networks/development.ts';
import type {
  ChainPort,
  CoinHistory,
  CutChange,
  Health,
  LocalQuestion,
  LocalReply,
  MiningEvent,
  MiningPort,
  NodePort,
  Polled,
  SealedPort,
} from '../../src/node/port.ts';
import { emptyPool } from '../../src/node/following/empty-pool.ts';
import { HeaderWeb } from './header-web.ts';

/** Answers of a fake node's chains about transactions; a test replaces what it needs. */
export type FakeAnswers = Pick<ChainPort, 'submit' | 'whenMined' | 'spv' | 'payloadProof'> & {
  local: (question: LocalQuestion) => Promise<LocalReply>;
  readonly polled: Map<string, Polled>;
  /** The request keys in the mempool of each chain. */
  readonly waiting: string[];
};

export class FakeNode implements NodePort {
  readonly network = development;
  readonly settings = {
    packageVersion: '1.2.3',
    transactionGasLimit: 150_000n,
    minimumGasPrice: 10_000n,
  };
  readonly clock = { nowMs: () => 0, dateMs: () => 1_700_000_000_999 };
  readonly web = new HeaderWeb(development);
  /** How often a header was looked up by its hash. */
  lookups = 0;
  /** The blocks of each chain in the cut, by height. */
  private readonly lines = new Map<number, BlockHeader[]>();
  /** Payloads by hash, if they are not `somePayload`; `undefined`: they are not kept. */
  readonly payloads = new Map<string, PayloadWithOutputs | undefined>();
  readonly answers: FakeAnswers;
  readonly confirmations: number[] = [];
  wellness: Health = { kind: 'well' };
  mining: MiningPort | undefined = undefined;
  /** Of every chain. */
  private readonly coinHistory: CoinHistory | undefined;
  sealed: SealedPort | undefined = undefined;
  private current: Cut;
  private readonly listeners = new Set<(change: CutChange) => void>();
  private readonly ports: ReadonlyMap<number, ChainPort>;

  constructor({ coinHistory }: { readonly coinHistory?: CoinHistory } = {}) {
    this.coinHistory = coinHistory;
    this.current = this.web.start;
    this.answers = {
      submit: (commands) => Promise.resolve(good(commands.map(({ hash }) => hash))),
      whenMined: (_, signal) =>
        new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined))),
      spv: () => Promise.resolve(bad({ kind: 'unknown-transaction' })),
      payloadProof: () => Promise.resolve(bad({ kind: 'unknown-transaction' })),
      local: () => Promise.resolve({ kind: 'interrupted' }),
      polled: new Map(),
      waiting: [],
    };
    this.ports = new Map(chainsOf(development).map((id) => [id, this.portOf(id)]));
  }

  cut(): Cut {
    return this.current;
  }

  onCut(listener: (change: CutChange) => void): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  get listening(): number {
    return this.listeners.size;
  }

  chain(id: number): ChainPort | undefined {
    return this.ports.get(id);
  }

  health(): Health {
    return this.wellness;
  }

  /** Adds one block to a chain. */
  mine(chain: number): BlockHeader {
    this.current = this.web.mine(this.current, chain);
    const head = this.current.heads.get(chain)!;
    this.lineOf(chain)[head.height] = head;
    for (const listener of this.listeners) {
      listener({ cut: this.current, added: [head], removed: [] });
    }
    return head;
  }

  /** Makes a block on a chain that does not enter the cut. */
  mineOrphan(chain: number): BlockHeader {
    return this.web.mine(this.current, chain, { nonce: 1n }).heads.get(chain)!;
  }

  /** Adds this number of blocks to every chain. */
  mineAll(times: number): void {
    for (let i = 0; i < times; i++) for (const chain of chainsOf(development)) this.mine(chain);
  }

  private lineOf(chain: number): BlockHeader[] {
    const line = this.lines.get(chain) ?? [this.web.start.heads.get(chain)!];
    this.lines.set(chain, line);
    return line;
  }

  private portOf(id: number): ChainPort {
    const { answers, web, confirmations } = this;
    return {
      id,
      head: () => this.current.heads.get(id),
      headers: {
        get: (hash) => {
          this.lookups++;
          return web.tree(id).get(hash);
        },
        inOrder: (from) => web.tree(id).inOrder(from),
      },
      headerAt: (height) => this.lineOf(id)[height],
      payload: (hash) => this.payloadOf(hash),
      submit: (commands) => answers.submit(commands),
      poll: (keys, { confirmationDepth = 0 } = {}) => {
        confirmations.push(confirmationDepth);
        const found = keys.flatMap((key) => {
          const polled = answers.polled.get(key);
          return polled === undefined ? [] : [[key, polled] as const];
        });
        return Promise.resolve(new Map(found));
      },
      whenMined: (key, signal) => answers.whenMined(key, signal),
      local: (question) => answers.local(question),
      spv: (question) => answers.spv(question),
      payloadProof: (question) => answers.payloadProof(question),
      pending: () => answers.waiting.length,
      waiting: (max) => Promise.resolve(answers.waiting.slice(0, max)),
      isWaiting: (key) => Promise.resolve(answers.waiting.includes(key)),
      coinHistory: this.coinHistory,
      mempool: emptyPool,
    };
  }

  /** Each block of these chains has one transaction; its payload has the payload hash of the header. */
  private payloadOf(hash: Hash): PayloadWithOutputs | undefined {
    const key = Buffer.from(hash).toString('base64url');
    if (this.payloads.has(key)) return this.payloads.get(key);
    const isKnown = [...this.current.heads.values()].some(
      ({ payloadHash }) => Buffer.compare(payloadHash, hash) === 0,
    );
    return isKnown ? { ...somePayload, payloadHash: hash } : undefined;
  }
}

/** A payload with these outputs of transactions. */
export function payloadOf(outputs: readonly string[]): PayloadWithOutputs {
  const transactions = outputs.map((output) => ({ input: utf8('{}'), output: utf8(output) }));
  return { ...somePayload, transactions };
}

export const somePayload: PayloadWithOutputs = makePayload({
  minerData: encodeMiner({ account: 'k:m', predicate: 'keys-all', publicKeys: ['m'] }),
  coinbase: utf8('{"gas":0}'),
  transactions: [{ input: utf8('{"cmd":"{}"}'), output: utf8('{"gas":1}') }],
});

/** Mining that returns and accepts what the test defines. */
export function fakeMining(answers: Partial<MiningPort> = {}): MiningPort {
  return {
    work: () => Promise.resolve(good(new Uint8Array(322))),
    solved: () => Promise.resolve(good('accepted')),
    updates: () => noEvents(),
    ...answers,
  };
}

async function* noEvents(): AsyncGenerator<MiningEvent> {
  await Promise.resolve();
  yield 'new-parent';
}
