// From valid headers to an executed cut: the fork is chosen by headers alone, payloads are fetched for the side that won,
// and the ledger executes them. The own cut may change meanwhile, so that blocks are joined again before each move; a block
// that turns out to be invalid is left out, with those above it, and all others still count.

import { toBase64Url } from '../../base/base64url.ts';
import { bad, type Result } from '../../base/result.ts';
import { areSameHeads, braidFaults, compareCuts, cutOf, type Cut } from '../../chain/choice/cut.ts';
import { forkPoint } from '../../chain/choice/header-tree.ts';
import { joinCuts, limitCut, type Trees } from '../../chain/choice/join.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader } from '../../chain/model/header.ts';
import { genesisHeader } from '../../chain/rules/network.ts';
import type { LedgerChange, MoveFault } from '../ledger.ts';
import { highestHeight } from './claim.ts';
import type { FetchFault } from './fetch.ts';
import type { Gatherer, GatherOptions } from './gather.ts';
import { planLimits } from './limits.ts';
import { validTrees, windowHeights, type Shared } from './shared.ts';

export type Advanced =
  /** The own cut has all of it that fits. */
  | { readonly kind: 'reached' | 'lighter' }
  | { readonly kind: FetchFault }
  /** Its heads do not belong together. */
  | { readonly kind: 'unbraided' }
  | { readonly kind: 'not-kept'; readonly chain: ChainId; readonly height: number }
  | { readonly kind: 'ill'; readonly sentence: string };

/** A cut to move to, and the blocks that the move adds, ascending. */
type NextCut = { readonly cut: Cut; readonly added: readonly BlockHeader[] };

export class Advancer {
  private readonly shared: Shared;
  private readonly gatherer: Gatherer;
  private readonly onMoved: (change: LedgerChange) => void;
  private readonly trees: Trees;
  private turn: Promise<unknown> = Promise.resolve();

  constructor(
    shared: Shared,
    parts: { readonly gatherer: Gatherer; readonly onMoved: (change: LedgerChange) => void },
  ) {
    this.shared = shared;
    this.gatherer = parts.gatherer;
    this.onMoved = parts.onMoved;
    this.trees = validTrees(shared);
  }

  /** `goal`: a cut of valid headers. */
  async advance(goal: Cut, options: GatherOptions): Promise<Advanced> {
    const { ledger } = this.shared;
    /** Stored headers whose payloads the ledger does not keep. */
    const pruned = new Set<string>();
    let hasMoved = false;
    for (let joins = 0; joins < planLimits.joins;) {
      const own = ledger.cut();
      const target = this.nextCut(own, goal);
      if (typeof target === 'string') {
        return { kind: target === 'lighter' && hasMoved ? 'reached' : target };
      }
      const wanted = target.added.filter(
        ({ chainId, hash }) =>
          ledger.find(chainId, hash) === undefined || pruned.has(toBase64Url(hash)),
      );
      const isHeadersOnly = ledger.follow === 'headers';
      const gathered = await this.gatherer.gather(isHeadersOnly ? [] : wanted, options);
      if (!gathered.ok) return { kind: gathered.fault };
      options.watch.pause();
      const moved = await this.inTurn(async () =>
        areSameHeads(ledger.cut().heads, own.heads)
          ? ledger.move(
              { cut: target.cut, blocks: gathered.value, headers: isHeadersOnly ? wanted : [] },
              options.signal,
            )
          : changed,
      );
      options.watch.resume();
      if (moved.ok) {
        hasMoved = true;
        joins = 0;
        this.onMoved(moved.value);
        continue;
      }
      joins++;
      const end = this.endOf(moved.fault, { options, pruned });
      if (end !== undefined) return end;
    }
    return { kind: 'late' };
  }

  /** The blocks that a move to a cut adds, ascending. */
  private blocksBetween(own: Cut, target: Cut): readonly BlockHeader[] {
    const added: BlockHeader[] = [];
    for (const [chain, head] of target.heads) {
      const ours = own.heads.get(chain) ?? genesisHeader(own.network, chain);
      const tree = this.trees(chain);
      const fork = ours && forkPoint(tree, ours, head);
      let at: BlockHeader | undefined = head;
      while (at !== undefined && at.height > (fork?.height ?? -1)) {
        added.push(at);
        at = tree.get(at.parent);
      }
    }
    return added.sort(byHeight);
  }

  /** The next cut on the way to a goal: heavier than the own one, and not more blocks than a move should have. */
  private nextCut(own: Cut, goal: Cut): NextCut | 'lighter' | 'unbraided' {
    if (braidFaults(goal).length > 0) return 'unbraided';
    const valid = this.withoutInvalid(own, goal);
    const joined = this.heavier(own, valid);
    if (joined === undefined) return 'lighter';
    const whole = { cut: joined, added: this.blocksBetween(own, joined) };
    const [first] = whole.added;
    const step = windowHeights(this.shared.ledger);
    if (first === undefined || whole.added.length <= step * goal.heads.size) {
      return whole;
    }
    const highest = highestHeight(joined);
    for (let height = first.height - 1 + step; height < highest; height += step) {
      const limited = limitCut(this.trees, joined, height);
      const part = limited && this.heavier(own, limited);
      if (part !== undefined) return { cut: part, added: this.blocksBetween(own, part) };
    }
    return whole;
  }

  private heavier(own: Cut, other: Cut): Cut | undefined {
    const joined = joinCuts(this.trees, own, other);
    return joined !== undefined && compareCuts(joined, own) > 0 ? joined : undefined;
  }

  /** The cut below blocks that are known to be invalid, and below those that refer to them. */
  private withoutInvalid(own: Cut, goal: Cut): Cut {
    const { verdicts } = this.shared;
    if (verdicts.size === 0) return goal;
    const lowest = new Map<ChainId, BlockHeader>();
    for (const header of this.blocksBetween(own, goal)) {
      if (!lowest.has(header.chainId) && verdicts.refuses(header))
        lowest.set(header.chainId, header);
    }
    if (lowest.size === 0) return goal;
    const heads = new Map(goal.heads);
    for (const [chain, header] of lowest) {
      const below = this.trees(chain).get(header.parent);
      if (below !== undefined) heads.set(chain, below);
    }
    return cutOf(goal.network, heads);
  }

  private endOf(
    fault: MoveFault | typeof changed.fault,
    { options, pruned }: { readonly options: GatherOptions; readonly pruned: Set<string> },
  ): Advanced | undefined {
    switch (fault.kind) {
      case 'changed':
      case 'overtaken':
        return undefined;
      case 'aborted':
        return options.signal.aborted ? { kind: 'aborted' } : undefined;
      case 'not-kept':
        return { kind: 'not-kept', chain: fault.chain, height: fault.height };
      case 'ill':
        return { kind: 'ill', sentence: fault.sentence };
      case 'unknown-block':
        pruned.add(toBase64Url(fault.header.hash));
        return undefined;
      case 'invalid-block':
        this.shared.verdicts.add(fault.header, fault.why, [...options.backers.senders]);
        return undefined;
    }
  }

  /** Moves are made one after the other, each from the cut that the one before it left. */
  private inTurn<T>(run: () => Promise<T>): Promise<T> {
    const ran = this.turn.then(run);
    this.turn = ran.catch(() => undefined);
    return ran;
  }
}

const changed: Result<never, { readonly kind: 'changed' }> & { readonly ok: false } = bad({
  kind: 'changed',
} as const);
