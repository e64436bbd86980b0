// The chains and the mempool of a node in tests of peer-to-peer: cuts are taken as they are, and nothing is executed.

import { toBase64Url } from '../../src/base/base64url.ts';
import { good, bad, type Result } from '../../src/base/result.ts';
import { genesisCut, type Cut } from '../../src/chain/choice/cut.ts';
import type { BlockHeader } from '../../src/chain/model/header.ts';
import { makePayload, withoutOutputs } from '../../src/chain/model/payload.ts';
import type { Network } from '../../src/chain/rules/network.ts';
import type {
  Arrival,
  Inserted,
  Ledger,
  LedgerChange,
  Pool,
  PoolMark,
  SealedPool,
} from '../../src/p2p/ledger.ts';
import type { AskFault } from '../../src/p2p/messages/message.ts';
import { bringerOf } from '../../src/p2p/sealed/bringer.ts';
import { mined } from './header-web.ts';
import type { PeerNet } from './peer-network.ts';
import type { TestSealedPool } from './sealed-pool.ts';

type Answer = Result<unknown, AskFault>;

export function statusFault(status: number): Answer {
  return bad({ kind: 'status', status, sentence: `status ${status}` });
}

export class TestLedger implements Ledger {
  readonly network: Network;
  readonly net: PeerNet;
  readonly pools = new Map<number, TestPool>();
  readonly sealed: TestSealedPool | undefined;
  private present: Cut;
  private readonly listeners = new Set<(change: LedgerChange) => void>();

  constructor(net: PeerNet, sealed?: TestSealedPool) {
    this.net = net;
    this.sealed = sealed;
    this.network = net.network;
    this.present = genesisCut(this.network);
    for (const [chain, header] of this.present.heads) {
      net.headers.set(toBase64Url(header.hash), header);
      this.pools.set(chain, new TestPool());
    }
  }

  cut(): Cut {
    return this.present;
  }

  mine(chain: number): BlockHeader {
    const { header, cut } = mined(this.present, chain, { nonce: BigInt(this.net.headers.size) });
    this.net.headers.set(toBase64Url(header.hash), header);
    this.set(cut, [header]);
    return header;
  }

  set(cut: Cut, own: readonly BlockHeader[]): void {
    this.present = cut;
    for (const listen of this.listeners) {
      listen({ cut, added: own, removed: [], isOwn: own.length > 0 });
    }
  }

  onCut(listener: (change: LedgerChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  payload() {
    const empty = new Uint8Array(2);
    return withoutOutputs(makePayload({ minerData: empty, coinbase: empty, transactions: [] }));
  }

  find(): undefined {
    return undefined;
  }

  headerAt(): undefined {
    return undefined;
  }

  now(): bigint {
    return BigInt(this.net.time.dateMs()) * 1000n;
  }

  move(): never {
    throw new Error('nothing is executed here');
  }

  pool(chain: number): TestPool | undefined {
    return this.pools.get(chain);
  }

  async answerPool(name: string, asked: unknown): Promise<Answer> {
    const { chain } = asked as { readonly chain: number };
    const pool = this.pools.get(chain);
    if (pool === undefined) return statusFault(404);
    if (name === 'getPending') {
      return good(await pool.pending((asked as { readonly since?: PoolMark }).since));
    }
    if (name === 'lookupCommands') {
      return good(await pool.lookup((asked as { readonly keys: readonly string[] }).keys));
    }
    if (name === 'memberCommands') {
      return good(await pool.member((asked as { readonly keys: readonly string[] }).keys));
    }
    await pool.insert((asked as { readonly commands: readonly string[] }).commands);
    return good(undefined);
  }

  answerSealed(name: string, asked: unknown, host: string): Promise<Answer> {
    return answerSealed(this.sealed, { name, asked, host });
  }
}

/** What a node answers about sealed commands. */
async function answerSealed(
  pool: SealedPool | undefined,
  { name, asked, host }: { readonly name: string; readonly asked: unknown; readonly host: string },
): Promise<Answer> {
  if (pool === undefined) return statusFault(404);
  if (name === 'getSealed') {
    return good(await pool.pending((asked as { readonly since?: PoolMark }).since));
  }
  if (name === 'lookupSealed') {
    return good(await pool.lookup((asked as { readonly keys: readonly string[] }).keys));
  }
  const { commands } = asked as { readonly commands: readonly string[] };
  await pool.insert(commands, bringerOf('peer', host));
  return good(undefined);
}

export function commandOf(key: string): string {
  return JSON.stringify({ hash: key, sigs: [], cmd: 'x'.repeat(200) });
}

/** A mempool as a list; transactions whose key begins with `bad` are refused. */
export class TestPool implements Pool {
  readonly arrived: string[] = [];
  readonly inserts: string[][] = [];
  private readonly texts = new Map<string, string>();
  private readonly refused = new Set<string>();
  page = 2000;
  nonce = 7n;

  private readonly listeners = new Set<(arrival: Arrival) => void>();

  /** Adds one that a client sent, which is pushed. */
  send(key: string): void {
    this.add(key);
    for (const listener of this.listeners) listener({ key, isOwn: true });
  }

  onArrival(listener: (arrival: Arrival) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Adds one that is only fetched, as those of blocks that were taken back. */
  add(key: string, text = commandOf(key)): void {
    this.texts.set(key, text);
    this.arrived.push(key);
  }

  pending(since?: PoolMark) {
    const from = since?.nonce === this.nonce ? since.mark : 0;
    const keys = this.arrived.slice(from, from + this.page);
    return Promise.resolve({ keys, mark: { nonce: this.nonce, mark: from + keys.length } });
  }

  member(keys: readonly string[]) {
    return Promise.resolve(keys.map((key) => this.texts.has(key)));
  }

  lookup(keys: readonly string[]) {
    return Promise.resolve(keys.map((key) => this.texts.get(key)));
  }

  insert(commands: readonly string[]): Promise<readonly Inserted[]> {
    this.inserts.push([...commands]);
    return Promise.resolve(
      commands.map((text): Inserted => {
        const { hash } = JSON.parse(text) as { readonly hash: string };
        if (hash.startsWith('bad')) {
          this.refused.add(hash);
          return 'refused';
        }
        if (this.texts.has(hash)) return 'known';
        this.add(hash, text);
        for (const listener of this.listeners) listener({ key: hash, isOwn: false });
        return 'added';
      }),
    );
  }

  wants(keys: readonly string[]) {
    return Promise.resolve(keys.map((key) => !this.texts.has(key) && !this.refused.has(key)));
  }
}
