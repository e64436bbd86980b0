// Completing one cut near the tip: its headers down to known ones, all rules of headers, then the ledger moves to what it
// wins. A plan belongs to all peers that announced the same heads.

import { toBase64Url } from '../../base/base64url.ts';
import { cutOf, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash } from '../../chain/model/header.ts';
import type { Advanced, Advancer } from './advance.ts';
import type { Claim } from './claim.ts';
import type { Future } from './headers.ts';
import { planLimits } from './limits.ts';
import { findValid, validateAnnounced, type Backers, type Shared } from './shared.ts';
import { StallWatch } from './stall-watch.ts';
import { HeaderWalk, type WalkFault } from './walk.ts';

export type PlanOutcome =
  | Advanced
  | WalkFault
  /** A part of it does not count yet. */
  | ({ readonly kind: 'future' } & Future);

type PlanParts = {
  readonly shared: Shared;
  readonly advancer: Advancer;
  readonly claim: Claim;
  readonly backers: Backers;
};

export class Plan {
  readonly backers: Backers;
  private readonly parts: PlanParts;
  private readonly watch: StallWatch;

  constructor(parts: PlanParts) {
    this.parts = parts;
    this.backers = parts.backers;
    this.watch = new StallWatch(parts.shared.timer, planLimits.stalledMs);
  }

  async run(): Promise<PlanOutcome> {
    const outcome = await this.complete();
    this.watch.end();
    return outcome;
  }

  end(): void {
    this.watch.end();
  }

  private async complete(): Promise<PlanOutcome> {
    const { shared, claim, backers, advancer } = this.parts;
    const { watch } = this;
    const { signal } = watch;
    const walk = new HeaderWalk({ shared, claim, backers, signal, watch });
    const walked = await walk.run();
    if (!walked.ok) return walked.fault;
    const headers = [...walk.headers.values()];
    const validated = await validateAnnounced(shared, headers, [...backers.senders]);
    for (const header of validated.valid) shared.candidates.addHeader(header, { isValid: true });
    // What counts already is not held back by what does not yet: a slow clock would never come to an end.
    const goal = this.validPart(walk.headers);
    const advanced = goal && (await advancer.advance(goal, { backers, signal, watch }));
    const hasEnded =
      advanced !== undefined && advanced.kind !== 'reached' && advanced.kind !== 'lighter';
    if (hasEnded || validated.future === undefined) return advanced ?? { kind: 'lighter' };
    return { kind: 'future', ...validated.future };
  }

  /** The claimed cut, on each chain from the highest block that is valid with all below it. */
  private validPart(walked: ReadonlyMap<string, BlockHeader>): Cut | undefined {
    const { shared, claim } = this.parts;
    const heads = new Map<ChainId, BlockHeader>();
    for (const [chain, head] of claim.heads) {
      let hash: Hash | undefined = head.hash;
      while (hash !== undefined) {
        const valid = findValid(shared, chain, hash);
        if (valid !== undefined) {
          heads.set(chain, valid);
          break;
        }
        hash = walked.get(toBase64Url(hash))?.parent;
      }
    }
    return heads.size === claim.heads.size ? cutOf(shared.ledger.network, heads) : undefined;
  }
}
