// Bytes that were put aside can be read back, dropped ones free their space, and a full disk keeps no partial data.
import { expect, test } from 'vitest';
import { AsideFile } from '../../../../src/node/storage/aside-file.ts';
import type { StorageFile } from '../../../../src/node/storage/files.ts';
import { openNameless } from '../../../../src/node/storage/files.ts';
import { tmpdir } from 'node:os';

const bytes = (length: number, value: number): Uint8Array => new Uint8Array(length).fill(value);

test('bytes of any length are read back', () => {
  const file = openNameless(tmpdir());
  const aside = new AsideFile(file);
  const lengths = [0, 1, 507, 508, 509, 5_000, 100_000];
  const places = lengths.map((length, i) => aside.put(bytes(length, i)));
  for (const [i, place] of places.entries()) {
    expect(new Uint8Array(aside.get(place!))).toEqual(bytes(lengths[i]!, i));
  }
  file.close();
});

test('dropped places are used again', () => {
  const file = openNameless(tmpdir());
  const aside = new AsideFile(file);
  const places = [1, 2, 3].map((value) => aside.put(bytes(600, value))!);
  const size = file.size();
  aside.drop(places[1]!);
  expect(aside.put(bytes(700, 4))).toBe(places[1]);
  expect(file.size()).toBe(size);
  expect(new Uint8Array(aside.get(places[2]!))).toEqual(bytes(600, 3));
  file.close();
});

test('a full disk accepts nothing, and a broken one is reported', () => {
  const file = openNameless(tmpdir());
  let fault: string | undefined = 'ENOSPC';
  const fail = (): void => {
    if (fault !== undefined) throw Object.assign(new Error('refused'), { code: fault });
  };
  const faulty: StorageFile = {
    ...file,
    write: (...given) => {
      fail();
      file.write(...given);
    },
    read: (...given) => {
      fail();
      return file.read(...given);
    },
  };
  const aside = new AsideFile(faulty);
  expect(aside.put(bytes(1, 1))).toBeUndefined();
  fault = undefined;
  const place = aside.put(bytes(1, 1))!;
  fault = 'EIO';
  expect(() => aside.get(place)).toThrow(/cannot read the file with older states/);
  file.close();
});
