// Peers on the other side of a fork that is too deep to be followed without being told. The reference tries again and again
// without saying anything; here an operator is told, and may decide.

import { putNewest } from '../../base/newest.ts';
import type { Clock } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { cutWeight, type Cut } from '../../chain/choice/cut.ts';
import type { PeerKey } from '../address/peer-info.ts';
import type { Claim } from './claim.ts';
import type { Arrival } from './inbox.ts';
import { catchUpLimits, deepFork, inboxLimits } from './limits.ts';

type DeepFork = {
  readonly id: string;
  readonly sender: PeerKey;
  readonly sinceMs: number;
  claim: Claim;
  heardMs: number;
  /** Below which the states of this node are gone. */
  readonly isBeyondStates: boolean;
};

type Lighter = { readonly sinceMs: number; readonly heardMs: number };

type DeepForkParts = {
  readonly clock: Clock;
  readonly own: () => Cut;
  /** Whether these peers are enough to make operators look: blocks of less work cost little. */
  readonly areTrusted: (peers: readonly PeerKey[]) => boolean;
};

export class DeepForks {
  private readonly clock: Clock;
  private readonly own: () => Cut;
  private readonly forks = new Map<PeerKey, DeepFork>();
  /** Peers with other, lighter blocks. */
  private readonly lighter = new Map<PeerKey, Lighter>();
  private readonly areTrusted: DeepForkParts['areTrusted'];
  private followed: PeerKey | undefined;

  constructor(parts: DeepForkParts) {
    this.clock = parts.clock;
    this.own = parts.own;
    this.areTrusted = parts.areTrusted;
  }

  has(sender: PeerKey): boolean {
    return this.forks.has(sender);
  }

  isFollowed(sender: PeerKey): boolean {
    return this.followed === sender;
  }

  /** Returns the name of the cut that an operator may follow. */
  add({ sender, claim }: Arrival, isBeyondStates: boolean): string {
    const nowMs = this.clock.nowMs();
    const known = this.forks.get(sender);
    const id = known?.id ?? claim.id;
    const sinceMs = known?.sinceMs ?? nowMs;
    const fork = { id, sender, sinceMs, claim, heardMs: nowMs, isBeyondStates };
    putNewest(this.forks, inboxLimits.slots, [sender, fork]);
    return id;
  }

  hear({ sender, claim }: Arrival): void {
    const fork = this.forks.get(sender);
    if (fork === undefined) return;
    fork.claim = claim;
    fork.heardMs = this.clock.nowMs();
  }

  /** A peer has less than this node, and none of its heads is a block that was ever executed here. */
  hearLighter(sender: PeerKey): void {
    const heardMs = this.clock.nowMs();
    const sinceMs = this.lighter.get(sender)?.sinceMs ?? heardMs;
    putNewest(this.lighter, inboxLimits.slots, [sender, { sinceMs, heardMs }]);
  }

  /** Returns whether there was a deep fork. */
  resolve(sender: PeerKey): boolean {
    const wasDeep = this.forks.delete(sender);
    this.lighter.delete(sender);
    if (this.followed === sender) this.followed = undefined;
    return wasDeep;
  }

  /** Returns the peer whose side is followed from now on. */
  follow(cutId: string): Result<PeerKey, string> {
    for (const fork of this.current()) {
      if (fork.id !== cutId && fork.claim.id !== cutId) continue;
      this.followed = fork.sender;
      return good(fork.sender);
    }
    return bad(
      `no peer on the other side of a deep fork has announced the cut ${cutId}: see the problem in the status of this node`,
    );
  }

  /** Whether another side has claimed more work for long. */
  get isDiverged(): boolean {
    const beforeMs = this.clock.nowMs() - catchUpLimits.deepForkMs;
    const own = cutWeight(this.own());
    return this.current().some(({ sinceMs, claim }) => sinceMs <= beforeMs && claim.weight > own);
  }

  /** One sentence for operators. */
  problem(): string | undefined {
    const forks = this.current();
    const own = cutWeight(this.own());
    const heavier = forks.find(({ claim }) => claim.weight > own);
    const [fork] = heavier === undefined ? forks : [heavier];
    if (fork === undefined) return this.lighterProblem();
    const { id, sender, claim } = fork;
    const who = forks.length === 1 ? `the peer ${sender}` : `${forks.length} peers`;
    const since = fork.isBeyondStates
      ? 'longer ago than this node keeps states'
      : `more than ${deepFork} heights ago`;
    const side = heavier === undefined ? 'a lighter' : 'the heavier';
    const parted = `this node and ${who} parted ${since}: its cut claims height ${claim.lowest} and ${side} weight`;
    if (heavier === undefined) return `${parted}; the other side must decide to follow this one`;
    return fork.isBeyondStates
      ? `${parted}; start this node with an empty data folder to follow the other side`
      : `${parted}; \`pact node follow ${id}\` follows it, if its work is verified to be more`;
  }

  private lighterProblem(): string | undefined {
    const nowMs = this.clock.nowMs();
    const peers = [...this.lighter].flatMap(([peer, { sinceMs, heardMs }]) =>
      nowMs - sinceMs >= catchUpLimits.lighterMs && nowMs - heardMs < catchUpLimits.claimMs
        ? [peer]
        : [],
    );
    const [first] = peers;
    if (first === undefined || !this.areTrusted(peers)) return undefined;
    const who = peers.length === 1 ? `the peer ${first} has` : `${peers.length} peers have`;
    return `${who} had other blocks with less work than those of this node for some minutes: the other side must decide to follow this one`;
  }

  private current(): readonly DeepFork[] {
    const sinceMs = this.clock.nowMs() - catchUpLimits.claimMs;
    return [...this.forks.values()].filter(({ heardMs }) => heardMs >= sinceMs);
  }
}
