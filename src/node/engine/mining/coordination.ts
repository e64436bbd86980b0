// Work for miners: blocks that lack their nonce are handed out, and join the cut when it is found. Every account needs
// blocks of its own, so building and keeping them is shared out by client (build-line.ts, given-work.ts).
// Source: Chainweb/Miner/Coordinator.hs, Chainweb/Miner/RestAPI/Server.hs; interface reference, sections 1.9 and 7;
// Chainweb/Chainweb/MinerResources.hs (periodicallyRefreshPayload), which refreshes at the interval alone.

import { toBase64Url } from '../../../base/base64url.ts';
import { equalBytes } from '../../../base/bytes.ts';
import { oldestOfMany } from '../../../base/crowded.ts';
import { EventQueue } from '../../../base/event-queue.ts';
import type { Client } from '../../../base/client.ts';
import type { Timer } from '../../../base/ports/time.ts';
import type { Random } from '../../../base/ports/random.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { lowestHeight, minableChains } from '../../../chain/choice/cut.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { blockHash } from '../../../chain/model/block-hash.ts';
import { decodeHeaderWithoutHash, type BlockHeader } from '../../../chain/model/header.ts';
import { encodeMiner, type Miner } from '../../../chain/model/payload-json.ts';
import { findParents, validateHeader } from '../../../chain/rules/validate-header.ts';
import type { Candidate } from '../engine.ts';
import type {
  MiningEvent,
  MiningPort,
  SolvedFailure,
  WorkFailure,
  WorkRequest,
} from '../../port.ts';
import { miningLimits } from '../../limits.ts';
import { BuildLine } from './build-line.ts';
import { AllGivenWork, bytesOf } from './given-work.ts';
import type { BlockMaking } from './make-block.ts';
import type { MiningGate } from './mining-gate.ts';
import { NewTransactions } from './new-transactions.ts';
import { answerOf, WorkBuild } from './work-build.ts';

type CoordinationParts = Omit<BlockMaking, 'miner' | 'maxMs'> & {
  readonly random: Random;
  /** Used to notify miners of new transactions. */
  readonly timer: Timer;
  /** How often work picks up new transactions, in milliseconds. */
  readonly refreshMs: number;
  /** Decides whether a miner gets work; if absent, every miner does. */
  readonly isMiner?: (miner: Miner) => boolean;
  /** If absent, work is always given. */
  readonly gate?: MiningGate;
};

export class Coordination implements MiningPort {
  private readonly parts: CoordinationParts;
  private readonly given: AllGivenWork;
  private readonly line: BuildLine;
  private readonly arriving = new Map<ChainId, NewTransactions>();
  /** Miners that solved work, as bytes of a payload in base64url; the least recent one comes first. */
  private readonly proven = new Set<string>();
  /** Open streams and their networks, the oldest first. */
  private readonly streams = new Map<EventQueue<MiningEvent>, string>();

  constructor(parts: CoordinationParts) {
    const { engine, timer } = parts;
    this.parts = parts;
    this.line = new BuildLine({ clock: engine.clock, timer });
    this.given = new AllGivenWork({
      limits: miningLimits,
      isProven: (miner) => this.proven.has(miner),
    });
    engine.listen(() => this.given.dropStale((candidate) => this.isFresh(candidate)));
  }

  work(request: WorkRequest): Promise<Result<Uint8Array, WorkFailure>> {
    const { engine, isMiner, gate } = this.parts;
    const { miner, client, left } = request;
    const sentence = engine.journal.fault ?? gate?.closed;
    if (sentence !== undefined) return Promise.resolve(bad({ kind: 'unavailable', sentence }));
    if (isMiner?.(miner) === false) {
      return Promise.resolve(bad({ kind: 'unauthorized', account: miner.account }));
    }
    this.given.dropOld(engine.now());
    const key = toBase64Url(encodeMiner(miner));
    const known = this.knownWork(key, request.chain);
    if (known !== undefined) return Promise.resolve(answerOf(known));
    const build = new WorkBuild(this.parts, {
      miner,
      chains: () => this.candidates(request.chain),
      known: (chain) => this.currentWork(key, chain),
      give: (candidate, arrivals) => this.give(candidate, { miner: key, client, arrivals }),
      arrivals: (chain) => this.arrivingAt(chain)?.arrivals ?? 0,
    });
    const isProven = this.proven.has(key);
    return this.line.request({
      client,
      isProven,
      left,
      turn: (isAwaited) => build.turn(isAwaited && !isProven),
    });
  }

  /** The miner is notified of an accepted block only after the block is durable. */
  async solved(work: Uint8Array): Promise<Result<'accepted' | 'stale', SolvedFailure>> {
    const { journal } = this.parts.engine;
    const solved = this.solvedNow(work);
    await journal.durable().catch(() => undefined);
    if (journal.fault === undefined) return solved;
    return bad({ kind: 'invalid', text: `the node cannot store blocks now: ${journal.fault}` });
  }

  updates(
    chain: ChainId,
    { client, signal }: { readonly client: Client; readonly signal: AbortSignal },
  ): AsyncIterable<MiningEvent> | undefined {
    const { network } = client;
    if (!this.parts.engine.chains.has(chain) || !this.hasStreamFor(network)) return undefined;
    const end = (): void => queue.end();
    const stop = this.listen(chain, (event) => queue.push(event));
    const queue = new EventQueue<MiningEvent>({
      max: miningLimits.eventsBehind,
      onEnd: () => {
        this.streams.delete(queue);
        stop();
        signal.removeEventListener('abort', end);
      },
    });
    this.streams.set(queue, network);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return queue;
  }

  /** If there are too many streams, one of the network with the most ends; its miner opens it again. */
  private hasStreamFor(network: string): boolean {
    if (this.streams.size < miningLimits.updateStreams) return true;
    const ended = oldestOfMany(this.streams, network);
    ended?.end();
    return ended !== undefined;
  }

  /** Calls the listener when work on a chain is out of date; call the returned function to stop. */
  listen(chain: ChainId, listener: (event: MiningEvent) => void): () => void {
    const arriving = this.arrivingAt(chain);
    const stopTransactions = arriving?.listen(() => listener('new-transactions'));
    const stopCut = this.parts.engine.listen(({ added, removed }) => {
      const isAbout = [...added, ...removed].some(({ chainId }) => chainId === chain);
      if (!isAbout) return;
      arriving?.restart();
      listener('new-parent');
    });
    return () => {
      stopTransactions?.();
      stopCut();
    };
  }

  private arrivingAt(chain: ChainId): NewTransactions | undefined {
    const { engine, timer, refreshMs } = this.parts;
    const known = this.arriving.get(chain);
    const pool = engine.chains.get(chain)?.mempool;
    if (known !== undefined || pool === undefined) return known;
    const arriving = new NewTransactions({ pool, clock: engine.clock, timer, refreshMs });
    this.arriving.set(chain, arriving);
    return arriving;
  }

  /** Returns work that the miner has already, if it may get that; while others wait, on any of the chains. */
  private knownWork(miner: string, asked: ChainId | undefined): Candidate | undefined {
    const chains = this.candidates(asked);
    for (const chain of this.line.isBusy ? chains : chains.slice(0, 1)) {
      const known = this.currentWork(miner, chain);
      if (known !== undefined) return known;
    }
    return undefined;
  }

  /** Returns the previous work if nothing has changed: a block is not built again for every request. */
  private currentWork(miner: string, chain: ChainId): Candidate | undefined {
    const newest = this.given.newestOf(miner, chain);
    const due = this.arrivingAt(chain)?.due() ?? 0;
    return newest !== undefined && newest.arrivals >= due && this.isFresh(newest.candidate)
      ? newest.candidate
      : undefined;
  }

  private give(
    candidate: Candidate,
    of: { readonly miner: string; readonly client: Client; readonly arrivals: number },
  ): void {
    const since = this.parts.engine.now();
    this.given.add({ ...of, candidate, since, bytes: bytesOf(candidate) });
  }

  /** Returns the requested chain if it can be mined; otherwise the lowest chains, from a random one on. */
  private candidates(asked: ChainId | undefined): readonly ChainId[] {
    const { cut } = this.parts.engine;
    const minable = minableChains(cut);
    if (asked !== undefined && minable.includes(asked)) return [asked];
    const lowest = lowestHeight(cut.heads);
    const low = minable.filter((chain) => cut.heads.get(chain)?.height === lowest);
    const from = low.length > 0 ? low : minable;
    const first = this.below(from.length);
    return [...from.slice(first), ...from.slice(0, first)];
  }

  private below(count: number): number {
    const [high = 0, low = 0] = this.parts.random.bytes(2);
    return count === 0 ? 0 : (high * 256 + low) % count;
  }

  /** Returns whether a block made now would have the same parents. */
  private isFresh({ chain, header }: Candidate): boolean {
    const { heads } = this.parts.engine.cut;
    const head = heads.get(chain);
    if (head === undefined || !equalBytes(head.hash, header.parent)) return false;
    return header.adjacents.every(({ chainId, hash }) => {
      const other = heads.get(chainId);
      return (
        other !== undefined && [other.hash, other.parent].some((each) => equalBytes(each, hash))
      );
    });
  }

  private solvedNow(work: Uint8Array): Result<'accepted' | 'stale', SolvedFailure> {
    const { engine } = this.parts;
    const decoded = decodeHeaderWithoutHash(work);
    if (!decoded.ok) return bad({ kind: 'undecodable', text: decoded.fault });
    this.given.dropOld(engine.now());
    const found = this.given.find(decoded.value);
    if (found === undefined) return bad({ kind: 'unknown-work' });
    const header = { ...decoded.value, hash: blockHash(decoded.value) };
    const given = found.kind === 'stale' ? found.header : found.work.candidate.header;
    const wrong = this.faultOf(header, given);
    if (wrong !== undefined) return bad({ kind: 'invalid', text: wrong });
    this.given.remove(header);
    if (found.kind === 'stale') return good('stale');
    const { miner, candidate } = found.work;
    const added = engine.extend(candidate, header);
    if (added === 'accepted') this.prove(miner);
    return good(added);
  }

  private prove(miner: string): void {
    this.proven.delete(miner);
    this.proven.add(miner);
    for (const oldest of this.proven) {
      if (this.proven.size <= miningLimits.provenMiners) break;
      this.proven.delete(oldest);
    }
  }

  /** Miners may change the nonce and the time, and nothing else. */
  private faultOf(header: BlockHeader, given: BlockHeader): string | undefined {
    const { nonce, creationTime } = header;
    const expected = { ...given, nonce, creationTime };
    if (!equalBytes(blockHash(expected), header.hash)) {
      return 'the header does not match the work: change only the nonce and the time';
    }
    const { engine } = this.parts;
    const { network, store } = engine;
    const step = findParents(network, header, {
      networkOf: (code) => (code === network.code ? network : undefined),
      find: (chain, hash) => store.find(chain, hash),
    });
    if (!step.ok) return `Invalid header: ${step.fault}`;
    const [first] = validateHeader(step.value, engine.now());
    if (first === undefined) return undefined;
    return first === 'IncorrectPow' ? 'Invalid POW hash' : `Invalid header: ${first}`;
  }
}
