// A ledger for tests of synchronization, in memory, that executes nothing.

import { toBase64Url } from '../../src/base/base64url.ts';
import { bad, good, type Result } from '../../src/base/result.ts';
import { SimulatedTime } from '../../src/base/ports/simulated-time.ts';
import { compareCuts, type Cut } from '../../src/chain/choice/cut.ts';
import { ancestorAt, forkPoint } from '../../src/chain/choice/header-tree.ts';
import { byHeight, type BlockHeader, type Hash } from '../../src/chain/model/header.ts';
import { type PayloadData } from '../../src/chain/model/payload.ts';
import { genesisHeader, type Network } from '../../src/chain/rules/network.ts';
import type { Ledger, LedgerChange, Move, MoveFault } from '../../src/p2p/ledger.ts';
import type { BlockWorld } from './block-world.ts';

/** Executes nothing; a block may be said to be invalid. */
export class MemoryLedger implements Ledger {
  readonly network: Network;
  readonly invalid = new Set<string>();
  readonly moves: { readonly added: number; readonly blocks: number }[] = [];
  /** Virtual milliseconds that a block takes. */
  blockMs = 0;
  keptHeights = Infinity;
  follow: 'everything' | 'headers' = 'everything';
  private at: Cut;
  private readonly world: BlockWorld;
  private readonly time: SimulatedTime;
  private readonly stored = new Map<string, BlockHeader>();
  private readonly payloads = new Set<string>();
  private readonly listeners = new Set<(change: LedgerChange) => void>();

  constructor(world: BlockWorld, time: SimulatedTime, cut: Cut = world.start) {
    this.network = world.network;
    this.world = world;
    this.time = time;
    this.at = cut;
    this.store(cut);
  }

  cut(): Cut {
    return this.at;
  }

  onCut(listener: (change: LedgerChange) => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  find(chain: number, hash: Hash): BlockHeader | undefined {
    const header = this.stored.get(toBase64Url(hash));
    return header?.chainId === chain ? header : undefined;
  }

  headerAt(chain: number, height: number): BlockHeader | undefined {
    const head = this.at.heads.get(chain);
    return head && ancestorAt(this.world.tree(chain), head, height);
  }

  payload(header: BlockHeader): PayloadData | undefined {
    return this.payloadOf(header.payloadHash);
  }

  payloadOf(hash: Hash): PayloadData | undefined {
    const isStored = this.payloads.has(toBase64Url(hash));
    return isStored ? this.world.payload(hash) : undefined;
  }

  now(): bigint {
    return BigInt(this.time.dateMs()) * 1000n;
  }

  pool(): undefined {
    return undefined;
  }

  async move(
    { cut, blocks, headers = [] }: Move,
    signal?: AbortSignal,
  ): Promise<Result<LedgerChange, MoveFault>> {
    const before = this.at;
    const { added, removed } = this.way(cut);
    const given = new Set(
      [...blocks.map((each) => each.header), ...headers].map(({ hash }) => toBase64Url(hash)),
    );
    for (const header of added) {
      const key = toBase64Url(header.hash);
      if (!this.stored.has(key) && !given.has(key)) return bad({ kind: 'unknown-block', header });
    }
    for (const header of removed) {
      const head = this.at.heads.get(header.chainId)!;
      if (head.height - header.height >= this.keptHeights) {
        return bad({ kind: 'not-kept', chain: header.chainId, height: header.height - 1 });
      }
    }
    await new Promise<void>((resume) => this.time.after(this.blockMs * added.length, resume));
    if (signal?.aborted === true) return bad({ kind: 'aborted' });
    if (this.at !== before) return bad({ kind: 'overtaken' });
    const invalid = added.find(({ hash }) => this.invalid.has(toBase64Url(hash)));
    if (invalid !== undefined) {
      return bad({ kind: 'invalid-block', header: invalid, why: 'the results differ' });
    }
    this.moves.push({ added: added.length, blocks: blocks.length });
    if (compareCuts(cut, this.at) <= 0) throw new Error('a cut never becomes lighter');
    return good(this.become(cut, { added, removed, isOwn: false }));
  }

  /** As if this node had mined the blocks of the cut above its own. */
  mined(cut: Cut): void {
    const { added, removed } = this.way(cut);
    this.become(cut, { added, removed, isOwn: true });
  }

  private become(cut: Cut, change: Omit<LedgerChange, 'cut'>): LedgerChange {
    for (const header of change.added) this.keep(header);
    this.at = cut;
    const whole = { cut, ...change };
    for (const listener of [...this.listeners]) listener(whole);
    return whole;
  }

  private way(cut: Cut): Pick<LedgerChange, 'added' | 'removed'> {
    const added: BlockHeader[] = [];
    const removed: BlockHeader[] = [];
    for (const [chain, head] of cut.heads) {
      const own = this.at.heads.get(chain) ?? genesisHeader(this.network, chain)!;
      const tree = this.world.tree(chain);
      const fork = forkPoint(tree, own, head)!;
      for (let up = head; up.height > fork.height; up = tree.get(up.parent)!) added.push(up);
      for (let up = own; up.height > fork.height; up = tree.get(up.parent)!) removed.push(up);
    }
    return { added: added.sort(byHeight), removed: removed.sort(byHeight).reverse() };
  }

  private keep(header: BlockHeader): void {
    this.stored.set(toBase64Url(header.hash), header);
    this.payloads.add(toBase64Url(header.payloadHash));
  }

  private store(cut: Cut): void {
    for (const [chain, head] of cut.heads) {
      let header: BlockHeader | undefined = head;
      while (header !== undefined) {
        this.keep(header);
        header = this.world.tree(chain).get(header.parent);
      }
    }
  }
}
