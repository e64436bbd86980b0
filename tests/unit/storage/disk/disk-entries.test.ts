// Entries on disk beyond the contract of all engines: long keys, and threads that follow the writer.

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import { DiskEntries } from '../../../../src/storage/disk/index.ts';
import { compareText } from '../../../../src/base/text.ts';
import { diskEntries, entryEnvironment } from '../../../support/disk-entries.ts';
import { entry, put, shown } from '../../../support/entries-contract.ts';

it('lists long keys by code point among short ones', () => {
  const start = 'a'.repeat(510);
  const keys = ['', 'b', 'c', 'bb', 'bbb', 'bbc', 'b\u{1F600}', `b${start}`, `c${start}`]
    .map((end) => start + end)
    .concat('a', 'b', `${start.slice(0, 500)}z`);
  const store = diskEntries();
  for (const key of [...keys].reverse()) put(store, entry(key, key));
  expect(store.keys(16)).toEqual([...keys].sort(compareText));
  for (const key of keys) expect(store.document(16, key)).toEqual(utf8(key));
  store.apply({ kind: 'rewind', transaction: 3n, height: undefined });
  expect(store.keys(16)).toHaveLength(3);
});

it('shows another thread what was committed, and which keys changed', async () => {
  const writes = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.nat(9)), { maxLength: 3 });
  const step = fc.oneof(
    writes.map((all) => ({ kind: 'write' as const, all })),
    fc.nat(3).map((back) => ({ kind: 'rewind' as const, back })),
    fc.constant({ kind: 'follow' as const }),
  );
  let chain = 1_000_000;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 12 }), async (steps) => {
      const environment = entryEnvironment();
      const writer = new DiskEntries(environment, ++chain);
      const reader = new DiskEntries(environment, chain);
      let before = '';
      for (const each of steps) {
        const { nextTransaction: next } = writer;
        if (each.kind === 'write') put(writer, ...each.all.map(([k, n]) => entry(k, `${n}`)));
        else if (each.kind === 'rewind') {
          const transaction = next - BigInt(Math.min(each.back, Number(next)));
          writer.apply({ kind: 'rewind', transaction, height: undefined });
        } else {
          const changed = reader.refresh();
          const now = shown(writer);
          expect(shown(reader)).toBe(now);
          if (changed?.length === 0) expect(now).toBe(before);
          before = now;
        }
        environment.endStep();
        await environment.committed();
      }
    }),
    { numRuns: 60 },
  );
});
