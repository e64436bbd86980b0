import fc from 'fast-check';
import { expect, it } from 'vitest';
import { entryOf, withEntry, type TreeMap } from '../../../src/base/sorted.ts';

it('finds the last value set, and leaves earlier versions unchanged', () => {
  const writes = fc.array(fc.tuple(fc.string({ maxLength: 2 }), fc.integer()), { maxLength: 60 });
  fc.assert(
    fc.property(writes, (entries) => {
      const versions: { readonly map: TreeMap<number>; readonly model: Map<string, number> }[] = [
        { map: undefined, model: new Map<string, number>() },
      ];
      for (const [key, value] of entries) {
        const { map, model } = versions.at(-1) ?? {
          map: undefined,
          model: new Map<string, number>(),
        };
        versions.push({
          map: withEntry(map, key, value),
          model: new Map([...model, [key, value]]),
        });
      }
      for (const { map, model } of versions) {
        for (const [key] of entries) expect(entryOf(map, key)).toBe(model.get(key));
      }
    }),
  );
});

it('stays shallow for any order of keys', () => {
  const inOrder = Array.from({ length: 1_000 }, (_, i) => `${10_000 + i}`);
  for (const keys of [inOrder, inOrder.toReversed()]) {
    let map: TreeMap<string>;
    for (const key of keys) map = withEntry(map, key, key);
    // 1.44 times the binary logarithm of 1,000.
    expect(map?.height).toBeLessThanOrEqual(14);
  }
});
