// Headers near the tip, from the heads of a cut down to blocks that are known. Each is named by the one above it, so that
// none can be slipped in; and each is checked on arrival, so that a chain without end or without work ends soon.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { genesisParentHash } from '../../chain/model/block-hash.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { genesisHeight } from '../../chain/rules/network.ts';
import { keyOf } from '../address/peer-info.ts';
import type { Claim } from './claim.ts';
import type { FetchFault } from './fetch.ts';
import { arrivalFault, pageFault, servedFault, type WantedHeader } from './headers.ts';
import { deepFork, planLimits } from './limits.ts';
import type { FaultClass } from './port.ts';
import { findValid, targetBaseOf, type Backers, type Shared } from './shared.ts';
import type { StallWatch } from './stall-watch.ts';
import type { TargetBase } from './target-bound.ts';

export type WalkFault =
  | { readonly kind: FetchFault }
  /** More or deeper headers than a plan may have. */
  | { readonly kind: 'too-deep' }
  /** The announcer's cut contradicts itself. */
  | { readonly kind: 'impossible'; readonly fault: FaultClass; readonly what: string };

type WalkParts = {
  readonly shared: Shared;
  readonly claim: Claim;
  readonly backers: Backers;
  readonly signal: AbortSignal;
  readonly watch: StallWatch;
};

export class HeaderWalk {
  /** Headers that are not known to be valid yet, by hash. */
  readonly headers = new Map<string, BlockHeader>();
  private readonly parts: WalkParts;
  private readonly base: TargetBase;

  constructor(parts: WalkParts) {
    this.parts = parts;
    this.base = targetBaseOf(parts.shared.ledger);
  }

  /** Neighbours are looked for after whole branches, in which they usually are. */
  async run(): Promise<Result<undefined, WalkFault>> {
    let wanted: readonly WantedHeader[] = [...this.parts.claim.heads].map(([chain, head]) => ({
      chain,
      ...head,
      child: undefined,
    }));
    while (wanted.length > 0) {
      const walked = await Promise.all(wanted.map((each) => this.descend(each)));
      const fault = worstOf(walked);
      if (fault !== undefined) return bad(fault);
      wanted = this.neighbours();
    }
    return good(undefined);
  }

  /** Follows parents down to a known block. */
  private async descend(from: WantedHeader): Promise<Result<undefined, WalkFault>> {
    let at: WantedHeader = from;
    for (;;) {
      const known = this.known(at);
      if (known !== undefined) return known.height === at.height ? good(undefined) : wrongHeight;
      const limit = this.limitFault(at);
      if (limit !== undefined) return bad(limit);
      const found = await this.find(at);
      if (!found.ok) return bad({ kind: found.fault });
      const added = this.add(at, found.value);
      if (!added.ok) return added;
      at = added.value;
    }
  }

  private known({ chain, hash }: WantedHeader): BlockHeader | undefined {
    return this.headers.get(toBase64Url(hash)) ?? findValid(this.parts.shared, chain, hash);
  }

  private limitFault({ chain, height }: WantedHeader): WalkFault | undefined {
    const { ledger } = this.parts.shared;
    if (height <= (genesisHeight(ledger.network, chain) ?? 0)) {
      return {
        kind: 'impossible',
        fault: 'malformed',
        what: 'its chains begin with other blocks',
      };
    }
    const isDeep = height < this.ownHeight(chain) - deepFork;
    return isDeep || this.headers.size >= planLimits.headers ? { kind: 'too-deep' } : undefined;
  }

  /** From the top: the header, and as many below it as a page has. */
  private async find(wanted: WantedHeader): Promise<Result<readonly BlockHeader[], FetchFault>> {
    const { shared, backers, signal } = this.parts;
    const { chain, height, hash, child } = wanted;
    const pooled = shared.candidates.header(hash);
    if (pooled !== undefined) return good([pooled.header]);
    const above = height - this.ownHeight(chain);
    // A claimed height may be wrong, and a page with it empty: so heads are asked for by their hash alone.
    const isPage =
      child !== undefined && (above > planLimits.single || above <= -planLimits.single);
    const { network } = shared.ledger;
    const fetched = await shared.fetcher.fetch<readonly BlockHeader[]>(
      {
        key: `${isPage ? 'page' : 'header'} ${chain} ${toBase64Url(hash)}`,
        ask: async (peer, stop) => {
          const options = { peer, signal: stop };
          if (isPage) return shared.questions.headers(pageDown(wanted), options);
          const header = await shared.questions.header(wanted, options);
          return header.ok ? good([header.value]) : header;
        },
        check: ([first, ...below]) =>
          first === undefined
            ? { fault: 'malformed', what: 'it served an empty page of headers' }
            : (servedFault(network, first, hash) ??
              pageFault(network, [first, ...below], pageDown({ ...wanted, height: first.height }))),
      },
      backers.sources(),
      signal,
    );
    if (!fetched.ok) return fetched;
    backers.isProven = true;
    for (const header of fetched.value.value) {
      const from = keyOf(fetched.value.from.address);
      shared.candidates.addHeader(header, { from, isValid: false });
    }
    this.parts.watch.progress();
    return good(fetched.value.value);
  }

  /** Adds headers from the top; returns what is wanted next. */
  private add(
    wanted: WantedHeader,
    headers: readonly BlockHeader[],
  ): Result<WantedHeader, WalkFault> {
    const now = this.parts.shared.ledger.now();
    let at = wanted;
    for (const header of headers) {
      const fault = arrivalFault(header, at, { ...this.base, now });
      if (fault !== undefined) return bad({ kind: 'impossible', fault: 'fatal', what: fault });
      // Those of a page may be deeper than the one that was asked for.
      if (header.height < this.ownHeight(header.chainId) - deepFork)
        return bad({ kind: 'too-deep' });
      this.headers.set(toBase64Url(header.hash), header);
      at = {
        chain: header.chainId,
        height: header.height - 1,
        hash: header.parent,
        child: header,
      };
      if (this.known(at) !== undefined) break;
    }
    return good(at);
  }

  /** Adjacent parents that are not known, once each. */
  private neighbours(): readonly WantedHeader[] {
    const { network } = this.parts.shared.ledger;
    const wanted = new Map<string, WantedHeader>();
    for (const child of this.headers.values()) {
      for (const { chainId: chain, hash } of child.adjacents) {
        // The rules refuse a header that names other chains, later on.
        if (genesisHeight(network, chain) === undefined) continue;
        if (equalBytes(hash, genesisParentHash(network.code, chain))) continue;
        const each = { chain, height: child.height - 1, hash, child };
        if (this.known(each) === undefined) wanted.set(toBase64Url(hash), each);
      }
    }
    return [...wanted.values()];
  }

  private ownHeight(chain: ChainId): number {
    return this.parts.shared.ledger.cut().heads.get(chain)?.height ?? 0;
  }
}

const wrongHeight = bad({
  kind: 'impossible',
  fault: 'fatal',
  what: 'its cut gives a block another height than it has',
} as const);

function pageDown({ chain, height, hash }: Pick<WantedHeader, 'chain' | 'height' | 'hash'>) {
  const minHeight = Math.max(0, height - planLimits.page + 1);
  return { chain, upper: hash, minHeight, maxHeight: height, limit: planLimits.page };
}

/** What the announcer did wrong says more than what could not be had. */
function worstOf(results: readonly Result<undefined, WalkFault>[]): WalkFault | undefined {
  const faults = results.flatMap((each) => (each.ok ? [] : [each.fault]));
  return faults.find(({ kind }) => kind === 'impossible') ?? faults[0];
}
