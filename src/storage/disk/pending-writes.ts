// Writes that the disk does not have yet, by table and key: the newest counts. A write stays until its step is committed
// and no newer one of the same key waits.

import { compareBytes } from '../../base/bytes.ts';
import type { DiskTable, TableRange } from './disk-table.ts';

export type Write = {
  readonly table: DiskTable;
  readonly key: Uint8Array;
  /** `undefined`: the key is removed. */
  readonly value: Uint8Array | undefined;
};

type Waiting = Write & { readonly step: number };

/** The memory of a write beside its bytes. */
const writeBytes = 100;

export class PendingWrites {
  private readonly byTable = new Map<DiskTable, Map<string, Waiting>>();
  /** The ended steps that are not committed, the oldest first. */
  private readonly steps: { readonly number: number; readonly writes: readonly Waiting[] }[] = [];
  private current: Waiting[] = [];
  private number = 1;
  private held = 0;

  get bytes(): number {
    return this.held;
  }

  get(table: DiskTable, key: Uint8Array): Write | undefined {
    const waiting = this.byTable.get(table);
    return waiting === undefined || waiting.size === 0 ? undefined : waiting.get(textOf(key));
  }

  add(write: Write): void {
    const waiting = { ...write, step: this.number };
    this.current.push(waiting);
    this.held += sizeOf(write);
    let ofTable = this.byTable.get(write.table);
    if (ofTable === undefined) {
      ofTable = new Map();
      this.byTable.set(write.table, ofTable);
    }
    ofTable.set(textOf(write.key), waiting);
  }

  /** Returns the writes of a range, in its order. */
  inRange(table: DiskTable, { from, to, isReverse = false }: TableRange): readonly Write[] {
    const waiting = this.byTable.get(table);
    if (waiting === undefined || waiting.size === 0) return [];
    const found = [...waiting.values()].filter(
      ({ key }) => compareBytes(key, from) >= 0 && compareBytes(key, to) < 0,
    );
    found.sort((left, right) => compareBytes(left.key, right.key));
    return isReverse ? found.reverse() : found;
  }

  /** Ends the current step; returns its writes, in order, or `undefined` if there are none. */
  endStep(): readonly Write[] | undefined {
    const writes = this.current;
    if (writes.length === 0) return undefined;
    this.steps.push({ number: this.number, writes });
    this.current = [];
    this.number++;
    return writes;
  }

  /** Drops the writes of all steps up to this one: the disk has them. */
  committed(number: number): void {
    for (
      let step = this.steps[0];
      step !== undefined && step.number <= number;
      step = this.steps[0]
    ) {
      this.steps.shift();
      for (const write of step.writes) {
        this.held -= sizeOf(write);
        const ofTable = this.byTable.get(write.table);
        const key = textOf(write.key);
        if (ofTable?.get(key)?.step === step.number) ofTable.delete(key);
      }
    }
  }
}

function sizeOf({ key, value }: Write): number {
  return writeBytes + key.length + (value?.length ?? 0);
}

/** One character for each byte. */
function textOf(key: Uint8Array): string {
  return Buffer.from(key.buffer, key.byteOffset, key.length).toString('latin1');
}
