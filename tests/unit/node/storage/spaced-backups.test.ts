// Backups are made at most once in an interval.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { SpacedBackups } from '../../../../src/node/storage/spaced-backups.ts';

type State = 'backup-in-progress' | 'backup-done' | 'backup-failed';

function spaced(intervalMs = 600_000) {
  const time = new SimulatedTime();
  const made: string[] = [];
  const states = new Map<string, State>();
  const backups = new SpacedBackups<State>({
    backups: {
      start() {
        const id = String(made.length + 1);
        made.push(id);
        states.set(id, 'backup-done');
        return id;
      },
      state: (id) => states.get(id),
    },
    intervalMs,
    clock: time,
  });
  const start = () => backups.start();
  return { time, made, states, backups, start };
}

test('requests within the interval get the latest backup, at the limit and one above', async () => {
  const { time, made, backups, start } = spaced();
  expect([start(), start()]).toEqual(['1', '1']);
  await time.advance(599_999);
  expect(start()).toBe('1');
  await time.advance(1);
  expect([start(), start()]).toEqual(['2', '2']);
  expect(made).toHaveLength(2);
  expect(backups.state('2')).toBe('backup-done');
  expect(backups.state('3')).toBeUndefined();
});

test('a backup that failed is repeated after a moment, and one that was removed at once', async () => {
  const { time, states, start } = spaced();
  start();
  states.set('1', 'backup-failed');
  await time.advance(9_999);
  expect(start()).toBe('1');
  await time.advance(1);
  expect(start()).toBe('2');
  states.delete('2');
  expect(start()).toBe('3');
});

test('without an interval every request makes one', () => {
  const { start } = spaced(0);
  expect([start(), start()]).toEqual(['1', '2']);
});
