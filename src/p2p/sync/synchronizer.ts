// Synchronization of blocks: what becomes of the cuts that peers announce. Near the tip each cut is a plan of its own
// (plan.ts); what is far ahead is a goal (catch-up.ts). Nothing here trusts a claim: heights and weights of peers only say
// where to look.

import type { Cancel, Clock, Timer } from '../../base/ports/time.ts';
import { good, type Result } from '../../base/result.ts';
import { lowestHeight } from '../../chain/choice/cut.ts';
import type { CutHashes } from '../../chain/model/cut-json.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../address/peer-info.ts';
import type { Ledger, LedgerChange } from '../ledger.ts';
import type { Ask } from '../messages/message.ts';
import { Advancer } from './advance.ts';
import { askBlocks } from './ask-blocks.ts';
import { readAttachments } from './attachments.ts';
import { Candidates } from './candidates.ts';
import { CatchUp } from './catch-up.ts';
import { readClaim, relationTo } from './claim.ts';
import { ClockSkew } from './clock-skew.ts';
import { Conclusions } from './conclusions.ts';
import { DeepForks } from './deep-forks.ts';
import type { SyncEvent } from './events.ts';
import { Fetcher } from './fetch.ts';
import { Gatherer } from './gather.ts';
import { Inbox, SeenCuts, type Arrival } from './inbox.ts';
import { Lanes } from './lanes.ts';
import { inboxLimits, planLimits } from './limits.ts';
import { Outlook } from './outlook.ts';
import { Plan } from './plan.ts';
import type { Sync, SyncPeers, SyncProgress } from './port.ts';
import { Backers, type Shared } from './shared.ts';
import { Speed } from './speed.ts';
import { Verdicts } from './verdicts.ts';

export type SynchronizerParts = {
  readonly ledger: Ledger;
  readonly ask: Ask;
  readonly peers: SyncPeers;
  readonly clock: Clock;
  readonly timer: Timer;
  readonly report: (event: SyncEvent) => void;
};

export class Synchronizer implements Sync {
  private readonly parts: SynchronizerParts;
  private readonly shared: Shared;
  private readonly lanes: Lanes;
  private readonly advancer: Advancer;
  private readonly inbox: Inbox;
  private readonly seen: SeenCuts;
  private readonly outlook: Outlook;
  private readonly speed: Speed;
  private readonly deepForks: DeepForks;
  private readonly clockSkew: ClockSkew;
  private readonly catchUp: CatchUp;
  private readonly conclusions: Conclusions;
  private readonly plans = new Map<string, Plan>();
  private readonly stopListening: () => void;
  private wake: Cancel | undefined;
  private isClosed = false;

  constructor(parts: SynchronizerParts) {
    const { ledger, clock, timer } = parts;
    this.parts = parts;
    this.lanes = new Lanes({ clock, timer });
    this.shared = sharedOf(parts, this.lanes);
    const { shared } = this;
    const gatherer = new Gatherer(shared);
    this.advancer = new Advancer(shared, { gatherer, onMoved: (each) => this.moved(each) });
    this.inbox = new Inbox(clock);
    this.seen = new SeenCuts(clock);
    this.speed = new Speed(clock);
    this.deepForks = new DeepForks({
      clock,
      own: () => ledger.cut(),
      areTrusted: (senders) =>
        2 * senders.length >= this.outlook.peers ||
        senders.some((sender) => parts.peers.isConfigured(sender)),
    });
    this.outlook = new Outlook({
      clock,
      peers: parts.peers,
      own: () => ledger.cut(),
      isIgnored: (sender) => this.inbox.isWaiting(sender),
      verifiedGoal: () => this.catchUp.verifiedGoal(),
    });
    this.clockSkew = new ClockSkew(clock, parts.peers);
    this.catchUp = new CatchUp({
      shared,
      advancer: this.advancer,
      gatherer,
      claims: () => this.outlook.claims(),
      isFollowed: (sender) => this.deepForks.isFollowed(sender),
      report: parts.report,
      onEnd: (goal, ended) => this.conclusions.draw(goal, ended),
    });
    this.conclusions = new Conclusions({
      shared,
      inbox: this.inbox,
      seen: this.seen,
      deepForks: this.deepForks,
      clockSkew: this.clockSkew,
      addDeep: (arrival) => this.catchUp.addDeep(arrival),
      lookAgain: (arrival) => {
        if (this.isWanted(arrival)) this.consider(arrival);
      },
      report: parts.report,
    });
    this.stopListening = ledger.onCut((change) => this.changed(change));
  }

  take(cut: CutHashes, from: { readonly peer: PeerInfo; readonly sender: PeerKey }): void {
    if (this.isClosed) return;
    const { peers, ledger } = this.parts;
    const claim = readClaim(ledger.network, cut);
    if (!claim.ok) return peers.fault(from.sender, 'malformed', claim.fault);
    const arrival = { claim: claim.value, origin: from.peer, sender: from.sender };
    this.outlook.hear(arrival);
    this.hearFork(arrival);
    for (const { hash } of arrival.claim.heads.values()) {
      this.shared.verdicts.held(hash, [arrival.sender]);
    }
    if (relationTo(ledger.cut(), arrival.claim) === 'far-ahead') return this.catchUp.start();
    if (this.isWanted(arrival) && this.attach(cut, arrival)) this.consider(arrival);
  }

  maxHeight(): number | undefined {
    return this.outlook.maxHeight();
  }

  get isNear(): boolean {
    const mode = this.outlook.mode();
    return mode === 'near' || mode === 'alone';
  }

  progress(): SyncProgress {
    const { ledger } = this.parts;
    const { heads } = ledger.cut();
    const height = lowestHeight(heads);
    const goal = this.outlook.goal();
    const blocksPerSecond = this.speed.blocksPerSecond();
    const left = goal === undefined ? 0 : Math.max(0, goal - height) * heads.size;
    return {
      mode: this.deepForks.isDiverged ? 'diverged' : this.outlook.mode(),
      height,
      goal,
      blocksPerSecond,
      secondsLeft: blocksPerSecond === 0 ? undefined : Math.ceil(left / blocksPerSecond),
      problem: this.problem(),
      doubtedChains: [...this.shared.verdicts.doubted().keys()],
    };
  }

  follow(cutId: string): Result<undefined, string> {
    const followed = this.deepForks.follow(cutId);
    if (!followed.ok) return followed;
    this.inbox.succeeded(followed.value);
    this.catchUp.start();
    return good(undefined);
  }

  close(): void {
    this.isClosed = true;
    this.stopListening();
    this.wake?.();
    this.conclusions.close();
    for (const plan of this.plans.values()) plan.end();
    this.catchUp.close();
    this.shared.fetcher.close();
    this.shared.verdicts.close();
    this.lanes.close();
  }

  /** Whether a cut could change ours, and was not looked at a moment ago. */
  private isWanted({ claim, sender }: Arrival): boolean {
    const relation = relationTo(this.parts.ledger.cut(), claim);
    if (relation !== 'ahead' && relation !== 'equal') return false;
    return !this.seen.has(claim.id, sender);
  }

  /** Returns whether what is attached is in order. */
  private attach(cut: CutHashes, { claim, origin, sender }: Arrival): boolean {
    const { ledger, peers } = this.parts;
    const attached = readAttachments(ledger.network, cut, claim);
    if (!attached.ok) {
      peers.fault(sender, attached.fault.fault, attached.fault.what);
      return false;
    }
    const { candidates } = this.shared;
    const from = keyOf(origin.address);
    for (const header of attached.value.headers) {
      if (candidates.header(header.hash) !== undefined) continue;
      candidates.addHeader(header, { from, isValid: false });
    }
    for (const payload of attached.value.payloads) candidates.addPayload(payload, from);
    return true;
  }

  private consider(arrival: Arrival): void {
    const { claim } = arrival;
    const known = this.plans.get(claim.id);
    if (known !== undefined) return known.backers.add(arrival);
    this.inbox.put(arrival);
    this.startPlans();
  }

  private startPlans(): void {
    while (!this.isClosed && this.plans.size < planLimits.plans) {
      const arrival = this.inbox.next((sender) => this.isBusy(sender));
      if (arrival === undefined) return this.wakeLater();
      if (!this.isWanted(arrival)) continue;
      const known = this.plans.get(arrival.claim.id);
      if (known === undefined) this.start(arrival);
      else known.backers.add(arrival);
    }
  }

  private start(arrival: Arrival): void {
    const { shared, advancer } = this;
    const { claim } = arrival;
    const backers = new Backers(shared.peers);
    backers.add(arrival);
    const plan = new Plan({ shared, advancer, claim, backers });
    this.plans.set(claim.id, plan);
    void plan.run().then((outcome) => {
      this.plans.delete(claim.id);
      if (this.isClosed) return;
      this.conclusions.draw(arrival, { outcome, senders: [...backers.senders] });
      this.startPlans();
    });
  }

  private isBusy(sender: PeerKey): boolean {
    for (const { backers } of this.plans.values()) if (backers.senders.has(sender)) return true;
    return this.catchUp.isGoalOf(sender);
  }

  /** A peer on another side is back on ours as soon as one of its heads is known. */
  private hearFork(arrival: Arrival): void {
    const { sender, claim } = arrival;
    const { ledger } = this.parts;
    const isKnown = [...claim.heads].some(
      ([chain, { hash }]) => ledger.find(chain, hash) !== undefined,
    );
    if (isKnown) {
      if (this.deepForks.resolve(sender)) this.inbox.succeeded(sender);
      return;
    }
    this.deepForks.hear(arrival);
    const isBelow = [...claim.heads].every(
      ([chain, { height }]) => ledger.headerAt(chain, height) !== undefined,
    );
    if (isBelow) this.deepForks.hearLighter(sender);
  }

  /** Peers that wait for their next turn have it without sending anything again. */
  private wakeLater(): void {
    if (this.inbox.size === 0 || this.wake !== undefined) return;
    this.wake = this.parts.timer.after(inboxLimits.lateMs, () => {
      this.wake = undefined;
      this.startPlans();
    });
  }

  private moved({ added, removed }: LedgerChange): void {
    this.speed.count(added.length);
    this.parts.report({ kind: 'moved', added: added.length, removed: removed.length });
  }

  private changed({ added }: LedgerChange): void {
    this.shared.candidates.settle(added);
    this.startPlans();
    this.catchUp.start();
  }

  private problem(): string | undefined {
    const problem = this.deepForks.problem() ?? this.clockSkew.problem();
    if (problem !== undefined) return problem;
    for (const { header, why } of this.shared.verdicts.doubted().values()) {
      return (
        `other nodes have a block at height ${header.height} of chain ${header.chainId} that this one refuses ` +
        `(${why}): check whether there is a newer release`
      );
    }
    return undefined;
  }
}

function sharedOf(
  { ledger, ask, peers, clock, timer, report }: SynchronizerParts,
  lanes: Lanes,
): Shared {
  return {
    ledger,
    clock,
    timer,
    peers,
    questions: askBlocks(ask),
    fetcher: new Fetcher({ lanes, clock, timer, peers }),
    candidates: new Candidates(clock),
    verdicts: new Verdicts({
      clock,
      timer,
      peers,
      onDoubt: ({ header, why }) => report({ kind: 'doubted', header, why }),
    }),
  };
}
