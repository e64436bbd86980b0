// What transactions may add to a block that is made here, and that blocks from elsewhere may have more.
import { describe, expect, it } from 'vitest';
import { decodeUtf8 } from '../../../../src/base/bytes.ts';
import {
  buildBlock,
  chainPort,
  checkBlock,
  contextOn,
  prepareBlocks,
  type BuiltBlock,
} from '../../../../src/chain/blocks/index.ts';
import { encodeCommandResult, type CommandResult } from '../../../../src/chain/command/index.ts';
import { unpaidBytesOf } from '../../../../src/chain/execute/execute-transaction.ts';
import { makerLimits } from '../../../../src/chain/limits.ts';
import type { BlockHeader } from '../../../../src/chain/model/header.ts';
import { encodeMiner } from '../../../../src/chain/model/payload-json.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import {
  CoinChain,
  headerOf,
  minerOfTests,
  signedTransaction,
  transferOf,
} from '../../../support/coin-chain.ts';

/** A list that contains the previous list twice, and so on: 2^levels items of 9 bytes each. */
const doubling = (levels: number): string =>
  `(fold (lambda (a i) [a a]) [1] (enumerate 1 ${levels}))`;

const chain = new CoinChain();

type Parts = Partial<Parameters<typeof signedTransaction>[0]>;

const sent = (code: string, more: Parts = {}): Uint8Array =>
  signedTransaction({ code, sender: 'alice', ...more });

/** Returns the kinds of what became of transactions, in their order. */
function fates({ leftOut }: BuiltBlock, transactions: readonly Uint8Array[]): readonly string[] {
  const kinds = new Map(leftOut.map(({ requestKey, kind }) => [requestKey, kind]));
  return transactions.map((each) => kinds.get(chain.read(each).requestKey) ?? 'in the block');
}

const build = (...transactions: readonly Uint8Array[]): readonly string[] =>
  fates(chain.build(transactions), transactions);

/** Builds a block as a node without limits would. */
function unlimited(transactions: readonly Uint8Array[]): BuiltBlock {
  const context = contextOn(development, chain.head, minerOfTests, chain.host);
  const own = chainPort(context, chain.host.transactions);
  const port: typeof own = {
    ...own,
    run: (database, each, at) => own.run(database, each, { ...at, freeBytes: undefined }),
  };
  const opened = chain.state.open(chain.head);
  if (!opened.ok) throw new Error(opened.fault.kind);
  const parts = { port, block: opened.value, minerData: encodeMiner(minerOfTests) };
  const built = buildBlock(
    parts,
    transactions.map((each) => chain.read(each)),
  );
  if (!built.ok) throw new Error(built.fault.kind);
  return built.value;
}

const resultOf = (gas: bigint, data: string): CommandResult => ({
  requestKey: 'DldRwCblQ7Loqy6wYJnaodHl30d3j3eH-qtFzfEv46g',
  txId: undefined,
  gas,
  logs: undefined,
  metaData: undefined,
  continuation: undefined,
  result: { status: 'success', data },
  events: [],
});

const outputOf = (built: BuiltBlock): { gas: number; bytes: number } => {
  const output = built.payload.transactions[0]?.output ?? new Uint8Array();
  const { gas } = JSON.parse(decodeUtf8(output) ?? '') as { gas: number };
  return { gas, bytes: output.length };
};

describe('a transaction', () => {
  it('may have the free bytes, and those that its gas pays for, and no more', () => {
    const { answerBytes, answerBytesPerGas } = makerLimits;
    for (const gas of [0n, 1n, 150_000n]) {
      const paid = answerBytesPerGas * Number(gas);
      const frame = encodeCommandResult(resultOf(gas, '')).length;
      const unpaid = (bytes: number) =>
        unpaidBytesOf(resultOf(gas, 'x'.repeat(Math.max(bytes - frame, 0))));
      expect(unpaid(paid)).toEqual({ ok: true, value: Math.max(frame - paid, 0) });
      expect(unpaid(paid + 1000)).toEqual({ ok: true, value: 1000 });
      expect(unpaid(paid + answerBytes)).toEqual({ ok: true, value: answerBytes });
      expect(unpaid(paid + answerBytes + 1)).toMatchObject({
        ok: false,
        fault: { code: 'too-large' },
      });
    }
  });

  it.each([20, 21, 25, 40, 1000])('that doubles %i times is refused without being written', (n) => {
    const [refused] = chain.build([sent(doubling(n))]).leftOut;
    expect(refused?.kind).toBe('invalid');
    expect(refused?.text).toMatch(/^Value too large: result with events exceeds \d+$/);
  });
});

describe('a block', () => {
  const large = (nonce: number): Uint8Array => sent(doubling(17), { nonce: `large ${nonce}` });

  it('takes one output that is not paid for, then paid ones; the others wait for the next block', () => {
    const transactions = [large(1), large(2), transferOf('alice', 'bob', 1), large(3)];
    expect(build(...transactions)).toEqual(['in the block', 'no-room', 'in the block', 'no-room']);
    expect(build(large(2))).toEqual(['in the block']);
  });

  it('tries a transaction without room only once', () => {
    const transactions = [large(11), large(12), large(13)].map((each) => chain.read(each));
    const ran: string[] = [];
    const context = contextOn(development, chain.head, minerOfTests, chain.host);
    const own = chainPort(context, chain.host.transactions);
    const port: typeof own = {
      ...own,
      run(database, each, at) {
        ran.push(each.transaction.payload.nonce);
        return own.run(database, each, at);
      },
    };
    for (let i = 0; i < 3; i++) {
      const opened = chain.state.open(chain.head);
      if (!opened.ok) throw new Error(opened.fault.kind);
      buildBlock({ port, block: opened.value, minerData: encodeMiner(minerOfTests) }, transactions);
    }
    expect(ran).toEqual(['large 11', 'large 12', 'large 13', 'large 11', 'large 11']);
  });

  it('is not ended by many transactions without room for their output', () => {
    const many = Array.from({ length: 250 }, (_, i) => large(1000 + i));
    const transactions = [...many, transferOf('alice', 'bob', 1, 'after many')];
    const found = build(...transactions);
    expect(found.filter((each) => each === 'in the block')).toHaveLength(2);
    expect(found.at(-1)).toBe('in the block');
  });

  it('from elsewhere is valid with a larger output', () => {
    const built = unlimited([sent(doubling(18), { nonce: 'foreign' }), large(20), large(21)]);
    expect(built.leftOut).toEqual([]);
    expect(outputOf(built).bytes).toBeGreaterThan(makerLimits.answerBytes + 1_000_000);
    const header = headerOf(chain.head, built.payload);
    const other = chain.fresh();
    const parentOf = (): BlockHeader => other.head;
    const prepare = prepareBlocks({ network: development, host: other.host, parentOf });
    const checked = checkBlock(
      other.state,
      { header, payload: built.payload },
      { prepare, isFirst: false },
    );
    expect(checked.ok).toBe(true);
  });
});
