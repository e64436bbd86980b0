// Which of the waiting questions is next. There is a short lane, where a question has a turn of limited length, and a
// long lane for those that did not finish in it. Nobody knows the length of a question beforehand, but a connection
// that asked short ones so far probably does so again. In the short lane these go first, so that an honest client never
// waits for more than the turn in progress, whatever number of others ask long questions.
//
// - Proven connections: their questions were short on average. The one that used least goes first.
// - New connections: the newest and the oldest question in turn. If more arrive than can be served, the wait of many is
//   still short, and none waits forever. While many wait, their turns are shorter.
// - Slow connections: the one that used least goes first.
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
};

type Group = 'proven' | 'new' | 'slow';

/** What a connection or a network has used: decays with time. */
class Use {
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

export class Schedule<Job> {
  private readonly limits: QuestionLimits;
  private readonly connections = new WeakMap<Client, Connection>();
  /** The least recently seen one first. */
  private readonly networks = new Map<string, Network>();
  private readonly waiting: Record<LaneName, Ticket<Job>[]> = { short: [], long: [] };
  private nextOrder = 0;
  /** Among the questions of new connections. */
  private isOldestNext = false;
  private turnsSinceNew = 0;
  private turnsSinceSlow = 0;

  constructor(limits: QuestionLimits) {
    this.limits = limits;
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
    const ticket = { job, client, lane, order: this.nextOrder++ };
    this.connectionOf(client, nowMs);
    const line = this.waiting[lane];
    line.push(ticket);
    const refused = this.beyondRoom(ticket, nowMs);
    if (refused !== undefined) this.remove(refused);
    return { ticket, refused };
  }

  /** Takes the next question of a lane out. */
  next(lane: LaneName, nowMs: number): Turn<Job> | undefined {
    if (this.waiting[lane].length === 0) return undefined;
    const candidates = this.candidates(lane);
    const ticket = this.best(candidates, nowMs);
    if (ticket === undefined) return undefined;
    const ms = lane === 'short' ? this.turnMs(ticket, candidates.length) : undefined;
    if (lane === 'short') this.countTurn(this.groupOf(ticket));
    this.remove(ticket);
    return { ticket, ms, lane: ms === undefined || ms >= this.limits.turnMs ? 'long' : 'short' };
  }

  /** Takes a question out that is not wanted any more. */
  remove(ticket: Ticket<Job>): void {
    const line = this.waiting[ticket.lane];
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

  private turnMs(ticket: Ticket<Job>, count: number): number {
    const { turnMs, shortestTurnMs, turnsOfNewMs } = this.limits;
    if (this.groupOf(ticket) !== 'new') return turnMs;
    return Math.min(turnMs, Math.max(shortestTurnMs, turnsOfNewMs / count));
  }

  private groupOf({ client }: Ticket<Job>): Group {
    const expectedMs = this.connections.get(client)?.expectedMs;
    if (expectedMs === undefined) return 'new';
    return expectedMs <= this.limits.shortMs ? 'proven' : 'slow';
  }

  /** The tickets of the group that is served next. */
  private candidates(lane: LaneName): readonly Ticket<Job>[] {
    const line = this.waiting[lane];
    if (lane === 'long') return line;
    const { turnsBeforeNew, turnsBeforeSlow } = this.limits;
    const groups: Record<Group, Ticket<Job>[]> = { proven: [], new: [], slow: [] };
    for (const ticket of line) groups[this.groupOf(ticket)].push(ticket);
    const first: Group[] = [];
    if (this.turnsSinceSlow >= turnsBeforeSlow) first.push('slow');
    if (this.turnsSinceNew >= turnsBeforeNew) first.push('new');
    const group = [...first, ...usualOrder].find((each) => groups[each].length > 0);
    return group === undefined ? [] : groups[group];
  }

  private countTurn(group: Group): void {
    if (group === 'new') this.isOldestNext = !this.isOldestNext;
    this.turnsSinceNew = group === 'new' ? 0 : this.turnsSinceNew + 1;
    this.turnsSinceSlow = group === 'slow' ? 0 : this.turnsSinceSlow + 1;
  }

  private best(tickets: readonly Ticket<Job>[], nowMs: number): Ticket<Job> | undefined {
    let best: Ticket<Job> | undefined;
    for (const ticket of tickets) {
      if (best === undefined || this.compare(ticket, best, nowMs) < 0) best = ticket;
    }
    return best;
  }

  /** Negative: `left` is served before `right`. */
  private compare(left: Ticket<Job>, right: Ticket<Job>, nowMs: number): number {
    if (left.lane === 'short') {
      const byGroup =
        usualOrder.indexOf(this.groupOf(left)) - usualOrder.indexOf(this.groupOf(right));
      if (byGroup !== 0) return byGroup;
    }
    const [leftNetwork, rightNetwork] = [left.client.network, right.client.network];
    if (leftNetwork !== rightNetwork) {
      const byNetwork =
        this.useOfNetwork(leftNetwork, nowMs) - this.useOfNetwork(rightNetwork, nowMs);
      if (byNetwork !== 0) return byNetwork;
    }
    if (left.lane === 'short' && this.groupOf(left) === 'new') {
      const byAge = left.order - right.order;
      return this.isOldestNext ? byAge : -byAge;
    }
    if (left.client !== right.client) {
      const byUse = this.useOf(left.client, nowMs) - this.useOf(right.client, nowMs);
      if (byUse !== 0) return byUse;
    }
    return left.order - right.order;
  }

  private useOf(client: Client, nowMs: number): number {
    return this.connections.get(client)?.use.at(nowMs) ?? 0;
  }

  private useOfNetwork(network: string, nowMs: number): number {
    return this.networks.get(network)?.use.at(nowMs) ?? 0;
  }

  /** Returns the question that has no room, if there is one now that a ticket was added. */
  private beyondRoom({ lane, client }: Ticket<Job>, nowMs: number): Ticket<Job> | undefined {
    const { limits } = this;
    const [max, maxOfNetwork] =
      lane === 'short'
        ? [limits.waiting, limits.waitingOfNetwork]
        : [limits.waitingLong, limits.waitingLongOfNetwork];
    const line = this.waiting[lane];
    if (line.length > max) return this.last(line, nowMs);
    if (line.length <= maxOfNetwork) return undefined;
    const own = line.filter((each) => each.client.network === client.network);
    return own.length > maxOfNetwork ? this.last(own, nowMs) : undefined;
  }

  private last(tickets: readonly Ticket<Job>[], nowMs: number): Ticket<Job> | undefined {
    let last: Ticket<Job> | undefined;
    for (const ticket of tickets) {
      if (last === undefined || this.compare(ticket, last, nowMs) > 0) last = ticket;
    }
    return last;
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
