// Blocks that are invalid, as far as this node can tell, and whose fault that is. Until shortly after, nobody is blamed: if
// peers of several groups, or peers that the operator configured, hold the same block, the fault is more likely ours, as
// with an old release after a fork.

import { toBase64Url } from '../../base/base64url.ts';
import { putNewest } from '../../base/newest.ts';
import type { Clock, Cancel, Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { PeerKey } from '../address/peer-info.ts';
import { verdictLimits } from './limits.ts';
import type { SyncPeers } from './port.ts';

export type Refused = { readonly header: BlockHeader; readonly why: string };

type Entry = Refused & {
  readonly atMs: number;
  /** The first block of the branch that is invalid itself. */
  readonly cause: string;
};

/** A block that is invalid itself, and who has cuts with it or with blocks above it. */
type Case = Refused & {
  readonly holders: Map<PeerKey, { countedMs: number }>;
  state: 'open' | 'doubted' | 'closed';
};

type VerdictParts = {
  readonly clock: Clock;
  readonly timer: Timer;
  readonly peers: SyncPeers;
  /** Called when it becomes clear that only this node refuses a block. */
  readonly onDoubt: (refused: Refused) => void;
};

export class Verdicts {
  private readonly parts: VerdictParts;
  private readonly entries = new Map<string, Entry>();
  private readonly cases = new Map<string, Case>();
  private readonly timers = new Set<Cancel>();

  constructor(parts: VerdictParts) {
    this.parts = parts;
  }

  get size(): number {
    return this.entries.size;
  }

  /** Whether the header, its parent, or an adjacent parent is known to be invalid. If a parent is, it is too from now on. */
  refuses(header: BlockHeader): boolean {
    if (this.entries.size === 0) return false;
    if (this.entry(header.hash) !== undefined) return true;
    for (const hash of [header.parent, ...header.adjacents.map((each) => each.hash)]) {
      const below = this.entry(hash);
      if (below === undefined) continue;
      this.put(header, { why: `it stands on an invalid block: ${below.why}`, cause: below.cause });
      return true;
    }
    return false;
  }

  /** `holders`: the peers that announced a cut with it. */
  add(header: BlockHeader, why: string, holders: readonly PeerKey[]): void {
    const cause = toBase64Url(header.hash);
    this.put(header, { why, cause });
    if (this.cases.has(cause)) return this.held(header.hash, holders);
    const opened: Case = { header, why, holders: new Map(), state: 'open' };
    for (const holder of holders) opened.holders.set(holder, { countedMs: -Infinity });
    putNewest(this.cases, maxCases, [cause, opened]);
    const cancel = this.parts.timer.after(
      verdictLimits.doubtMs,
      () => {
        this.timers.delete(cancel);
        this.decide(opened);
      },
      { isBackground: true },
    );
    this.timers.add(cancel);
  }

  /** These peers announced a cut with a block that is known to be invalid. */
  held(hash: Hash, holders: readonly PeerKey[]): void {
    const found = this.cases.get(this.entry(hash)?.cause ?? '');
    if (found === undefined) return;
    const nowMs = this.parts.clock.nowMs();
    for (const holder of holders) {
      const known = found.holders.get(holder) ?? { countedMs: -Infinity };
      if (found.holders.size < maxHolders) found.holders.set(holder, known);
      if (found.state !== 'closed' || nowMs - known.countedMs < verdictLimits.countedMs) continue;
      known.countedMs = nowMs;
      this.parts.peers.fault(holder, 'known-invalid', `its cut has an invalid block: ${found.why}`);
    }
    if (found.state === 'closed' && this.isOurFault(found)) this.doubt(found);
  }

  /** Blocks that only this node refuses, by chain. */
  doubted(): ReadonlyMap<ChainId, Refused> {
    const doubted = new Map<ChainId, Refused>();
    for (const { state, header, why } of this.cases.values()) {
      if (state === 'doubted') doubted.set(header.chainId, { header, why });
    }
    return doubted;
  }

  close(): void {
    for (const cancel of this.timers) cancel();
    this.timers.clear();
  }

  private decide(found: Case): void {
    if (this.isOurFault(found)) return this.doubt(found);
    found.state = 'closed';
    for (const holder of found.holders.keys()) {
      this.parts.peers.fault(holder, 'rules', `a block of its cut is invalid: ${found.why}`);
    }
  }

  private doubt(found: Case): void {
    found.state = 'doubted';
    this.parts.onDoubt(found);
  }

  private isOurFault({ holders }: Case): boolean {
    const { peers } = this.parts;
    const names = [...holders.keys()];
    if (names.some((holder) => peers.isConfigured(holder))) return true;
    return new Set(names.map((holder) => peers.groupOf(holder))).size >= verdictLimits.groups;
  }

  private entry(hash: Hash): Entry | undefined {
    const key = toBase64Url(hash);
    const entry = this.entries.get(key);
    if (entry === undefined) return undefined;
    if (this.parts.clock.nowMs() - entry.atMs < verdictLimits.keptMs) return entry;
    this.entries.delete(key);
    this.cases.delete(key);
    return undefined;
  }

  private put(header: BlockHeader, { why, cause }: Pick<Entry, 'why' | 'cause'>): void {
    const key = toBase64Url(header.hash);
    if (this.entries.has(key)) return;
    this.entries.set(key, { header, why, cause, atMs: this.parts.clock.nowMs() });
    for (const oldest of this.entries.keys()) {
      if (this.entries.size <= verdictLimits.invalid) return;
      this.entries.delete(oldest);
      this.cases.delete(oldest);
    }
  }
}

const maxCases = 256;
const maxHolders = 512;
