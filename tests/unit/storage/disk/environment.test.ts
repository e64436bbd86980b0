// Tables on disk: steps, ranges, and what a damaged or missing file does.

import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { utf8, decodeUtf8 } from '../../../../src/base/bytes.ts';
import type { TableRange } from '../../../../src/storage/disk/disk-table.ts';
import { Environment } from '../../../../src/storage/disk/environment.ts';
import { folderWith } from '../../../support/command.ts';

const opened: Environment[] = [];
const folders: (() => void)[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((each) => each.close()));
  for (const remove of folders.splice(0)) remove();
});

function temporaryFolder(): string {
  const { path, remove } = folderWith({});
  folders.push(remove);
  return path;
}

function environment(path = join(temporaryFolder(), 'a.mdb'), isPassing = false): Environment {
  const made = new Environment({ path, tables: ['one', 'two'], isPassing });
  opened.push(made);
  return made;
}

function orDamaged<T>(read: () => T): T | 'damaged' {
  try {
    return read();
  } catch (error) {
    expect(error).toMatchObject({ code: 'damaged' });
    return 'damaged';
  }
}

const everything: TableRange = { from: utf8('!'), to: utf8('~') };

function shown(all: Environment, name: string, range: TableRange = everything): string {
  return [...all.table(name).range(range)]
    .map(({ key, value }) => `${decodeUtf8(key) ?? ''}=${decodeUtf8(value) ?? ''}`)
    .join(' ');
}

describe('tables on disk', () => {
  it('show a write at once, and store it with its step', async () => {
    const first = environment();
    first.table('one').put(utf8('a'), utf8('1'));
    first.table('two').put(utf8('a'), utf8('2'));
    expect(shown(first, 'one')).toBe('a=1');
    first.endStep();
    first.table('one').put(utf8('b'), utf8('3'));
    await first.durable();
    expect([shown(first, 'one'), shown(first, 'two')]).toEqual(['a=1 b=3', 'a=2']);
    // The second step was not ended.
    await first.close();
    const second = environment(first.path);
    expect([shown(second, 'one'), shown(second, 'two')]).toEqual(['a=1', 'a=2']);
  });

  it('equal a map, whatever is written, removed and stored', async () => {
    const key = fc.constantFrom('a', 'b', 'ba', 'c', 'd');
    const action = fc.oneof(
      fc.record({ kind: fc.constant('put' as const), key, value: fc.string({ maxLength: 3 }) }),
      fc.record({ kind: fc.constant('remove' as const), key }),
      fc.record({ kind: fc.constantFrom('end' as const, 'commit' as const) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(action, { maxLength: 20 }), key, key, async (actions, from, to) => {
        const stored = environment(undefined, true);
        const table = stored.table('one');
        const expected = new Map<string, string>();
        for (const each of actions) {
          if (each.kind === 'put') {
            table.put(utf8(each.key), utf8(each.value));
            expected.set(each.key, each.value);
          } else if (each.kind === 'remove') {
            table.remove(utf8(each.key));
            expected.delete(each.key);
          } else {
            stored.endStep();
            if (each.kind === 'commit') await stored.committed();
          }
          const inside = [...expected].filter(([k]) => k >= from && k < to).sort();
          const text = inside.map(([k, value]) => `${k}=${value}`);
          const range = { from: utf8(from), to: utf8(to) };
          expect(shown(stored, 'one', range)).toBe(text.join(' '));
          expect(shown(stored, 'one', { ...range, isReverse: true })).toBe(
            text.reverse().join(' '),
          );
          for (const k of ['a', 'b', 'ba', 'c', 'd']) {
            const value = table.get(utf8(k));
            expect(value && decodeUtf8(value)).toBe(expected.get(k));
          }
        }
        await stored.close();
      }),
      { numRuns: 30 },
    );
  });

  it('find a damaged value, and a damaged key where the true one is missing', async () => {
    const first = environment();
    for (const key of ['apple', 'melon', 'peach'])
      first.table('one').put(utf8(key), utf8(`${key}s`));
    first.endStep();
    await first.close();
    const bytes = readFileSync(first.path);
    const at = bytes.lastIndexOf('melonmelons') >= 0 ? bytes.lastIndexOf('melons') : -1;
    expect(at === -1 || at > 0).toBe(true);
    for (const [word, changed] of [
      ['melons', 'melonz'],
      ['melon', 'zelon'],
      ['melon', 'aelon'],
    ] as const) {
      const path = join(temporaryFolder(), 'b.mdb');
      writeFileSync(
        path,
        Buffer.from(bytes.toString('latin1').replaceAll(word, changed), 'latin1'),
      );
      const damaged = environment(path);
      expect(() => damaged.table('one').get(utf8('melon'))).toThrow('damaged');
      expect(() => shown(damaged, 'one')).toThrow('damaged');
    }
  });

  it('find what a damaged key hides, in the pages of entries and in those above them', async () => {
    const first = environment();
    const keys = Array.from({ length: 400 }, (_, i) => `key ${String(7 * i).padStart(6, '0')} end`);
    for (const key of keys) first.table('one').put(utf8(key), utf8(`${key}${'x'.repeat(150)}`));
    first.endStep();
    await first.close();
    const text = readFileSync(first.path).toString('latin1');
    const copies = (key: string): readonly number[] =>
      [...text.matchAll(new RegExp(`${key}(?!x)`, 'g'))].map(({ index }) => index);
    // The pages above have a copy of the first key of each page.
    const doubled = keys.filter((key) => copies(key).length > 1).slice(0, 12);
    expect(doubled.length).toBeGreaterThan(5);
    const path = join(temporaryFolder(), 'd.mdb');
    let missed = 0;
    for (const key of [...doubled, ...keys.slice(200, 205)]) {
      for (const [i, at] of copies(key).entries()) {
        const bytes = Buffer.from(text, 'latin1');
        bytes[at + 4 + (i % 6)]! ^= 1 << (at % 4);
        const own = `${path}${at}`;
        writeFileSync(own, bytes);
        const damaged = new Environment({ path: own, tables: ['one', 'two'] });
        const table = damaged.table('one');
        for (const each of keys) {
          const found = orDamaged(() => table.get(utf8(each)));
          const isRight = found === 'damaged' || (found && decodeUtf8(found))?.startsWith(each);
          expect([key, each, isRight]).toEqual([key, each, true]);
          if (found === 'damaged') missed++;
        }
        for (const from of [keys[0]!, key, keys[150]!]) {
          const ranges = [false, true].map((isReverse) =>
            orDamaged(
              () => [...table.range({ from: utf8(from), to: utf8('l'), isReverse })].length,
            ),
          );
          const expected = keys.length - keys.indexOf(from);
          for (const length of ranges) expect(['damaged', expected]).toContain(length);
        }
        expect([...table.keys(everything)]).toHaveLength(keys.length);
        await damaged.close();
      }
    }
    expect(missed).toBeGreaterThan(0);
  });

  it('acknowledge nothing when the file is gone', async () => {
    const first = environment();
    first.table('one').put(utf8('a'), utf8('1'));
    first.endStep();
    await first.durable();
    renameSync(first.path, `${first.path}.away`);
    first.table('one').put(utf8('b'), utf8('1'));
    first.endStep();
    await expect(first.durable()).rejects.toThrow('was removed or replaced');
    expect(first.fault).toContain('was removed or replaced');
    expect(shown(first, 'one')).toBe('a=1 b=1');
  });

  it('take steps that a reading thread has drafted, which it sees at once', async () => {
    const writer = environment();
    writer.table('one').put(utf8('a'), utf8('1'));
    writer.endStep();
    await writer.committed();
    const steps: Uint8Array[] = [];
    const reader = new Environment({
      path: writer.path,
      tables: ['one', 'two'],
      isReading: true,
      onStep: (step) => steps.push(step),
    });
    opened.push(reader);
    for (const [key, value] of [
      ['b', '2'],
      ['a', ''],
    ] as const) {
      if (value === '') reader.table('one').remove(utf8(key));
      else reader.table('one').put(utf8(key), utf8(value));
      reader.endStep();
    }
    expect([shown(reader, 'one'), shown(writer, 'one')]).toEqual(['b=2', 'a=1']);
    for (const step of steps) writer.addStep(step);
    writer.table('two').put(utf8('c'), utf8('3'));
    writer.endStep();
    await writer.durable();
    reader.settleSteps(2);
    expect(reader.pendingBytes).toBe(0);
    expect([shown(reader, 'one'), shown(reader, 'two'), shown(writer, 'one')]).toEqual([
      'b=2',
      'c=3',
      'b=2',
    ]);
  });

  it('refuse a file of another kind', () => {
    const path = join(temporaryFolder(), 'c.mdb');
    writeFileSync(path, 'this is not a database of that kind'.repeat(500));
    expect(() => environment(path)).toThrow('not a file of pact');
  });

  it('are copied while they are written', async () => {
    const first = environment();
    first.table('one').put(utf8('a'), utf8('1'));
    first.endStep();
    const path = `${first.path}.copy`;
    await first.copyTo(path);
    expect(shown(environment(path), 'one')).toBe('a=1');
  });
});
