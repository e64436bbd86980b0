import { expect, test } from 'vitest';
import { JsonLinesSink } from '../../../../src/tools/export/index.ts';
import { exportLimits } from '../../../../src/tools/export/limits.ts';
import { emptyRows } from '../../../support/row-sink-contract.ts';
import { valueOf } from '../../../support/value-of.ts';

function sinkWithLines() {
  const texts: string[] = [];
  const sink = new JsonLinesSink((text) => texts.push(text));
  const lines = () =>
    texts
      .join('')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return { sink, lines };
}

test('each row is a line, and the block comes after its rows', async () => {
  const { sink, lines } = sinkWithLines();
  const rows = {
    ...emptyRows(3),
    events: [
      {
        position: 0,
        transaction: undefined,
        module: 'm',
        moduleHash: 'h',
        name: 'E',
        params: '[1.50,{"a":null}]',
      },
    ],
    transactions: [
      {
        position: 0,
        requestKey: 'k',
        networkId: undefined,
        nonce: '"',
        sender: 's',
        gasLimit: 10n,
        gasPrice: '0.00000001',
        ttlSeconds: 1n,
        creationTime: 2n,
        message: { kind: 'exec', code: '(+ 1 2)' },
        data: '{"x":1}',
        gas: 7n,
        txId: 4n,
        logs: undefined,
        outcome: { status: 'success', result: '{"int":3}' },
        continuation: undefined,
        pactId: undefined,
      },
    ],
  } as const;
  valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks: [rows] }));
  const [transaction, event, block] = lines();
  expect(transaction).toEqual({
    row: 'transaction',
    chain: 0,
    height: 3,
    position: 0,
    requestKey: 'k',
    networkId: null,
    nonce: '"',
    sender: 's',
    gasLimit: 10,
    gasPrice: '0.00000001',
    ttlSeconds: 1,
    creationTime: 2,
    data: { x: 1 },
    gas: 7,
    txId: 4,
    logs: null,
    continuation: null,
    pactId: null,
    messageKind: 'exec',
    code: '(+ 1 2)',
    status: 'success',
    result: { int: 3 },
  });
  expect(event).toMatchObject({ row: 'event', transaction: null, params: [1.5, { a: null }] });
  expect(block).toMatchObject({
    row: 'block',
    weight: '3',
    nonce: String(2n ** 64n - 1n),
    minerKeys: [],
    reward: '2.3',
  });
});

test('a fork is taken back by a line of its own', async () => {
  const { sink, lines } = sinkWithLines();
  const write = async (
    removeAbove: number | undefined,
    ...blocks: ReturnType<typeof emptyRows>[]
  ) => valueOf(await sink.write({ chain: 0, removeAbove, blocks }));
  await write(undefined, emptyRows(5), emptyRows(6));
  await write(5, emptyRows(6, { fork: 'b', below: '' }));
  expect(lines()[2]).toEqual({ remove: { chain: 0, above: 5 } });
  const hashes = valueOf(await sink.hashes(0, { from: 5, to: 6 }));
  expect(hashes).toEqual([emptyRows(5).block.hash, emptyRows(6, { fork: 'b' }).block.hash]);
});

test('a reorganisation below the hashes that are kept is refused', async () => {
  const { sink } = sinkWithLines();
  const count = Math.ceil(exportLimits.keptHashes * 1.1) + 1;
  const blocks = Array.from({ length: count }, (_, height) => emptyRows(height));
  valueOf(await sink.write({ chain: 0, removeAbove: undefined, blocks }));
  const lowest = count - exportLimits.keptHashes;
  expect(valueOf(await sink.hashes(0, { from: lowest, to: count }))).toHaveLength(
    exportLimits.keptHashes,
  );
  const refused = await sink.hashes(0, { from: lowest - 1, to: count });
  expect(refused).toMatchObject({ ok: false });
});
