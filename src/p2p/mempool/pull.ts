// Fetches transactions that a peer lists and this node wants, in the order of their arrival there. What several peers list is
// fetched from one of them.
// Source: Mempool/Mempool.hs, syncMempools; interface reference, sections 1.8 and 3.7.

import { isJsonObject } from '../../base/json.ts';
import { readJson } from '../../base/json-reader.ts';
import { bad, good, type Result } from '../../base/result.ts';
import type { Pool, PoolMark } from '../ledger.ts';
import type { AskFault } from '../messages/message.ts';
import { gossipLimits as limits } from './limits.ts';
import type { Claims } from './claims.ts';
import type { KnownKeys } from './known-keys.ts';

/** How the mempool of a peer is asked. */
export interface PeerPool {
  pending(
    since: PoolMark | undefined,
  ): Promise<Result<{ readonly keys: readonly string[]; readonly mark: PoolMark }, AskFault>>;
  lookup(keys: readonly string[]): Promise<Result<readonly (string | undefined)[], AskFault>>;
  member(keys: readonly string[]): Promise<Result<readonly boolean[], AskFault>>;
  insert(commands: readonly string[]): Promise<Result<unknown, AskFault>>;
}

export type GossipFault =
  | AskFault
  /** What it sent is not what it may send. */
  | { readonly kind: 'broken'; readonly sentence: string }
  /** Most of what it sent is refused. */
  | { readonly kind: 'refused'; readonly sentence: string };

export type PullParts = {
  readonly pool: Pick<Pool, 'wants' | 'insert'>;
  readonly peerPool: Pick<PeerPool, 'pending' | 'lookup'>;
  /** What the peer has. */
  readonly known: KnownKeys;
  /** Keys that are being fetched from one of the peers. */
  readonly claims: Claims;
  readonly since: PoolMark | undefined;
  /** Keys that the peer listed before, and that were being fetched from others. */
  readonly later: readonly string[];
  readonly isOver: () => boolean;
};

export type Pulled = {
  /** Continues the list. */
  readonly mark: PoolMark | undefined;
  /** For the next time: others may not keep their word. */
  readonly later: readonly string[];
};

export async function pull(parts: PullParts): Promise<Result<Pulled, GossipFault>> {
  let { since } = parts;
  const before = await fetchWanted(parts, parts.later);
  if (!before.ok) return before;
  const later = [...before.value];
  for (let list = 0; list < limits.lists && !parts.isOver(); list++) {
    const asked = await parts.peerPool.pending(since);
    if (!asked.ok) return asked;
    const { keys, mark } = asked.value;
    if (since?.nonce === mark.nonce && mark.mark < since.mark) {
      return bad({ kind: 'broken', sentence: 'its list of transactions goes backwards' });
    }
    for (const key of keys) parts.known.add(key);
    const fetched = await fetchWanted(parts, [...new Set(keys)]);
    if (!fetched.ok) return fetched;
    later.push(...fetched.value);
    const isEnd = keys.length === 0 || (since?.nonce === mark.nonce && since.mark === mark.mark);
    since = mark;
    if (isEnd) break;
  }
  return good({ mark: since, later: later.slice(0, limits.laterKeys) });
}

/** Returns the keys that are being fetched from others, and those that there was no time for. */
async function fetchWanted(
  parts: PullParts,
  keys: readonly string[],
): Promise<Result<readonly string[], GossipFault>> {
  const { pool, claims } = parts;
  const later: string[] = [];
  for (let at = 0; at < keys.length; at += limits.lookupKeys) {
    if (parts.isOver()) return good([...later, ...keys.slice(at)]);
    const some = keys.slice(at, at + limits.lookupKeys);
    const wants = await pool.wants(some);
    const wanted = some.filter((_, i) => wants[i] === true);
    const claimed = wanted.filter((key) => claims.take(key));
    later.push(...wanted.filter((key) => !claimed.includes(key)));
    if (claimed.length === 0) continue;
    const fetched = await fetchSome(parts, claimed);
    for (const key of claimed) claims.end(key);
    if (!fetched.ok) return fetched;
  }
  return good(later);
}

async function fetchSome(
  { pool, peerPool }: PullParts,
  keys: readonly string[],
): Promise<Result<undefined, GossipFault>> {
  const found = await peerPool.lookup(keys);
  if (!found.ok) return found;
  if (found.value.length !== keys.length) {
    return bad({ kind: 'broken', sentence: 'it answers for other transactions than it was asked' });
  }
  const commands: string[] = [];
  for (const [at, command] of found.value.entries()) {
    if (command === undefined) continue;
    if (keyIn(command) !== keys[at]) {
      return bad({ kind: 'broken', sentence: 'it sends other transactions than it was asked for' });
    }
    commands.push(command);
  }
  if (commands.length === 0) return good(undefined);
  const outcomes = await pool.insert(commands);
  const refused = outcomes.filter((each) => each === 'refused' || each === 'unreadable').length;
  return refused >= limits.judgedCommands && refused * 2 > commands.length
    ? bad({ kind: 'refused', sentence: 'most of its transactions are invalid' })
    : good(undefined);
}

/** The key that a transaction claims: whether it is the hash of its payload is checked with everything else of it. */
function keyIn(command: string): string | undefined {
  const json = readJson(command);
  if (json.kind !== 'value' || !isJsonObject(json.value)) return undefined;
  const hash = json.value.get('hash');
  return typeof hash === 'string' ? hash : undefined;
}
