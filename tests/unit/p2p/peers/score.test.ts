import { describe, expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { scoreLimits } from '../../../../src/p2p/peers/limits.ts';
import { Scores } from '../../../../src/p2p/peers/score.ts';

const peer = '192.0.2.7:1789';
const minute = 60_000;

function scores(friends: readonly string[] = []) {
  const time = new SimulatedTime({ startDateMs: 1_700_000_000_000 });
  return { time, scores: new Scores(time, (key) => friends.includes(key)) };
}

describe('points', () => {
  test('an unknown peer is fair, a useful one is good, up to twenty points', () => {
    const { scores: known } = scores();
    expect(known.band(peer)).toBe('fair');
    for (let i = 0; i < 30; i++) known.useful(peer);
    expect(known.points(peer)).toBe(20);
    expect(known.band(peer)).toBe('good');
  });

  test('faults end sessions at -20, ban at -50', () => {
    const { scores: known } = scores();
    expect(known.fault(peer, 'malformed', 'bad page', 8)).toBe('fair');
    expect(known.fault(peer, 'malformed', 'bad page', 8)).toBe('disconnected');
    expect(known.fault(peer, 'rules', 'bad block', 8)).toBe('disconnected');
    expect(known.fault(peer, 'malformed', 'bad cut', 8)).toBe('banned');
    expect(known.reasons(peer)).toEqual(['bad page', 'bad block', 'bad cut']);
  });

  test('ten nuisances are one point', () => {
    const { scores: known } = scores();
    for (let i = 0; i < 10; i++) known.fault(peer, 'nuisance', 'too many requests', 8);
    expect(known.points(peer)).toBe(-1);
  });

  test('half is forgiven in ten minutes, in a straight line', async () => {
    const { time, scores: known } = scores();
    known.fault(peer, 'rules', 'bad block', 8);
    expect(known.points(peer)).toBe(-20);
    await time.advance(5 * minute);
    expect(known.points(peer)).toBe(-15);
    await time.advance(5 * minute);
    expect(known.points(peer)).toBe(-10);
    await time.advance(10 * minute);
    expect(known.points(peer)).toBe(-5);
    await time.advance(24 * 60 * minute);
    expect(known.points(peer)).toBeCloseTo(0);
  });

  test('nothing is forgiven in the half hour after a ban', async () => {
    const { time, scores: known } = scores();
    for (let i = 0; i < 5; i++) known.fault(peer, 'malformed', 'bad page', 8);
    await time.advance(30 * minute);
    expect(known.band(peer)).toBe('banned');
    await time.advance(minute);
    expect(known.band(peer)).toBe('disconnected');
  });

  test('a cut with a block that is known to be invalid counts once a minute', async () => {
    const { time, scores: known } = scores();
    for (let i = 0; i < 100; i++) known.fault(peer, 'known-invalid', 'invalid block', 8);
    expect(known.points(peer)).toBe(-5);
    await time.advance(minute);
    known.fault(peer, 'known-invalid', 'invalid block', 8);
    expect(known.points(peer)).toBeLessThan(-9);
  });
});

describe('bans', () => {
  test('what bytes prove bans for a day, and over a restart', async () => {
    const { time, scores: known } = scores();
    expect(known.fault(peer, 'fatal', 'a header with another hash', 0)).toBe('banned');
    const kept = known.bans();
    const again = new Scores(time, () => false);
    again.restore(kept);
    expect(again.band(peer)).toBe('banned');
    expect(again.reasons(peer)).toEqual(['a header with another hash']);
    await time.advance(24 * 60 * minute);
    expect(again.band(peer)).toBe('fair');
  });

  test('a file cannot ban for longer than a fault does', () => {
    const { time, scores: known } = scores();
    const untilDateMs = time.dateMs() + scoreLimits.fatalBanMs + 1;
    known.restore([{ key: peer, untilDateMs, why: 'a file' }]);
    expect(known.band(peer)).toBe('fair');
  });

  test('friends are never banned, and keep their sessions', () => {
    const { scores: known } = scores([peer]);
    for (let i = 0; i < 20; i++) known.fault(peer, 'fatal', 'wrong bytes', 8);
    expect(known.band(peer)).toBe('fair');
    expect(known.bans()).toEqual([]);
  });
});

// Attack 14: all honest peers are made slow, so that only those of the attacker are left.
test('slowness alone costs at most five points while there are fewer than four peers, and fifteen later', () => {
  const { scores: known } = scores();
  for (let i = 0; i < 50; i++) known.fault(peer, 'late', 'no answer', 2);
  expect(known.points(peer)).toBe(-5);
  for (let i = 0; i < 50; i++) known.fault(peer, 'late', 'no answer', 3);
  expect(known.points(peer)).toBe(-15);
  known.fault(peer, 'malformed', 'bad page', 3);
  known.fault(peer, 'late', 'no answer', 3);
  expect(known.points(peer)).toBe(-25);
});

test('a thousand peers have points; bans are forgotten last', () => {
  const { scores: known } = scores();
  known.fault(peer, 'fatal', 'wrong bytes', 8);
  for (let i = 0; i < scoreLimits.entries + 10; i++) {
    known.fault(`198.51.${i >> 8}.${i & 255}:1789`, 'malformed', 'bad page', 8);
  }
  expect(known.band(peer)).toBe('banned');
  expect(known.points('198.51.0.0:1789')).toBe(0);
});
