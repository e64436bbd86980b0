// Headers of a long way, from the bottom up: pages of all chains for some heights at a time, each of which stands on valid
// blocks and is validated at once. So headers that cost no work never pile up, however long the way is said to be.

import { toBase64Url } from '../../base/base64url.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { areSameHeads, cutOf, extendCut, lowestHeight, type Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { byHeight, type BlockHeader } from '../../chain/model/header.ts';
import { genesisHeight } from '../../chain/rules/network.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../address/peer-info.ts';
import type { Claim } from './claim.ts';
import type { FetchFault } from './fetch.ts';
import type { GatherOptions } from './gather.ts';
import { pageFault, type Future, type Validated } from './headers.ts';
import { deepFork } from './limits.ts';
import type { FaultClass } from './port.ts';
import {
  findValid,
  targetBaseOf,
  validateAnnounced,
  windowHeights,
  type Shared,
} from './shared.ts';
import { type TargetBase, targetBound } from './target-bound.ts';

export type WindowFault =
  | { readonly kind: FetchFault | 'unbraided' | 'deep-fork' }
  | { readonly kind: 'impossible'; readonly fault: FaultClass; readonly what: string }
  /** A block breaks a rule, which its announcers are blamed for elsewhere. */
  | { readonly kind: 'refused' };

export type HeaderWindow = {
  /** The branch of the goal, up to the heights of the window. */
  readonly cut: Cut;
  /** Those that were not known before, ascending. */
  readonly headers: readonly BlockHeader[];
  /** Why there is nothing above it. */
  readonly end:
    | { readonly kind: 'goal' }
    | { readonly kind: 'refused' }
    | ({ readonly kind: 'future' } & Future)
    | undefined;
};

type WindowParts = {
  readonly shared: Shared;
  readonly goal: Claim;
  readonly options: GatherOptions;
  /** Whether the depth of the fork does not matter: an operator said to follow. */
  readonly isFollowed: boolean;
};

export class HeaderWindows {
  private readonly parts: WindowParts;
  /** Peers that do not know the heads of the goal. */
  private readonly without = new Set<PeerKey>();
  private readonly base: TargetBase;

  constructor(parts: WindowParts) {
    this.parts = parts;
    this.base = targetBaseOf(parts.shared.ledger);
  }

  /** Returns the highest part of the goal's branch that is known, at one height of all chains. */
  async bottom(): Promise<Result<Cut, WindowFault>> {
    const { goal, shared, isFollowed } = this.parts;
    const own = lowestHeight(shared.ledger.cut().heads);
    const highest = Math.min(own, goal.lowest);
    const deepest = isFollowed ? 0 : Math.max(0, own - deepFork);
    for (let step = windowHeights(shared.ledger), height = highest; ; step *= 2) {
      const found = await this.knownAt(height);
      if (!found.ok) return found;
      if (found.value !== undefined) return good(found.value);
      if (height <= deepest) return bad({ kind: 'deep-fork' });
      height = Math.max(deepest, height - step);
    }
  }

  /** Loads and validates the headers of the next heights above a part of the branch. */
  async above(below: Cut): Promise<Result<HeaderWindow, WindowFault>> {
    const { goal, shared, options } = this.parts;
    const from = lowestHeight(below.heads);
    const to = from + windowHeights(shared.ledger);
    const pages = await Promise.all(
      [...goal.heads].map(([chain, head]) => {
        const first = Math.max(from, genesisHeight(below.network, chain) ?? 0) + 1;
        return this.pages(chain, { minHeight: first, maxHeight: Math.min(to, head.height) });
      }),
    );
    const loaded: BlockHeader[] = [];
    for (const page of pages) {
      if (!page.ok) return bad({ kind: page.fault });
      loaded.push(...page.value);
    }
    options.backers.isProven ||= loaded.length > 0;
    const validated = await validateAnnounced(shared, loaded, [...options.backers.senders]);
    options.watch.progress();
    const headers = validated.valid.filter(
      ({ chainId, hash }) => findValid(shared, chainId, hash) === undefined,
    );
    for (const header of headers) shared.candidates.addVerified(header);
    const cut = extendedBy(below, validated.valid);
    const end = endOf(validated, areSameHeads(goal.heads, cut.heads));
    if (end !== undefined) return good({ cut, headers, end });
    if (!reaches(goal, cut, to)) return bad({ kind: 'unbraided' });
    // At all heights of the goal, and elsewhere: somebody's branch is not what it is said to be.
    return reaches(goal, cut, goal.highest)
      ? bad({ kind: 'missing' })
      : good({ cut, headers, end });
  }

  /** Returns the blocks of the branch at a height, if all are known. */
  private async knownAt(height: number): Promise<Result<Cut | undefined, WindowFault>> {
    const { goal, shared } = this.parts;
    const { network } = shared.ledger;
    const chains = [...goal.heads.keys()].filter(
      (chain) => (genesisHeight(network, chain) ?? 0) <= height,
    );
    const found = await Promise.all(
      chains.map((chain) => this.pages(chain, { minHeight: height, maxHeight: height })),
    );
    const heads = new Map<ChainId, BlockHeader>();
    const now = shared.ledger.now();
    for (const page of found) {
      if (!page.ok) return bad({ kind: page.fault });
      const [header] = page.value;
      if (header === undefined) return good(undefined);
      const known = findValid(shared, header.chainId, header.hash);
      if (known !== undefined) heads.set(known.chainId, known);
      // What is said of a deep fork needs work too, because operators are told of it.
      else if (!network.isPowDisabled && header.target > targetBound(this.base, { height, now })) {
        return bad(withoutWork);
      }
    }
    if (heads.size < chains.length) return good(undefined);
    this.parts.options.watch.progress();
    return good(cutOf(network, heads));
  }

  /** All headers of the heights, descending; a server may give fewer at once. */
  private async pages(
    chain: ChainId,
    { minHeight, maxHeight }: { readonly minHeight: number; readonly maxHeight: number },
  ): Promise<Result<readonly BlockHeader[], FetchFault>> {
    const headers: BlockHeader[] = [];
    for (let top = maxHeight; top >= minHeight;) {
      const page = await this.patiently(() => this.page(chain, { minHeight, maxHeight: top }));
      if (!page.ok) return page;
      headers.push(...page.value);
      top -= page.value.length;
    }
    return good(headers);
  }

  /** A long way has time for a second and third try. */
  private async patiently<T>(
    run: () => Promise<Result<T, FetchFault>>,
  ): Promise<Result<T, FetchFault>> {
    let result = await run();
    for (let tries = 1; tries < maxTries && !result.ok && result.fault === 'late'; tries++) {
      result = await run();
    }
    return result;
  }

  private async page(
    chain: ChainId,
    heights: { readonly minHeight: number; readonly maxHeight: number },
  ): Promise<Result<readonly BlockHeader[], FetchFault>> {
    const { shared, goal, options } = this.parts;
    const upper = goal.heads.get(chain)?.hash;
    if (upper === undefined) return bad('missing');
    const asked = { chain, upper, ...heights, limit: windowHeights(shared.ledger) };
    const { network } = shared.ledger;
    const fetched = await shared.fetcher.fetch<readonly BlockHeader[]>(
      {
        key: `branch ${chain} ${toBase64Url(upper)} ${heights.minHeight} ${heights.maxHeight}`,
        isLong: true,
        ask: async (peer, signal) => {
          const answer = await shared.questions.headers(asked, { peer, signal });
          if (!answer.ok && answer.fault.kind === 'status' && answer.fault.status === 404) {
            this.without.add(keyOf(peer.address));
          }
          return answer;
        },
        // The height of the goal's head is a claim too, so what is missing may not be the server's fault.
        check: (headers) =>
          headers[0]?.height === heights.maxHeight
            ? pageFault(network, headers, asked)
            : { fault: 'late', what: 'it served a page of headers without its top' },
      },
      this.sources(),
      options.signal,
    );
    return fetched.ok ? good(fetched.value.value) : fetched;
  }

  private sources(): readonly PeerInfo[] {
    const all = this.parts.options.backers.sources();
    return all.filter(({ address }) => !this.without.has(keyOf(address)));
  }
}

const maxTries = 3;

const withoutWork = {
  kind: 'impossible',
  fault: 'fatal',
  what: 'a block of its cut needs less work than any fork allows',
} as const;

function extendedBy(cut: Cut, headers: readonly BlockHeader[]): Cut {
  return [...headers].sort(byHeight).reduce((at, header) => extendCut(at, header) ?? at, cut);
}

/** Whether each chain has come to the height, or to that of its head in the goal. */
function reaches({ heads }: Claim, cut: Cut, height: number): boolean {
  for (const [chain, head] of heads) {
    const wanted = Math.min(height, head.height);
    const first = genesisHeight(cut.network, chain) ?? 0;
    if (wanted >= first && (cut.heads.get(chain)?.height ?? -1) < wanted) return false;
  }
  return true;
}

function endOf(
  { invalid, future }: Pick<Validated, 'invalid' | 'future'>,
  isGoal: boolean,
): HeaderWindow['end'] {
  if (isGoal) return { kind: 'goal' };
  if (invalid.length > 0) return { kind: 'refused' };
  return future === undefined ? undefined : { kind: 'future', ...future };
}
