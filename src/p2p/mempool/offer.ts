// Sends a peer transactions that it does not have. Most peers fetch them themselves: what is sent is what a peer did not list
// although it had time to, so that nodes which nobody can connect to are heard too.

import { good, type Result } from '../../base/result.ts';
import { utf8Length } from '../../base/bytes.ts';
import type { Pool, PoolMark } from '../ledger.ts';
import type { AskFault } from '../messages/message.ts';
import type { KnownKeys } from './known-keys.ts';
import { gossipLimits as limits } from './limits.ts';
import type { PeerPool } from './pull.ts';

export type OfferParts = {
  readonly pool: Pick<Pool, 'pending' | 'lookup'>;
  readonly peerPool: Pick<PeerPool, 'insert'>;
  readonly known: KnownKeys;
  readonly isOver: () => boolean;
};

/** What is to be offered to one peer for one chain. */
export class Offer {
  private since: PoolMark | undefined;
  /** Arrived here since the last round: offered in the next one. */
  private waiting: readonly string[] = [];

  /** `isPatient`: whether the peer can fetch new ones itself. */
  async round(parts: OfferParts, isPatient: boolean): Promise<Result<undefined, AskFault>> {
    const { pool, known } = parts;
    const arrived = await pool.pending(this.since);
    this.since = arrived.mark;
    const due = isPatient ? this.waiting : [...this.waiting, ...arrived.keys];
    this.waiting = isPatient ? arrived.keys : [];
    return send(
      parts,
      due.filter((key) => !known.has(key)),
    );
  }
}

/** Sends transactions that are still pending, and remembers that the peer has them. */
export async function send(
  { pool, peerPool, known, isOver }: OfferParts,
  keys: readonly string[],
): Promise<Result<undefined, AskFault>> {
  for (let at = 0; at < keys.length && !isOver(); at += limits.insertCommands) {
    const some = keys.slice(at, at + limits.insertCommands);
    const commands = await pool.lookup(some);
    for (const batch of batchesOf(commands.filter((each) => each !== undefined))) {
      const sent = await peerPool.insert(batch);
      if (!sent.ok) return sent;
    }
    for (const key of some) known.add(key);
  }
  return good(undefined);
}

/** Transactions of at most so many bytes together, or one. */
export function batchesOf(commands: readonly string[]): readonly (readonly string[])[] {
  const batches: string[][] = [];
  let bytes = Infinity;
  for (const command of commands) {
    const size = utf8Length(command);
    if (bytes + size > limits.insertBytes) {
      batches.push([]);
      bytes = 0;
    }
    batches.at(-1)?.push(command);
    bytes += size;
  }
  return batches;
}
