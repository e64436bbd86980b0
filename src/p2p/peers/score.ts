// How far peers are trusted: points for what they did, which are forgiven with time, and bans. A key is the text of a
// peer's address, or the address of a connection if it is not known whose it is.
// Source: ChainSafe/lodestar, packages/beacon-node/src/network/peers/score.

import type { Clock } from '../../base/ports/time.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { FaultClass } from './fault-class.ts';
import { scoreLimits as limits } from './limits.ts';

/** From the best to the worst. */
export type Band = 'good' | 'fair' | 'disconnected' | 'banned';

export type Ban = { readonly key: PeerKey; readonly untilDateMs: number; readonly why: string };

type Entry = {
  /** In thousandths. */
  points: number;
  /** The points are as they were at this moment; in future while nothing is forgiven. */
  atMs: number;
  /** By the date, since it outlives the process. */
  bannedUntil: number;
  /** Nuisances and repeats that were counted last. */
  knownInvalidAt: number;
  /** The newest reasons, for operators. */
  why: readonly string[];
};

type Amount = { readonly points: number; readonly floor?: number; readonly bans?: true };

/** In thousandths. */
const amounts: Readonly<Record<FaultClass, Amount>> = {
  fatal: { points: -100_000, bans: true },
  'known-invalid': { points: -5000 },
  rules: { points: -20_000 },
  malformed: { points: -10_000 },
  late: { points: -2000 },
  nuisance: { points: -100 },
};

const maxReasons = 3;
/** Characters of a reason: it is kept in a file. */
const maxReason = 200;

function withReason(reasons: readonly string[], what: string): readonly string[] {
  const why = what.slice(0, maxReason);
  return [...reasons.filter((each) => each !== why), why].slice(-maxReasons);
}

export class Scores {
  private readonly clock: Clock;
  /** Peers of the configuration that are never banned. */
  private readonly isFriend: (key: PeerKey) => boolean;
  private readonly entries = new Map<PeerKey, Entry>();

  constructor(clock: Clock, isFriend: (key: PeerKey) => boolean) {
    this.clock = clock;
    this.isFriend = isFriend;
  }

  /** Returns the band after the fault. `others`: peers with a session besides this one. */
  fault(key: PeerKey, fault: FaultClass, what: string, others: number): Band {
    const entry = this.entryOf(key);
    const nowMs = this.clock.nowMs();
    if (fault === 'known-invalid') {
      if (nowMs - entry.knownInvalidAt < limits.knownInvalidMs) return this.band(key);
      entry.knownInvalidAt = nowMs;
    }
    const { points, bans } = amounts[fault];
    const before = this.decayed(entry);
    const lateFloor = others < limits.fewPeers - 1 ? limits.lateFloorOfFew : limits.lateFloor;
    const floor = fault === 'late' ? Math.min(before, lateFloor) : -limits.range;
    const wasBanned = before <= limits.ban;
    entry.points = Math.max(floor, before + points);
    entry.atMs = Math.max(nowMs, entry.atMs);
    entry.why = withReason(entry.why, what);
    if (this.isFriend(key)) entry.points = Math.max(limits.disconnect + 1, entry.points);
    else if (bans === true) entry.bannedUntil = this.clock.dateMs() + limits.fatalBanMs;
    if (!wasBanned && entry.points <= limits.ban) entry.atMs = nowMs + limits.banWithoutDecayMs;
    return this.band(key);
  }

  /** It served a useful block or cut. */
  useful(key: PeerKey): void {
    const entry = this.entryOf(key);
    const before = this.decayed(entry);
    if (before <= limits.ban) return;
    entry.points = Math.max(before, Math.min(limits.maxUseful, before + 1000));
    entry.atMs = this.clock.nowMs();
  }

  /** Whole points. */
  points(key: PeerKey): number {
    const entry = this.entries.get(key);
    return entry === undefined ? 0 : Math.round(this.decayed(entry) / 1000);
  }

  reasons(key: PeerKey): readonly string[] {
    return this.entries.get(key)?.why ?? [];
  }

  band(key: PeerKey): Band {
    const entry = this.entries.get(key);
    if (entry === undefined) return 'fair';
    if (this.isBanned(entry)) return 'banned';
    const points = this.decayed(entry);
    if (points <= limits.disconnect) return 'disconnected';
    return points > 0 ? 'good' : 'fair';
  }

  /** Of a ban by points the end is that of the time without decay: afterwards it depends on what else happens. */
  banOf(key: PeerKey): { readonly untilMs: number; readonly why: string } | undefined {
    const entry = this.entries.get(key);
    if (entry === undefined || !this.isBanned(entry)) return undefined;
    const dateMs = this.clock.dateMs();
    const byPoints = dateMs + Math.max(0, entry.atMs - this.clock.nowMs());
    const untilMs = entry.bannedUntil > dateMs ? entry.bannedUntil : byPoints;
    return { untilMs, why: entry.why.at(-1) ?? '' };
  }

  get bannedCount(): number {
    return [...this.entries.values()].filter((entry) => this.isBanned(entry)).length;
  }

  /** Present bans by what bytes proved, for the next run; the shorter ones end with the process. */
  bans(): readonly Ban[] {
    const dateMs = this.clock.dateMs();
    return [...this.entries]
      .filter(([, { bannedUntil }]) => bannedUntil > dateMs)
      .map(([key, { bannedUntil: untilDateMs, why }]) => ({
        key,
        untilDateMs,
        why: why.at(-1) ?? '',
      }));
  }

  restore(bans: readonly Ban[]): void {
    const dateMs = this.clock.dateMs();
    for (const { key, untilDateMs, why } of bans) {
      // A file, or a clock that was wrong, cannot ban for longer than a fault does.
      if (untilDateMs <= dateMs || untilDateMs > dateMs + limits.fatalBanMs) continue;
      if (this.isFriend(key)) continue;
      const entry = this.entryOf(key);
      entry.bannedUntil = untilDateMs;
      entry.why = [why];
    }
  }

  private isBanned(entry: Entry): boolean {
    return entry.bannedUntil > this.clock.dateMs() || this.decayed(entry) <= limits.ban;
  }

  /** Halved in each half-life, and in a straight line within one, so that every machine computes the same. */
  private decayed({ points, atMs }: Entry): number {
    const age = Math.max(0, this.clock.nowMs() - atMs);
    const halvings = Math.floor(age / limits.halfLifeMs);
    if (halvings > 20) return 0;
    const rest = (age % limits.halfLifeMs) / limits.halfLifeMs;
    return (points / 2 ** halvings) * (1 - rest / 2);
  }

  private entryOf(key: PeerKey): Entry {
    const known = this.entries.get(key);
    if (known !== undefined) return known;
    if (this.entries.size >= limits.entries) this.forgetOne();
    const made: Entry = {
      points: 0,
      atMs: this.clock.nowMs(),
      bannedUntil: 0,
      knownInvalidAt: -limits.knownInvalidMs,
      why: [],
    };
    this.entries.set(key, made);
    return made;
  }

  /** Bans last the longest; of the others, the one with the fewest points either way goes. */
  private forgetOne(): void {
    let least: { readonly key: PeerKey; readonly weight: number } | undefined;
    for (const [key, entry] of this.entries) {
      const weight = this.isBanned(entry) ? limits.range * 2 : Math.abs(this.decayed(entry));
      if (least === undefined || weight < least.weight) least = { key, weight };
    }
    if (least !== undefined) this.entries.delete(least.key);
  }
}
