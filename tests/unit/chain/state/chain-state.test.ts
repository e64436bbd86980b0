import { describe, expect, it } from 'vitest';
import { ChainState } from '../../../../src/chain/state/chain-state.ts';
import { EntryDatabase } from '../../../../src/storage/entries/index.ts';
import {
  accounts,
  chainWithTable,
  engines,
  extend,
  hash,
  openNext,
  put,
  row,
  write,
} from '../../../support/chain-state.ts';

describe.each(engines)('the state of a chain in %s', (_, makeEntries) => {
  const make = (depth?: number): ChainState => chainWithTable(makeEntries(), depth);

  it('shows a block only after it is committed, and continues the transaction ids', () => {
    const chain = make();
    const block = openNext(chain);
    put(block, ['a', 1]);
    put(block, ['b', 2]);
    expect(block.nextTransaction).toBe(3n);
    expect(rowOf(chain, 'a')).toBeUndefined();
    chain.commit(block.finish(['x', 'y']), hash(1));
    expect(rowOf(chain, 'a')).toEqual(row(1));
    expect(openNext(chain).nextTransaction).toBe(3n);
    expect(chain.head).toMatchObject({ height: 1, hash: hash(1) });
  });

  it('drops a block without a trace', () => {
    const chain = make();
    const before = chain.head?.sum.hash();
    const block = openNext(chain);
    put(block, ['a', 1]);
    block.drop();
    expect(block.nextTransaction).toBe(1n);
    expect(block.use((database) => database.readRow(accounts, 'a'))).toBeUndefined();
    expect(block.finish([]).stateHash).toEqual(before);
  });

  it('rolls back a transaction of several steps that is not kept, or fails midway', () => {
    const chain = make();
    const block = openNext(chain);
    put(block, ['a', 1]);
    const steps = (database: EntryDatabase): void => {
      write(database, [['a', 2]]);
      write(database, [['b', 2]]);
    };
    block.attempt(steps, () => false);
    const failing = (database: EntryDatabase): void => {
      steps(database);
      database.begin();
      database.writeRow('write', accounts, 'c', row(3));
      throw new Error('half-way');
    };
    expect(() => block.attempt(failing, () => true)).toThrow('half-way');
    expect(block.nextTransaction).toBe(2n);
    expect(block.use((database) => database.rowKeys(accounts))).toEqual(['a']);
    expect(block.use((database) => database.readRow(accounts, 'a'))).toEqual(row(1));
    expect(block.use((database) => database.begin())).toBe(2n);
  });

  it('makes two blocks on one parent alternately, and commits one', () => {
    const chain = make();
    const [left, right] = [openNext(chain), openNext(chain)];
    put(left, ['a', 1]);
    put(right, ['a', 2], ['b', 2]);
    put(left, ['c', 1]);
    const read = (key: string) => (database: EntryDatabase) => database.readRow(accounts, key);
    expect([left, right].map((each) => each.use(read('a')))).toEqual([row(1), row(2)]);
    expect(left.use(read('b'))).toBeUndefined();
    const finished = left.finish([]);
    right.use(read('a'));
    chain.commit(finished, hash(1));
    expect(() => right.use(read('a'))).toThrow('has changed');
    expect(() => chain.commit(finished, hash(1))).toThrow('not built on the newest block');
    expect(['a', 'b', 'c'].map((key) => rowOf(chain, key))).toEqual([row(1), undefined, row(1)]);
  });

  it('rewinds to each height, and continues from there', () => {
    const chain = make();
    const hashes = [chain.head?.sum.hash()];
    for (let i = 1; i <= 5; i++) {
      extend(chain, i, ['a', i], [`${i}`, i]);
      hashes.push(chain.head?.sum.hash());
    }
    for (const height of [4, 2, 0]) {
      expect(chain.rewind(height).ok).toBe(true);
      expect(chain.head).toMatchObject({ height, hash: hash(height) });
      expect(chain.computeStateHash()).toEqual(hashes[height]);
      expect(openNext(chain).nextTransaction).toBe(BigInt(height + 1));
    }
    extend(chain, 9, ['a', 9]);
    expect(rowOf(chain, 'a')).toEqual(row(9));
    expect(rowOf(chain, '1')).toBeUndefined();
    expect(chain.receipt('transaction 1')).toBeUndefined();
    expect(chain.receipt('transaction 9')).toEqual({ height: 1, position: 0 });
  });

  it('keeps the state as deep as configured, and reports what it does not keep', () => {
    const chain = make(3);
    for (let i = 1; i <= 60; i++) extend(chain, i, ['a', i]);
    expect(chain.rewind(61)).toEqual({ ok: false, fault: { kind: 'not-there', height: 61 } });
    expect(chain.rewind(56)).toEqual({ ok: false, fault: { kind: 'not-kept', height: 56 } });
    expect(chain.at(0)).toEqual({ ok: false, fault: { kind: 'not-kept', height: 0 } });
    expect(chain.keptDepth).toBe(3);
    expect(chain.rewind(57).ok).toBe(true);
    expect(rowOf(chain, 'a')).toEqual(row(57));
  });

  it('reads at a depth while blocks are built and committed', () => {
    const chain = make();
    for (let i = 1; i <= 3; i++) extend(chain, i, ['a', i], [`${i}`, i]);
    const view = viewAt(chain, 2);
    const head = viewAt(chain, 3);
    const block = openNext(chain);
    put(block, ['a', 4], ['2', 4]);
    expect(view.database.readRow(accounts, 'a')).toEqual(row(2));
    chain.commit(block.finish([]), hash(4));
    extend(chain, 5, ['3', 5]);
    expect(view.database.readRow(accounts, '2')).toEqual(row(2));
    expect(view.database.rowKeys(accounts)).toEqual(['1', '2', 'a']);
    expect(head.database.readRow(accounts, 'a')).toEqual(row(3));
    expect(view.receipt('transaction 3')).toBeUndefined();
    expect(view.receipt('transaction 2')).toEqual({ height: 2, position: 0 });
    expect(view.block).toMatchObject({ height: 2, hash: hash(2) });
  });

  it('never shows the new branch to a reader of the old one', () => {
    const chain = make();
    for (let i = 1; i <= 3; i++) extend(chain, i, ['a', i]);
    const [orphaned, kept] = [viewAt(chain, 3), viewAt(chain, 1)];
    chain.rewind(1);
    for (const byte of [12, 13, 14]) extend(chain, byte, ['a', byte]);
    expect(() => orphaned.database.readRow(accounts, 'a')).toThrow(
      'reverted while it was being read',
    );
    expect(kept.database.readRow(accounts, 'a')).toEqual(row(1));
  });

  it('makes a block on an earlier block, which is committed after a rewind', () => {
    const chain = make();
    for (let i = 1; i <= 3; i++) extend(chain, i, ['a', i]);
    const opened = chain.open({ height: 1, hash: hash(1) });
    expect(opened.ok).toBe(true);
    if (!opened.ok) return;
    const block = opened.value;
    expect(block.use((database) => database.readRow(accounts, 'a'))).toEqual(row(1));
    put(block, ['b', 22]);
    const finished = block.finish([]);
    expect(() => chain.commit(finished, hash(22))).toThrow('not built on the newest block');
    chain.rewind(1);
    chain.commit(finished, hash(22));
    expect(chain.head).toMatchObject({ height: 2, hash: hash(22) });
    expect(chain.computeStateHash()).toEqual(finished.stateHash);
  });

  it('opens no block on an unknown parent', () => {
    const chain = make();
    for (let i = 1; i <= 3; i++) extend(chain, i);
    const fault = (height: number, byte: number): unknown => {
      const opened = chain.open({ height, hash: hash(byte) });
      return opened.ok ? undefined : opened.fault;
    };
    expect(fault(3, 9)).toEqual({ kind: 'other-block', height: 3, hash: hash(3) });
    expect(fault(2, 9)).toEqual({ kind: 'other-block', height: 2, hash: hash(2) });
    expect(fault(4, 9)).toEqual({ kind: 'not-there', height: 4 });
    expect(fault(-1, 9)).toMatchObject({ kind: 'not-kept' });
    expect(chain.openFirst(0)).toBeUndefined();
  });

  it('has one hash for one set of rows, whatever happened before', () => {
    const straight = make();
    extend(straight, 1, ['a', 1], ['b', 2]);
    const winding = make();
    extend(winding, 1, ['b', 7]);
    extend(winding, 2, ['a', 1]);
    extend(winding, 3, ['b', 2]);
    const expected = straight.head?.sum.hash();
    expect(winding.head?.sum.hash()).toEqual(expected);
    expect(winding.computeStateHash()).toEqual(expected);
    extend(winding, 4, ['b', 3]);
    expect(winding.head?.sum.hash()).not.toEqual(expected);
  });

  it('continues with existing entries', () => {
    const entries = makeEntries();
    const chain = chainWithTable(entries);
    for (let i = 1; i <= 3; i++) extend(chain, i, ['a', i]);
    const again = new ChainState({ entries, depth: 10 });
    expect(again.head).toEqual(chain.head);
    expect(again.rewind(2).ok).toBe(true);
    expect(rowOf(again, 'a')).toEqual(row(2));
  });
});

function rowOf(chain: ChainState, key: string): unknown {
  return viewAt(chain, chain.head?.height ?? 0).database.readRow(accounts, key);
}

function viewAt(chain: ChainState, height: number) {
  const view = chain.at(height);
  if (!view.ok) throw new Error(view.fault.kind);
  return view.value;
}
