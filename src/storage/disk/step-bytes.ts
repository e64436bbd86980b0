// The writes of a step as bytes, to be sent from the thread that drafts it to the thread that writes.

import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { utf8 } from '../../base/bytes.ts';
import { assert } from '../../base/assert.ts';
import type { Write } from './pending-writes.ts';

/** A write, with the name of its table. */
export type DraftedWrite = Pick<Write, 'key' | 'value'> & { readonly name: string };

export function stepBytes(writes: readonly Write[]): Uint8Array {
  const writer = new ByteWriter();
  for (const { table, key, value } of writes) {
    writer.part(utf8(table.name));
    writer.part(key);
    writer.byte(value === undefined ? 0 : 1);
    if (value !== undefined) writer.part(value);
  }
  return writer.bytes();
}

export function* readStep(bytes: Uint8Array): Generator<DraftedWrite> {
  const reader = new ByteReader(bytes);
  while (!reader.isWhole) {
    const name = reader.text();
    const key = reader.part();
    const value = reader.byte() === 0 ? undefined : reader.part();
    assert(reader.isGood(), 'another thread of this process has made the step');
    yield { name, key, value };
  }
}
