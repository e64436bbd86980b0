// Looking up names of peers: remembered for a minute, few at the same time, and those of strangers never before one's own.
import { expect, test } from 'vitest';
import { SimulatedTime } from '../../../../src/base/ports/simulated-time.ts';
import { GuardedLookup } from '../../../../src/p2p/wire/guarded-lookup.ts';
import { wireLimits } from '../../../../src/p2p/wire/limits.ts';
import { faultOf } from '../../../../src/p2p/wire/wire-error.ts';

type Answer = (
  error: Error | null,
  addresses: readonly { address: string; family: number }[],
) => void;

function lookupWith(ownNames: readonly string[] = []) {
  const clock = new SimulatedTime();
  const asked: string[] = [];
  const answers: Answer[] = [];
  const guarded = new GuardedLookup({
    clock,
    testRanges: [],
    ownNames: new Set(ownNames),
    find: (name, answer) => {
      asked.push(name);
      answers.push(answer);
    },
  });
  const look = (name: string, all = true): Promise<string> =>
    new Promise((resolve) =>
      guarded.lookup(name, { all }, (error, found) =>
        resolve(
          error === null
            ? JSON.stringify(Array.isArray(found) ? found.map(({ address }) => address) : found)
            : faultOf(error).sentence,
        ),
      ),
    );
  const answer = (...addresses: readonly string[]): void =>
    answers.shift()?.(
      null,
      addresses.map((address) => ({ address, family: 4 })),
    );
  return { clock, asked, look, answer };
}

test('a name is remembered for a minute', async () => {
  const { clock, asked, look, answer } = lookupWith();
  const first = look('a.test');
  const second = look('a.test');
  answer('1.1.1.1', '9.9.9.9');
  expect(await Promise.all([first, second])).toEqual([
    '["1.1.1.1","9.9.9.9"]',
    '["1.1.1.1","9.9.9.9"]',
  ]);
  expect(await look('a.test', false)).toBe('"1.1.1.1"');
  await clock.advance(wireLimits.knownNameMs - 1);
  await look('a.test');
  expect(asked).toEqual(['a.test']);
  await clock.advance(1);
  // It answers otherwise now: the new answer is judged as the first one was.
  const rebound = look('a.test');
  answer('127.0.0.1');
  expect(await rebound).toBe('the name belongs to a reserved address');
  expect(asked).toEqual(['a.test', 'a.test']);
});

test('a refusal is not remembered', async () => {
  const { asked, look, answer } = lookupWith();
  const refused = look('a.test');
  answer('1.1.1.1', '10.0.0.1');
  expect(await refused).toBe('the name belongs to a reserved address');
  const later = look('a.test');
  answer('1.1.1.1');
  expect(await later).toBe('["1.1.1.1"]');
  expect(asked).toHaveLength(2);
});

test('a few names are looked up at the same time, own names without waiting', async () => {
  const { asked, look, answer } = lookupWith(['own.test']);
  const names = ['a.test', 'b.test', 'c.test', 'd.test'];
  const found = names.map((name) => look(name));
  expect(asked).toEqual(names.slice(0, wireLimits.lookups));
  const own = look('own.test');
  expect(asked).toEqual([...names.slice(0, wireLimits.lookups), 'own.test']);
  answer('1.1.1.1');
  expect(asked.at(-1)).toBe('c.test');
  for (let i = 0; i < 4; i++) answer('1.1.1.1');
  expect(await Promise.all([own, ...found])).toEqual(
    Array.from({ length: 5 }, () => '["1.1.1.1"]'),
  );
});

test('as many names wait as may, and no more', async () => {
  const { asked, look, answer } = lookupWith(['own.test']);
  const count = wireLimits.lookups + wireLimits.waitingLookups;
  const found = Array.from({ length: count }, (_, i) => look(`${i}.test`));
  expect(await look('late.test')).toBe('too many names are looked up');
  const own = look('own.test');
  expect(asked).toHaveLength(wireLimits.lookups + 1);
  for (let i = 0; i <= count; i++) answer('1.1.1.1');
  expect(await own).toBe('["1.1.1.1"]');
  expect(new Set(await Promise.all(found))).toEqual(new Set(['["1.1.1.1"]']));
});

test('the number of remembered names is bounded', async () => {
  const { asked, look, answer } = lookupWith();
  for (let i = 0; i <= wireLimits.knownNames; i++) {
    const found = look(`${i}.test`);
    answer('1.1.1.1');
    await found;
  }
  const first = look('0.test');
  expect(asked).toHaveLength(wireLimits.knownNames + 2);
  answer('1.1.1.1');
  await first;
  await look(`${wireLimits.knownNames}.test`);
  expect(asked).toHaveLength(wireLimits.knownNames + 2);
});
