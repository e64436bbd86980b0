// Work for miners: blocks that lack their nonce are handed out, and join the cut when it is found. Work includes new
// transactions soon after the first one, and then at most once per interval, so that a flood of transactions causes few
// blocks to be built.
// Source: Chainweb/Miner/Coordinator.hs, Chainweb/Miner/RestAPI/Server.hs; interface reference, sections 1.9 and 7;
// Chainweb/Chainweb/MinerResources.hs (periodicallyRefreshPayload), which refreshes at the interval alone.

import { toBase64Url } from '../../../base/base64url.ts';
import { equalBytes } from '../../../base/bytes.ts';
import { EventQueue } from '../../../base/event-queue.ts';
import type { Timer, Cancel, Clock } from '../../../base/ports/time.ts';
import type { Random } from '../../../base/ports/random.ts';
import { bad, good, type Result } from '../../../base/result.ts';
import { lowestHeight, minableChains } from '../../../chain/choice/cut.ts';
import type { ChainId } from '../../../chain/graph/chain-graph.ts';
import { blockHash } from '../../../chain/model/block-hash.ts';
import {
  decodeHeaderWithoutHash,
  type BlockHeader,
  encodeWorkHeader,
} from '../../../chain/model/header.ts';
import { encodeMiner, type Miner } from '../../../chain/model/payload-json.ts';
import { findParents, validateHeader } from '../../../chain/rules/validate-header.ts';
import type { Candidate } from '../engine.ts';
import type { MiningEvent, MiningPort, SolvedFailure, WorkFailure } from '../../port.ts';
import { makeBlock, type BlockMaking } from './make-block.ts';
import { miningLimits } from '../../limits.ts';
import type { Mempool } from '../../mempool/mempool.ts';

type CoordinationParts = Omit<BlockMaking, 'miner' | 'maxMs'> & {
  readonly random: Random;
  /** Used to notify miners of new transactions. */
  readonly timer: Timer;
  /** How often work picks up new transactions, in milliseconds. */
  readonly refreshMs: number;
  /** Decides whether a miner gets work; if absent, every miner does. */
  readonly isMiner?: (miner: Miner) => boolean;
};

/** Work that was handed out. */
type Given = {
  readonly candidate: Candidate;
  readonly miner: string;
  /** The number of transactions that had arrived when the block was built. */
  readonly arrivals: number;
  /** Microseconds. */
  readonly since: bigint;
};

export class Coordination implements MiningPort {
  private readonly parts: CoordinationParts;
  /** By payload hash, the oldest first. */
  private readonly given = new Map<string, Given>();
  private readonly arriving = new Map<ChainId, NewTransactions>();
  private streams = 0;

  constructor(parts: CoordinationParts) {
    this.parts = parts;
  }

  work(miner: Miner, chain?: ChainId): Promise<Result<Uint8Array, WorkFailure>> {
    return Promise.resolve(this.workNow(miner, chain));
  }

  /** The miner is notified of an accepted block only after the block is durable. */
  async solved(work: Uint8Array): Promise<Result<'accepted' | 'stale', SolvedFailure>> {
    const { journal } = this.parts.engine;
    const solved = this.solvedNow(work);
    await journal.durable().catch(() => undefined);
    if (journal.fault === undefined) return solved;
    return bad({ kind: 'invalid', text: `the node cannot store blocks now: ${journal.fault}` });
  }

  updates(chain: ChainId, signal: AbortSignal): AsyncIterable<MiningEvent> | undefined {
    const { engine } = this.parts;
    if (!engine.chains.has(chain) || this.streams >= miningLimits.updateStreams) return undefined;
    this.streams++;
    const end = (): void => queue.end();
    const stop = this.listen(chain, (event) => queue.push(event));
    const queue = new EventQueue<MiningEvent>({
      max: miningLimits.eventsBehind,
      onEnd: () => {
        this.streams--;
        stop();
        signal.removeEventListener('abort', end);
      },
    });
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
    return queue;
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

  private workNow(miner: Miner, asked: ChainId | undefined): Result<Uint8Array, WorkFailure> {
    const { engine, isMiner } = this.parts;
    const { fault } = engine.journal;
    if (fault !== undefined) return bad({ kind: 'unavailable', sentence: fault });
    this.forgetOld();
    if (this.given.size >= miningLimits.workItems) return bad({ kind: 'too-many' });
    if (isMiner?.(miner) === false) return bad({ kind: 'unauthorized', account: miner.account });
    for (const chain of this.candidates(asked)) {
      const found = this.candidateOf(miner, chain);
      if (!found.ok) {
        if (found.fault.kind === 'failed') {
          return bad({ kind: 'unavailable', sentence: found.fault.text });
        }
        continue;
      }
      // The time may be changed by the solution, but must not be before the parents or ahead of the clock.
      const { header } = found.value;
      return good(encodeWorkHeader({ ...header, nonce: 0n }));
    }
    const waits = 'no chain can be mined now: retry after the next block';
    return bad({ kind: 'unavailable', sentence: engine.chains.size === 0 ? 'no chains' : waits });
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

  /** Returns the previous work if nothing has changed: a block is not built again for every request. */
  private candidateOf(miner: Miner, chain: ChainId) {
    const { engine } = this.parts;
    const minerText = toBase64Url(encodeMiner(miner));
    const arriving = this.arrivingAt(chain);
    const due = arriving?.due() ?? 0;
    for (const each of this.given.values()) {
      const isSame = each.miner === minerText && each.arrivals >= due;
      if (isSame && each.candidate.chain === chain && this.isFresh(each.candidate)) {
        return good(each.candidate);
      }
    }
    const arrivals = arriving?.arrivals ?? 0;
    const built = makeBlock({ ...this.parts, miner }, chain);
    if (!built.ok) return built;
    const key = toBase64Url(built.value.header.payloadHash);
    const since = engine.now();
    this.given.delete(key);
    this.given.set(key, { candidate: built.value, miner: minerText, arrivals, since });
    return built;
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
    this.forgetOld();
    const key = toBase64Url(decoded.value.payloadHash);
    const given = this.given.get(key);
    if (given === undefined) return bad({ kind: 'unknown-work' });
    const header = { ...decoded.value, hash: blockHash(decoded.value) };
    const wrong = this.faultOf(header, given.candidate);
    if (wrong !== undefined) return bad({ kind: 'invalid', text: wrong });
    this.given.delete(key);
    return good(engine.extend(given.candidate, header));
  }

  /** Miners may change the nonce and the time, and nothing else. */
  private faultOf(header: BlockHeader, { header: given }: Candidate): string | undefined {
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

  private forgetOld(): void {
    const oldest = this.parts.engine.now() - miningLimits.workMicros;
    for (const [key, { since }] of this.given) if (since < oldest) this.given.delete(key);
  }
}

type NewTransactionsParts = {
  readonly pool: Mempool;
  readonly clock: Clock;
  readonly timer: Timer;
  /** The least milliseconds between two times that transactions are included. */
  readonly refreshMs: number;
};

class NewTransactions {
  private readonly parts: NewTransactionsParts;
  private readonly listeners = new Set<() => void>();
  private stopListening: () => void = () => undefined;
  private cancel: Cancel | undefined;
  /** Arrivals in the mempool that work must include. */
  private wanted: number;
  private refreshedAt = -Infinity;

  constructor(parts: NewTransactionsParts) {
    this.parts = parts;
    this.wanted = this.arrivals;
  }

  /** The number of transactions that ever arrived in the mempool. */
  get arrivals(): number {
    return this.parts.pool.recent.mark;
  }

  /** The arrivals that work must include now: older work is built again. */
  due(): number {
    const { parts, arrivals } = this;
    const now = parts.clock.nowMs();
    if (arrivals !== this.wanted && now - this.refreshedAt >= parts.refreshMs) {
      this.wanted = arrivals;
      this.refreshedAt = now;
    }
    return this.wanted;
  }

  /** Call this when there is a new parent: work is built again, with all waiting transactions. */
  restart(): void {
    this.wanted = this.arrivals;
    this.cancel?.();
    this.cancel = undefined;
  }

  /** Calls the listener when work must include new transactions; call the returned function to stop. */
  listen(listener: () => void): () => void {
    if (this.listeners.size === 0)
      this.stopListening = this.parts.pool.listen(() => this.arrived());
    this.listeners.add(listener);
    return () => {
      if (!this.listeners.delete(listener) || this.listeners.size > 0) return;
      this.stopListening();
      this.cancel?.();
      this.cancel = undefined;
    };
  }

  private arrived(): void {
    if (this.cancel !== undefined) return;
    const { clock, timer, refreshMs } = this.parts;
    const rest = this.refreshedAt + refreshMs - clock.nowMs();
    const wait = Math.max(miningLimits.gatherMs, rest);
    this.cancel = timer.after(wait, () => this.tell(), { isBackground: true });
  }

  private tell(): void {
    this.cancel = undefined;
    const before = this.wanted;
    if (this.parts.pool.size === 0 || this.due() === before) return;
    for (const listener of [...this.listeners]) listener();
  }
}
