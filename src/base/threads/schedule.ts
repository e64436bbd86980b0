// Which of the waiting questions is next. There is a short lane, where a question has a turn of limited length, and a
// long lane for those that did not finish in it. Nobody knows the length of a question beforehand, but a connection
// that asked short ones so far probably does so again. In the short lane these go first, so that an honest client never
// waits for more than the turn in progress, whatever number of others ask long questions.
//
// - Proven connections: their questions were short on average. The one that used least goes first.
// - New connections: the newest and the oldest question in turn. If more arrive than can be served, the wait of many is
//   still short, and none waits forever. While many wait, their turns are shorter.
// - Slow connections: the one that used least goes first, as long as few wait in the long lane, where the question most
//   likely ends: otherwise turns would only cost time.
//
// Within each group, networks share the threads before their connections do. Now and then the later groups go first: a
// flood of short questions does not shut out new connections, and a slow one can prove itself again.

import type { Client } from '../client.ts';
import type { QuestionLimits } from './limits.ts';

export type LaneName = 'short' | 'long';

/** A question that waits. */
export type Ticket<Job> = {
  readonly job: Job;
  readonly client: Client;
  readonly lane: LaneName;
  readonly order: number;
};

/** A question that is worked on now. */
export type Turn<Job> = {
  readonly ticket: Ticket<Job>;
  /** The length of the turn in the short lane; `undefined`: no limit. */
  readonly ms: number | undefined;
  /** The lane in which it waits again if it is not done by then. */
  readonly lane: LaneName;
  /** Whether it most likely takes little time, so that others may be handed over with it. */
  readonly isProven: boolean;
};

type Group = 'proven' | 'new' | 'slow';

/** What a connection or a network has used: decays with time. */
class Use {
  /** Of two uses, the one with the larger rank is larger, at any time. */
  rank = -Infinity;
  private ms = 0;
  private atMs = 0;
  private readonly halfLifeMs: number;

  constructor(halfLifeMs: number) {
    this.halfLifeMs = halfLifeMs;
  }

  at(nowMs: number): number {
    return this.ms * 2 ** ((this.atMs - nowMs) / this.halfLifeMs);
  }

  add(ms: number, nowMs: number): void {
    this.ms = Math.max(0, this.at(nowMs) + ms);
    this.atMs = nowMs;
    this.rank = Math.log2(this.ms) + nowMs / this.halfLifeMs;
  }
}

type Connection = {
  readonly use: Use;
  /** Milliseconds of a question on average, the last ones counting most; `undefined`: none has been served. */
  expectedMs: number | undefined;
};

type Network = {
  readonly use: Use;
  /** What a connection that is being served has used, on average: the last ones count most. */
  readonly ofConnection: Use;
};

/** A ticket with its place in the order. Others are scanned for each question, so nothing is looked up for them. */
type Waiting<Job> = Ticket<Job> & { readonly connection: Connection; readonly network: Network };

export class Schedule<Job> {
  private readonly limits: QuestionLimits;
  private readonly connections = new WeakMap<Client, Connection>();
  /** The least recently seen one first. */
  private readonly networks = new Map<string, Network>();
  private readonly waiting: Record<LaneName, Waiting<Job>[]> = { short: [], long: [] };
  private nextOrder = 0;
  /** Among the questions of new connections. */
  private isOldestNext = false;
  private turnsSinceNew = 0;
  private turnsSinceSlow = 0;

  constructor(limits: QuestionLimits) {
    this.limits = limits;
  }

  /** Whether the questions of a connection were short so far. */
  isProven(client: Client): boolean {
    const connection = this.connections.get(client);
    return connection !== undefined && this.groupOf(connection) === 'proven';
  }

  /** The number of questions that wait in a lane. */
  length(lane: LaneName): number {
    return this.waiting[lane].length;
  }

  /**
   * Adds a question. If there is no room, the question that would be the last is refused instead, and returned: it may
   * be this one.
   */
  add(
    job: Job,
    {
      client,
      lane,
      nowMs,
    }: { readonly client: Client; readonly lane: LaneName; readonly nowMs: number },
  ): { readonly ticket: Ticket<Job>; readonly refused: Ticket<Job> | undefined } {
    const connection = this.connectionOf(client, nowMs);
    const network = this.networkOf(client.network);
    const ticket = { job, client, lane, order: this.nextOrder++, connection, network };
    const line = this.waiting[lane];
    line.push(ticket);
    const refused = this.beyondRoom(ticket);
    if (refused !== undefined) this.remove(refused);
    return { ticket, refused };
  }

  /** Takes the next question of a lane out; with `isProven`, only if it is of a proven connection. */
  next(lane: LaneName, { isProven = false } = {}): Turn<Job> | undefined {
    const line = this.waiting[lane];
    if (lane === 'long') {
      const ticket = this.first(line);
      if (ticket === undefined) return undefined;
      this.remove(ticket);
      return { ticket, ms: undefined, lane, isProven: false };
    }
    const counts = this.countGroups(line);
    const group = this.nextGroup(counts);
    if (group === undefined || (isProven && group !== 'proven')) return undefined;
    const ticket = this.first(line, group);
    if (ticket === undefined) return undefined;
    const ms = this.turnMs(group, counts[group]);
    this.countTurn(group);
    this.remove(ticket);
    const after = ms >= this.limits.turnMs ? 'long' : 'short';
    return { ticket, ms, lane: after, isProven: group === 'proven' };
  }

  /** Takes a question out that is not wanted any more. */
  remove(ticket: Ticket<Job>): void {
    const line: Ticket<Job>[] = this.waiting[ticket.lane];
    const at = line.indexOf(ticket);
    if (at !== -1) line.splice(at, 1);
  }

  /** Takes every question out. */
  clear(): readonly Ticket<Job>[] {
    return [...this.waiting.short.splice(0), ...this.waiting.long.splice(0)];
  }

  /** Records that a question was worked on: `isDone`, or else it was stopped at the end of its turn. */
  worked(
    client: Client,
    work: { readonly ms: number; readonly isDone: boolean; readonly nowMs: number },
  ): void {
    const { ms, isDone, nowMs } = work;
    const connection = this.connectionOf(client, nowMs);
    const { use, ofConnection } = this.networkOf(client.network);
    connection.use.add(ms, nowMs);
    use.add(ms, nowMs);
    const difference = connection.use.at(nowMs) - ofConnection.at(nowMs);
    ofConnection.add(difference * weightOfLast, nowMs);
    const length = isDone ? ms : ms * lengthOfUnfinished;
    const { expectedMs } = connection;
    connection.expectedMs =
      expectedMs === undefined ? length : expectedMs + (length - expectedMs) * weightOfLast;
  }

  private turnMs(group: Group, count: number): number {
    const { turnMs, shortestTurnMs, turnsOfNewMs } = this.limits;
    if (group !== 'new') return turnMs;
    return Math.min(turnMs, Math.max(shortestTurnMs, turnsOfNewMs / count));
  }

  private groupOf({ expectedMs }: Connection): Group {
    if (expectedMs === undefined) return 'new';
    return expectedMs <= this.limits.shortMs ? 'proven' : 'slow';
  }

  private countGroups(line: readonly Waiting<Job>[]): Record<Group, number> {
    const counts = { proven: 0, new: 0, slow: 0 };
    for (const { connection } of line) counts[this.groupOf(connection)]++;
    return counts;
  }

  private nextGroup(counts: Record<Group, number>): Group | undefined {
    const { turnsBeforeNew, turnsBeforeSlow } = this.limits;
    if (counts.slow > 0 && this.turnsSinceSlow >= turnsBeforeSlow) return 'slow';
    if (counts.new > 0 && this.turnsSinceNew >= turnsBeforeNew) return 'new';
    if (counts.proven > 0) return 'proven';
    if (counts.new > 0) return 'new';
    const hasRoom = this.waiting.long.length < this.limits.longAhead;
    return counts.slow > 0 && hasRoom ? 'slow' : undefined;
  }

  private countTurn(group: Group): void {
    if (group === 'new') this.isOldestNext = !this.isOldestNext;
    this.turnsSinceNew = group === 'new' ? 0 : this.turnsSinceNew + 1;
    this.turnsSinceSlow = group === 'slow' ? 0 : this.turnsSinceSlow + 1;
  }

  /** Returns the first one, of a group if one is given. */
  private first(line: readonly Waiting<Job>[], group?: Group): Waiting<Job> | undefined {
    let first: Waiting<Job> | undefined;
    for (const each of line) {
      if (group !== undefined && this.groupOf(each.connection) !== group) continue;
      if (first === undefined || this.compare(each, first, group) < 0) first = each;
    }
    return first;
  }

  /** Returns the last one: of the last group in the short lane. */
  private last(line: readonly Waiting<Job>[]): Waiting<Job> | undefined {
    const counts = line[0]?.lane === 'short' ? this.countGroups(line) : undefined;
    const group = counts && usualOrder.findLast((each) => counts[each] > 0);
    let last: Waiting<Job> | undefined;
    for (const each of line) {
      if (group !== undefined && this.groupOf(each.connection) !== group) continue;
      if (last === undefined || this.compare(each, last, group) > 0) last = each;
    }
    return last;
  }

  /** Negative: `left` is served before `right`, which is of the same group. */
  private compare(left: Waiting<Job>, right: Waiting<Job>, group: Group | undefined): number {
    const byNetwork = left.network.use.rank - right.network.use.rank;
    if (left.network !== right.network && byNetwork !== 0 && !Number.isNaN(byNetwork))
      return byNetwork;
    const byAge = left.order - right.order;
    if (group === 'new') return this.isOldestNext ? byAge : -byAge;
    const byUse = left.connection.use.rank - right.connection.use.rank;
    return byUse === 0 || Number.isNaN(byUse) ? byAge : byUse;
  }

  /** Returns the question that has no room, if there is one now that a ticket was added. */
  private beyondRoom({ lane, network }: Waiting<Job>): Ticket<Job> | undefined {
    const { limits } = this;
    const [max, maxOfNetwork] =
      lane === 'short'
        ? [limits.waiting, limits.waitingOfNetwork]
        : [limits.waitingLong, limits.waitingLongOfNetwork];
    const line = this.waiting[lane];
    if (line.length > max) return this.last(line);
    if (line.length <= maxOfNetwork) return undefined;
    const own = line.filter((each) => each.network === network);
    return own.length > maxOfNetwork ? this.last(own) : undefined;
  }

  /** A new connection starts with what others of its network have used on average: reconnecting gains nothing. */
  private connectionOf(client: Client, nowMs: number): Connection {
    const known = this.connections.get(client);
    if (known !== undefined) return known;
    const use = new Use(this.limits.halfLifeMs);
    use.add(this.networkOf(client.network).ofConnection.at(nowMs), nowMs);
    const connection = { use, expectedMs: undefined };
    this.connections.set(client, connection);
    return connection;
  }

  private networkOf(name: string): Network {
    const known = this.networks.get(name);
    const { halfLifeMs } = this.limits;
    const network = known ?? { use: new Use(halfLifeMs), ofConnection: new Use(halfLifeMs) };
    this.networks.delete(name);
    this.networks.set(name, network);
    if (this.networks.size > this.limits.networks) {
      this.networks.delete(this.networks.keys().next().value ?? '');
    }
    return network;
  }
}

const usualOrder: readonly Group[] = ['proven', 'new', 'slow'];

/** How many times longer than its turn a question is taken to be that did not finish in it. */
const lengthOfUnfinished = 4;

/** How much the last question counts in an average. */
const weightOfLast = 0.3;
