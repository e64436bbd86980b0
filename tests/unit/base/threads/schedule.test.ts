// Waiting times of questions, simulated: one thread for each lane, clients that ask again when they have an answer, and
// others that ask long questions.
import { expect, test } from 'vitest';
import type { Client } from '../../../../src/base/client.ts';
import { questionLimits as limits } from '../../../../src/base/threads/limits.ts';
import { Schedule, type LaneName, type Ticket } from '../../../../src/base/threads/schedule.ts';
import { SeededRandom } from '../../../../src/base/ports/random.ts';

type Job = { readonly lengthMs: number; readonly askedMs: number; readonly asker: Asker };

type Asker = {
  client: Client;
  /** Returns the length of the next question. */
  readonly lengthMs: () => number;
  readonly pauseMs: () => number;
  readonly reconnects?: boolean;
  readonly waits: number[];
  refusals: number;
};

let connections = 0;
const clientOf = (network = '127.0.0.1'): Client => ({ network, connection: ++connections });

function askerOf(
  lengthMs: number | (() => number),
  more: {
    readonly network?: string;
    readonly pauseMs?: () => number;
    readonly reconnects?: boolean;
  } = {},
): Asker {
  const { network, pauseMs = () => 1, reconnects = false } = more;
  return {
    client: clientOf(network),
    lengthMs: typeof lengthMs === 'number' ? () => lengthMs : lengthMs,
    pauseMs,
    reconnects,
    waits: [],
    refusals: 0,
  };
}

const random = (seed: number): (() => number) => {
  const source = new SeededRandom(seed);
  return () => new DataView(source.bytes(4).buffer).getUint32(0) / 2 ** 32;
};

/** Runs the askers for a time; a lane works on one question at a time. */
function simulate(
  askers: readonly Asker[],
  { untilMs = 60_000, changed = {} } = {},
): Schedule<Job> {
  const schedule = new Schedule<Job>({ ...limits, ...changed });
  type Event = { readonly atMs: number; readonly order: number; readonly run: () => void };
  const events: Event[] = [];
  let now = 0;
  let order = 0;
  const at = (atMs: number, run: () => void): void => {
    const event = { atMs, order: order++, run };
    let i = events.length;
    while (i > 0 && events[i - 1]!.atMs < atMs) i--;
    while (i > 0 && events[i - 1]!.atMs === atMs && events[i - 1]!.order < event.order) i--;
    events.splice(i, 0, event);
  };
  const busy: Record<LaneName, boolean> = { short: false, long: false };
  const again = (asker: Asker): void => {
    if (asker.reconnects === true) asker.client = clientOf(asker.client.network);
    at(now + asker.pauseMs(), () => ask(asker));
  };
  const refuse = ({ job: { asker } }: Ticket<Job>): void => {
    asker.refusals++;
    again(asker);
  };
  const add = (job: Job, lane: LaneName): void => {
    const { refused } = schedule.add(job, { client: job.asker.client, lane, nowMs: now });
    if (refused !== undefined) refuse(refused);
    proceed(lane);
  };
  const ask = (asker: Asker): void =>
    add({ asker, askedMs: now, lengthMs: asker.lengthMs() }, 'short');
  const proceed = (lane: LaneName): void => {
    if (busy[lane]) return;
    const turn = schedule.next(lane);
    if (turn === undefined) return;
    const { ticket } = turn;
    const { job } = ticket;
    busy[lane] = true;
    const ms = Math.min(job.lengthMs, turn.ms ?? Infinity);
    if (lane === 'long') proceed('short');
    at(now + ms, () => {
      busy[lane] = false;
      const isDone = ms === job.lengthMs;
      schedule.worked(ticket.client, { ms, isDone, nowMs: now });
      if (isDone) {
        job.asker.waits.push(now - job.askedMs);
        again(job.asker);
      } else add(job, turn.lane);
      proceed(lane);
    });
  };
  for (const asker of askers) at(asker.pauseMs(), () => ask(asker));
  for (
    let event = events.pop();
    event !== undefined && event.atMs < untilMs;
    event = events.pop()
  ) {
    now = event.atMs;
    event.run();
  }
  return schedule;
}

const percentile = (waits: readonly number[], part: number): number =>
  [...waits].sort((a, b) => a - b)[Math.floor(waits.length * part)] ?? Infinity;

/** An honest client asks a question of two milliseconds every hundred, more or less. */
const honest = (seed: number, begins = 0): Asker => {
  const next = random(seed);
  let isFirst = true;
  const pauseMs = (): number => {
    const pause = 200 * next() + (isFirst ? begins : 0);
    isFirst = false;
    return pause;
  };
  return askerOf(2, { pauseMs });
};

test.each([4, 100, 1000])(
  '%i connections with long questions do not delay a short one',
  (count) => {
    for (const begins of [0, 20_000]) {
      const one = honest(count, begins);
      simulate([one, ...Array.from({ length: count }, () => askerOf(1300))]);
      expect(one.refusals).toBe(0);
      expect(one.waits.length).toBeGreaterThan((60_000 - begins) / 250);
      // At most the turn in progress, and rarely one of a new or a slow connection after it.
      expect(percentile(one.waits, 0.5)).toBeLessThanOrEqual(limits.turnMs + 2);
      expect(percentile(one.waits, 0.99)).toBeLessThanOrEqual(2 * limits.turnMs + 2);
    }
  },
);

test('connections that are opened again for every long question gain nothing', () => {
  const one = honest(7);
  const next = random(8);
  const others = Array.from({ length: 200 }, () =>
    askerOf(1300, { reconnects: true, pauseMs: () => 20 * next() }),
  );
  simulate([one, ...others]);
  expect(one.refusals).toBe(0);
  // Its first question waits among the others, which are as new as it is.
  expect(Math.max(...one.waits)).toBeLessThan(5000);
  expect(percentile(one.waits.slice(1), 0.99)).toBeLessThanOrEqual(2 * limits.turnMs + 2);
});

test('connections that earn trust with short questions lose it with the first long ones', () => {
  const one = honest(3);
  const others = Array.from({ length: 20 }, (_, i) => {
    let count = 0;
    return askerOf(() => (++count % 20 === 0 ? 1300 : 2), { pauseMs: () => 50 + i });
  });
  simulate([one, ...others]);
  expect(percentile(one.waits, 0.99)).toBeLessThan(500);
});

test('a long question of an honest client goes before those of clients that used more', () => {
  const one = askerOf(1300, { pauseMs: () => 30_000 });
  simulate([one, ...Array.from({ length: 10 }, () => askerOf(1300))], { untilMs: 200_000 });
  expect(one.waits.length).toBeGreaterThanOrEqual(5);
  // A new connection waits as long as its neighbours do, later ones for the question in progress.
  expect(one.waits[0]).toBeLessThan(11 * 1300);
  expect(Math.max(...one.waits.slice(1))).toBeLessThan(3 * 1300);
});

test('connections with equal questions share a lane equally, and networks before them', () => {
  const crowd = Array.from({ length: 9 }, () =>
    askerOf(10, { network: '10.0.0.1', pauseMs: () => 0 }),
  );
  const alone = askerOf(10, { network: '10.0.0.2', pauseMs: () => 0 });
  simulate([...crowd, alone], { untilMs: 20_000 });
  const counts = crowd.map(({ waits }) => waits.length);
  expect(Math.max(...counts) - Math.min(...counts)).toBeLessThanOrEqual(2);
  const ofCrowd = counts.reduce((sum, each) => sum + each, 0);
  expect(Math.abs(ofCrowd - alone.waits.length)).toBeLessThanOrEqual(0.05 * ofCrowd);
});

test('a slow connection proves itself again', () => {
  let count = 0;
  const one = askerOf(() => (++count <= 3 ? 1300 : 2), { pauseMs: () => 50 });
  simulate([one, ...Array.from({ length: 5 }, () => honest(++connections))]);
  expect(percentile(one.waits.slice(20), 1 - 1e-9)).toBeLessThan(100);
});

test('a flood of short questions does not shut out a new connection', () => {
  const schedule = new Schedule<string>(limits);
  const proven = clientOf();
  schedule.worked(proven, { ms: 1, isDone: true, nowMs: 0 });
  const add = (job: string, client: Client): void =>
    void schedule.add(job, { client, lane: 'short', nowMs: 0 });
  for (let i = 0; i < 20; i++) add(`proven ${i}`, proven);
  const first = Array.from(
    { length: limits.turnsBeforeNew },
    () => schedule.next('short')?.ticket.job,
  );
  expect(first).toEqual(['proven 0', 'proven 1', 'proven 2', 'proven 3']);
  add('new', clientOf());
  expect(schedule.next('short')?.ticket.job).toBe('new');
  expect(schedule.next('short')?.ticket.job).toBe('proven 4');
});

test('without room the question that would be the last is refused', () => {
  const schedule = new Schedule<string>({ ...limits, waiting: 3, waitingOfNetwork: 2 });
  const slow = clientOf('a');
  schedule.worked(slow, { ms: 50, isDone: false, nowMs: 0 });
  const add = (job: string, client: Client): string | undefined =>
    schedule.add(job, { client, lane: 'short', nowMs: 0 }).refused?.job;
  expect(add('slow 1', slow)).toBeUndefined();
  expect(add('slow 2', slow)).toBeUndefined();
  // One above the limit of the network.
  expect(add('slow 3', slow)).toBe('slow 3');
  expect(add('new', clientOf('a'))).toBe('slow 2');
  expect(add('other', clientOf('b'))).toBeUndefined();
  expect(schedule.length('short')).toBe(3);
  // One above the limit of all.
  expect(add('another', clientOf('c'))).toBe('slow 1');
  expect(schedule.length('short')).toBe(3);
});

test('what was used is forgotten by halves', () => {
  const schedule = new Schedule<string>(limits);
  const [left, right] = [clientOf(), clientOf()];
  schedule.worked(left, { ms: 20, isDone: true, nowMs: 0 });
  schedule.worked(right, { ms: 11, isDone: true, nowMs: limits.halfLifeMs });
  for (const [job, client] of [
    ['right', right],
    ['left', left],
  ] as const) {
    schedule.add(job, { client, lane: 'short', nowMs: limits.halfLifeMs });
  }
  expect(schedule.next('short')?.ticket.job).toBe('left');
  expect(schedule.clear().map(({ job }) => job)).toEqual(['right']);
});
