// Payloads of blocks that are going to be executed: spread over all peers that have them, in batches where a peer answers
// those. Real nodes do not, so what a peer can do is found out by asking.

import { toBase64Url } from '../../base/base64url.ts';
import { equalBytes } from '../../base/bytes.ts';
import { putNewest } from '../../base/newest.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { BlockHeader } from '../../chain/model/header.ts';
import { wrongHashes, type PayloadData } from '../../chain/model/payload.ts';
import { keyOf, type PeerInfo, type PeerKey } from '../address/peer-info.ts';
import type { Bundle } from '../ledger.ts';
import type { FetchFault } from './fetch.ts';
import { fetchLimits } from './limits.ts';
import type { FaultClass } from './port.ts';
import type { Backers, Shared } from './shared.ts';
import type { StallWatch } from './stall-watch.ts';

export type GatherOptions = {
  readonly backers: Backers;
  readonly signal: AbortSignal;
  readonly watch: StallWatch;
};

export class Gatherer {
  private readonly shared: Shared;
  /** Until when a peer is not asked for batches. */
  private readonly noBatch = new Map<PeerKey, number>();

  constructor(shared: Shared) {
    this.shared = shared;
  }

  /** Returns the blocks in the order of the headers. */
  async gather(
    headers: readonly BlockHeader[],
    options: GatherOptions,
  ): Promise<Result<readonly Bundle[], FetchFault>> {
    // Kept here, because the pool may drop them before the last one has arrived.
    const payloads = new Map<string, PayloadData>();
    const missing = headers.filter(({ payloadHash }) => {
      const known = this.shared.candidates.payload(payloadHash);
      if (known !== undefined) payloads.set(toBase64Url(payloadHash), known);
      return known === undefined;
    });
    const { sources, width } = this.sourcesOf(options.backers);
    const tasks = tasksOf(
      missing,
      sources.some((peer) => this.answersBatches(peer)),
    );
    const take = async (): Promise<FetchFault | undefined> => {
      for (let task = tasks.shift(); task !== undefined; task = tasks.shift()) {
        const fetched = await this.fetch(task, options);
        if (!fetched.ok) {
          tasks.length = 0;
          return fetched.fault;
        }
        for (const payload of fetched.value)
          payloads.set(toBase64Url(payload.payloadHash), payload);
        const left = task.filter(({ payloadHash }) => !payloads.has(toBase64Url(payloadHash)));
        // The rest of a batch may not have fitted into the answer.
        if (left.length > 0) tasks.push(...(left.length < task.length ? [left] : singly(left)));
      }
      return undefined;
    };
    const faults = await Promise.all(Array.from({ length: width }, take));
    const fault = faults.find((each) => each !== undefined);
    if (fault !== undefined) return bad(fault);
    return good(
      headers.flatMap((header) => {
        const payload = payloads.get(toBase64Url(header.payloadHash));
        return payload === undefined ? [] : [{ header, payload }];
      }),
    );
  }

  private sourcesOf(backers: Backers): {
    readonly sources: readonly PeerInfo[];
    readonly width: number;
  } {
    const sources = backers.sources();
    // A few more than run at once, so that no lane is empty.
    const width = Math.min(sources.length * (fetchLimits.inFlightOfPeer + 2), fetchLimits.inFlight);
    return { sources, width: Math.max(1, width) };
  }

  /** Returns what a peer had: none, if peers do not answer batches. */
  private async fetch(
    headers: readonly BlockHeader[],
    options: GatherOptions,
  ): Promise<Result<readonly PayloadData[], FetchFault>> {
    const [first, ...others] = headers;
    if (first === undefined) return good([]);
    const isBatch = others.length > 0;
    const sources = options.backers.sources();
    const able = isBatch ? sources.filter((peer) => this.answersBatches(peer)) : sources;
    if (able.length === 0) return isBatch ? good([]) : bad('missing');
    const fetched = await this.shared.fetcher.fetch<readonly PayloadData[]>(
      {
        key: `${isBatch ? `payloads ${headers.length}` : 'payload'} ${toBase64Url(first.hash)}`,
        isLong: isBatch,
        ask: async (peer, signal) => {
          const asked = { peer, signal };
          if (isBatch) return this.askBatch(headers, asked);
          const payload = await this.shared.questions.payload(first, asked);
          return payload.ok ? good([payload.value]) : payload;
        },
        check: (payloads) => answerFault(headers, payloads),
      },
      able,
      options.signal,
    );
    if (!fetched.ok) return isBatch && fetched.fault === 'missing' ? good([]) : fetched;
    const { value, from } = fetched.value;
    for (const payload of value) this.shared.candidates.addPayload(payload, keyOf(from.address));
    if (value.length > 0) {
      options.backers.isProven = true;
      options.watch.progress();
      this.shared.peers.useful(keyOf(from.address));
    }
    return good(value);
  }

  private async askBatch(
    headers: readonly BlockHeader[],
    { peer, signal }: { readonly peer: PeerInfo; readonly signal: AbortSignal },
  ) {
    const answer = await this.shared.questions.payloads(headers, { peer, signal });
    const isRefused = !answer.ok && answer.fault.kind === 'status' && answer.fault.status < 429;
    if (isRefused || (answer.ok && answer.value.length === 0)) this.rememberNoBatch(peer);
    return answer;
  }

  private answersBatches({ address }: PeerInfo): boolean {
    return (this.noBatch.get(keyOf(address)) ?? 0) <= this.shared.clock.nowMs();
  }

  private rememberNoBatch({ address }: PeerInfo): void {
    const untilMs = this.shared.clock.nowMs() + fetchLimits.noBatchMs;
    putNewest(this.noBatch, fetchLimits.lanes, [keyOf(address), untilMs]);
  }
}

/** Batches of one chain, the lowest blocks first; or single blocks. */
function tasksOf(headers: readonly BlockHeader[], hasBatches: boolean): (readonly BlockHeader[])[] {
  if (!hasBatches || headers.length < smallestBatch) return singly(headers);
  const byChain = new Map<number, BlockHeader[]>();
  for (const header of headers) {
    const known = byChain.get(header.chainId);
    if (known === undefined) byChain.set(header.chainId, [header]);
    else known.push(header);
  }
  const tasks: BlockHeader[][] = [];
  for (const list of byChain.values()) {
    for (let at = 0; at < list.length; at += fetchLimits.batch) {
      tasks.push(list.slice(at, at + fetchLimits.batch));
    }
  }
  return tasks;
}

/** Fewer are asked for one by one, which works everywhere. */
const smallestBatch = 40;

const singly = (headers: readonly BlockHeader[]): (readonly BlockHeader[])[] =>
  headers.map((header) => [header]);

function answerFault(
  headers: readonly BlockHeader[],
  payloads: readonly PayloadData[],
): { readonly fault: FaultClass; readonly what: string } | undefined {
  for (const payload of payloads) {
    const isAsked = headers.some((each) => equalBytes(each.payloadHash, payload.payloadHash));
    if (!isAsked) return { fault: 'fatal', what: 'it served another payload than asked for' };
    if (wrongHashes(payload).length > 0) {
      return { fault: 'fatal', what: 'it served a payload whose hashes do not match its content' };
    }
  }
  return undefined;
}
