// Checks of headers from peers: on arrival, with what is known of the one that was asked for; and once the parents are
// known, all rules. Who is to blame differs: bytes that are not what was asked for are the fault of who served them, a
// header that cannot be at its place is that of who announced the cut.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import type { Timer } from '../../base/ports/time.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { blockHash } from '../../chain/model/block-hash.ts';
import { byHeight, type BlockHeader, type Hash, type Micros } from '../../chain/model/header.ts';
import { headerFailures, type HeaderFailure } from '../../chain/rules/header-failure.ts';
import type { Network } from '../../chain/rules/network.ts';
import { findParents, intrinsicChecks, validateHeader } from '../../chain/rules/validate-header.ts';
import type { FaultClass } from './port.ts';
import { targetBound, type TargetBase } from './target-bound.ts';
import type { Verdicts } from './verdicts.ts';

/** What is known of a header before it arrives. */
export type WantedHeader = {
  readonly chain: ChainId;
  readonly height: number;
  readonly hash: Hash;
  /** The block that refers to it; none refers to a head. */
  readonly child: BlockHeader | undefined;
};

/** What its server did wrong. */
type ServedFault = { readonly fault: FaultClass; readonly what: string };

/** Finds validated headers. */
export type Find = (chain: ChainId, hash: Hash) => BlockHeader | undefined;

/** Checks that bytes are the header that was asked for, with its proof of work. */
export function servedFault(
  network: Network,
  header: BlockHeader,
  hash: Hash,
): ServedFault | undefined {
  if (!equalBytes(header.hash, hash) || !equalBytes(blockHash(header), hash)) {
    return byServer('it served another header than the one that was asked for');
  }
  return hasWork(network, header) ? undefined : byServer('it served a header without its work');
}

/**
 * Checks that a header can be where it was looked for. Rules that may differ between releases are left for later, when
 * blame is shared out with more care.
 */
export function arrivalFault(
  header: BlockHeader,
  { chain, height, child }: Pick<WantedHeader, 'chain' | 'height' | 'child'>,
  { now, ...base }: TargetBase & { readonly now: Micros },
): string | undefined {
  const isElsewhere = header.networkCode !== base.network.code || header.chainId !== chain;
  if (isElsewhere || header.height !== height) {
    return 'its cut gives a block another network, chain or height than it has';
  }
  if (child !== undefined && header.creationTime > child.creationTime) {
    return 'a block of its cut is later than one above it';
  }
  if (!base.network.isPowDisabled && header.target > targetBound(base, { height, now })) {
    return 'a block of its cut needs less work than any fork allows';
  }
  return undefined;
}

const workChecks = intrinsicChecks.filter(({ failure }) => failure === 'IncorrectPow');

function hasWork(network: Network, header: BlockHeader): boolean {
  return workChecks.every(({ holds }) => holds({ network, header }, 0n));
}

const byServer = (what: string): ServedFault => ({ fault: 'fatal', what });

/** When the first and the last of some blocks begin to count. */
export type Future = { readonly first: Micros; readonly last: Micros };

export type Validated = {
  readonly valid: readonly BlockHeader[];
  /** Those that break a rule, and those above them. */
  readonly invalid: readonly BlockHeader[];
  /** Blocks whose time has not come. */
  readonly future: Future | undefined;
};

type ValidateParts = {
  readonly network: Network;
  readonly now: Micros;
  readonly find: Find;
  readonly verdicts: Pick<Verdicts, 'refuses'>;
  /** Called for a block that breaks a rule, before those above it are looked at. */
  readonly refuse: (header: BlockHeader, why: string) => void;
  readonly timer: Timer;
};

/** Headers that are validated before others have their turn: a few milliseconds. */
const sliceHeaders = 32;

/** Validates headers in the order of their heights; each may refer to those before it. */
export async function validateUpward(
  headers: readonly BlockHeader[],
  { network, now, find, verdicts, refuse, timer }: ValidateParts,
): Promise<Validated> {
  const valid = new Map<string, BlockHeader>();
  const invalid: BlockHeader[] = [];
  let future: Future | undefined;
  const findAny: Find = (chain, hash) => valid.get(nameOf(chain, hash)) ?? find(chain, hash);
  let inSlice = 0;
  for (const header of [...headers].sort(byHeight)) {
    if (inSlice++ === sliceHeaders) {
      inSlice = 1;
      await new Promise<void>((resume) => timer.soon(resume));
    }
    if (verdicts.refuses(header)) {
      invalid.push(header);
      continue;
    }
    if (header.creationTime > now) {
      future = including(future, header.creationTime);
      continue;
    }
    const failure = failureOf(header, { network, now, find: findAny });
    if (failure === undefined) valid.set(nameOf(header.chainId, header.hash), header);
    // One whose parents are neither known nor among the others may become valid.
    else if (headerFailures[failure].verdict !== 'later') {
      refuse(header, headerFailures[failure].rule);
      invalid.push(header);
    }
  }
  return { valid: [...valid.values()], invalid, future };
}

function including(future: Future | undefined, time: Micros): Future {
  if (future === undefined) return { first: time, last: time };
  const { first, last } = future;
  return { first: time < first ? time : first, last: time > last ? time : last };
}

/** The worst failure: what is wrong for good comes before what may change. */
function failureOf(
  header: BlockHeader,
  { network, now, find }: Pick<ValidateParts, 'network' | 'now' | 'find'>,
): HeaderFailure | undefined {
  const networkOf = (code: number): Network | undefined =>
    code === network.code ? network : undefined;
  const step = findParents(network, header, { networkOf, find });
  if (!step.ok) return step.fault;
  const failures = validateHeader(step.value, now);
  return failures.find((failure) => headerFailures[failure].verdict !== 'later') ?? failures[0];
}

const nameOf = (chain: ChainId, hash: Hash): string => `${chain} ${toBase64Url(hash)}`;

/** Checks headers of a page, from the top: each is the parent of the one before. */
export function pageFault(
  network: Network,
  headers: readonly BlockHeader[],
  asked: { readonly chain: ChainId; readonly minHeight: number; readonly maxHeight: number },
): ServedFault | undefined {
  let above: BlockHeader | undefined;
  for (const header of headers) {
    if (header.height < asked.minHeight || header.height > asked.maxHeight) {
      return { fault: 'malformed', what: 'it served headers of other heights than were asked for' };
    }
    if (header.chainId !== asked.chain || !equalBytes(blockHash(header), header.hash)) {
      return byServer('it served headers with a wrong hash or of another chain');
    }
    if (above !== undefined && !equalBytes(above.parent, header.hash)) {
      return byServer('it served headers that are no branch');
    }
    if (!hasWork(network, header)) return byServer('it served a header without its work');
    above = header;
  }
  return undefined;
}
