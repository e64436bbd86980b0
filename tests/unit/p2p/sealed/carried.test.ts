import { describe, expect, test } from 'vitest';
import { CarriedSealed, type CarriedCommand } from '../../../../src/p2p/sealed/carried.ts';
import { carriedLimits } from '../../../../src/p2p/sealed/limits.ts';

const command = (requestKey: string, change: Partial<CarriedCommand> = {}): CarriedCommand => ({
  requestKey,
  text: `{${requestKey}}`,
  bytes: 10,
  expiry: 1000n,
  bringer: 'a',
  ...change,
});

function carried(space: { readonly commands?: number; readonly bytes?: number } = {}) {
  const time = { ms: 0, nowMs: () => time.ms };
  const bringerBytes = { perSecond: 10, burst: 1000 };
  const all = new CarriedSealed(7n, time, { commands: 100, bytes: 100, bringerBytes, ...space });
  const keys = (): string => all.page().keys.join(' ');
  return { all, time, keys };
}

test('commands are listed in order of arrival, and from a mark on', () => {
  const { all } = carried();
  all.add(command('one'));
  const { mark } = all.page();
  all.add(command('two'));
  all.add(command('three'));
  expect(all.page(mark)).toEqual({ keys: ['two', 'three'], mark: { nonce: 7n, mark: 3 } });
  expect(all.page({ nonce: 8n, mark: 1 }).keys).toHaveLength(3);
  expect(all.page({ nonce: 7n, mark: 9 }).keys).toHaveLength(3);
  expect(all.add(command('one'))).toBe('known');
  expect([all.get('two'), all.get('none')]).toEqual(['{two}', undefined]);
});

test('a page has no more keys and bytes than can be asked for at once', () => {
  const { all } = carried({ commands: 1000, bytes: 1e9 });
  for (let i = 0; i <= carriedLimits.pageKeys; i++) all.add(command(`k${i}`), true);
  const first = all.page();
  expect(first.keys).toHaveLength(carriedLimits.pageKeys);
  expect(all.page(first.mark).keys).toEqual([`k${carriedLimits.pageKeys}`]);
  const { all: large } = carried({ bytes: 1e9 });
  for (const key of ['x', 'y']) {
    large.add(command(key, { bytes: carriedLimits.pageBytes + 1 }), true);
  }
  expect(large.page().keys).toEqual(['x']);
});

describe('when there is no space', () => {
  test('the bringer with the most loses its oldest', () => {
    const { all, keys } = carried();
    all.add(command('honest', { bringer: 'b' }));
    for (let i = 0; i < 30; i++) all.add(command(`f${i}`));
    expect(all.heldBytes).toBe(100);
    expect(keys()).toBe('honest f21 f22 f23 f24 f25 f26 f27 f28 f29');
    expect(all.wants('f3')).toBe(false);
  });

  test('places count as bytes do', () => {
    const { all, keys } = carried({ commands: 3, bytes: 1000 });
    for (const key of ['s1', 's2', 's3']) all.add(command(key, { bytes: 1 }));
    all.add(command('large', { bytes: 300, bringer: 'b' }));
    expect(keys()).toBe('s2 s3 large');
  });

  test('what is larger than all space pushes out nothing', () => {
    const { all, keys } = carried();
    all.add(command('there'));
    expect(all.add(command('huge', { bytes: 101, bringer: 'b' }))).toBe('full');
    expect(keys()).toBe('there');
  });

  test('a bringer that alone needs more than the rest keeps only what fits', () => {
    const { all, keys } = carried();
    all.add(command('old', { bringer: 'b' }));
    expect(all.add(command('most', { bytes: 95 }))).toBe('full');
    expect(keys()).toBe('old');
  });
});

test('a bringer that brought too much waits, and others do not', () => {
  const { all, time } = carried({ bytes: 1e6 });
  expect(all.add(command('kept', { bytes: 1000 }), true)).toBe('added');
  expect(all.admits('a')).toBe(true);
  expect(all.add(command('large', { bytes: 1010 }))).toBe('added');
  // What came with it has a place.
  expect(all.add(command('with it'))).toBe('added');
  expect([all.admits('a'), all.admits('b')]).toEqual([false, true]);
  time.ms += 2000;
  expect(all.admits('a')).toBe(false);
  time.ms += 200;
  expect(all.admits('a')).toBe(true);
});

test('what expires or is refused is dropped, and told', () => {
  const { all, time, keys } = carried();
  const told: string[] = [];
  all.onArrival((key) => void told.push(`+${key}`));
  const stop = all.onDrop((key) => void told.push(`-${key}`));
  all.add(command('short', { expiry: 5n }));
  all.add(command('long'));
  all.add(command('wrong'));
  all.expire(5n);
  all.refuse('wrong');
  expect(keys()).toBe('long');
  expect([all.wants('short'), all.wants('wrong')]).toEqual([true, false]);
  time.ms += carriedLimits.unwantedMs;
  expect(all.wants('wrong')).toBe(true);
  stop();
  all.refuse('long');
  expect(told.join(' ')).toBe('+short +long +wrong -short -wrong');
  expect([all.size, all.heldBytes]).toEqual([0, 0]);
});
