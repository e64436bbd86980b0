// Completing one cut near the tip: its headers down to known ones, all rules of headers, then the ledger moves to what it
// wins. A plan belongs to all peers that announced the same heads.

import { toBase64Url } from '../../base/base64url.ts';
import { cutOf, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import type { BlockHeader, Hash, Micros } from '../../chain/model/header.ts';
import type { Advanced, Advancer } from './advance.ts';
import type { Claim } from './claim.ts';
import { validateUpward } from './headers.ts';
import { planLimits } from './limits.ts';
import { findValid, type Backers, type Shared } from './shared.ts';
import { StallWatch } from './stall-watch.ts';
import { HeaderWalk, type WalkFault } from './walk.ts';

export type PlanOutcome =
  | Advanced
  | WalkFault
  /** A block of it counts only from then on. */
  | { readonly kind: 'future'; readonly from: Micros };

type PlanParts = {
  readonly shared: Shared;
  readonly advancer: Advancer;
  readonly claim: Claim;
  readonly backers: Backers;
};

export class Plan {
  readonly claim: Claim;
  readonly backers: Backers;
  private readonly parts: PlanParts;
  private readonly watch: StallWatch;

  constructor(parts: PlanParts) {
    this.parts = parts;
    this.claim = parts.claim;
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
    const senders = [...backers.senders];
    const validated = await validateUpward([...walk.headers.values()], {
      network: shared.ledger.network,
      now: shared.ledger.now(),
      find: (chain, hash) => findValid(shared, chain, hash),
      verdicts: shared.verdicts,
      refuse: (header, why) => shared.verdicts.add(header, why, senders),
      timer: shared.timer,
    });
    for (const header of validated.valid) shared.candidates.addHeader(header, { isValid: true });
    for (const { header } of validated.invalid) shared.verdicts.held(header.hash, senders);
    if (validated.future !== undefined) return { kind: 'future', from: validated.future };
    const goal = this.validPart(walk.headers);
    if (goal === undefined) return { kind: 'lighter' };
    return advancer.advance(goal, { backers, signal, watch });
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
