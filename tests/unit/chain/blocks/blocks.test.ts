import { describe, expect, it } from 'vitest';
import { utf8 } from '../../../../src/base/bytes.ts';
import {
  blockFailureText,
  buildBlock,
  type BuiltBlock,
  validateBlock,
} from '../../../../src/chain/blocks/index.ts';
import { makePayload, type PayloadWithOutputs } from '../../../../src/chain/model/payload.ts';
import type { ChainState } from '../../../../src/chain/state/chain-state.ts';
import { MemoryEntries } from '../../../../src/storage/entries/index.ts';
import { chainWithTable, hash, openNext } from '../../../support/chain-state.ts';
import { toy, toyPort } from '../../../support/toy-blocks.ts';

const minerData = utf8('miner');
const fresh = (): ChainState => chainWithTable(new MemoryEntries());

type Settings = Parameters<typeof toyPort>[0];

function build(texts: readonly string[], settings: Settings = {}, chain = fresh()): BuiltBlock {
  const parts = { port: toyPort(settings), block: openNext(chain), minerData };
  const built = buildBlock(parts, texts.map(toy));
  if (!built.ok) throw new Error(blockFailureText(built.fault));
  return built.value;
}

function refusal(payload: PayloadWithOutputs, settings: Settings = {}, chain = fresh()): string {
  const parts = { port: toyPort(settings), block: openNext(chain), minerData };
  const { payloadHash } = payload;
  const checked = validateBlock({ ...parts, payload, payloadHash });
  return checked.ok ? 'accepted' : blockFailureText(checked.fault);
}

/** Returns the payload of a block that was not built here. */
function payloadOf(...inputs: readonly string[]): PayloadWithOutputs {
  const transactions = inputs.map((input) => ({ input: utf8(input), output: utf8('?') }));
  return makePayload({ minerData, coinbase: utf8('reward'), transactions });
}

const names = ({ payload }: BuiltBlock): string[] =>
  payload.transactions.map(({ input }) => String.fromCharCode(...input).split(' ')[0] as string);

describe('building', () => {
  it('takes what fits, in the order offered, and gives the reason for leaving out the rest', () => {
    const built = build(
      ['a 40 30 ok', 'b 40 99 fails', 'c 40 10 ok', 'd 30 30 ok', 'e 5 5 refused', 'a 1 1 ok'],
      { gasLimit: 100n },
    );
    expect(names(built)).toEqual(['a', 'b', 'd']);
    expect(built.gas).toBe(100n);
    expect(built.leftOut).toEqual([
      {
        requestKey: 'c',
        kind: 'no-room',
        text: 'Its gas limit of 40 is more than the 30 left in the block',
      },
      {
        requestKey: 'e',
        kind: 'no-room',
        text: 'Its gas limit of 5 is more than the 0 left in the block',
      },
      { requestKey: 'a', kind: 'repeated', text: 'It is offered twice' },
    ]);
  });

  it('leaves out transactions that cannot buy gas or are not signed, without a trace', () => {
    const bad = build(['x 5 5 refused', 'y 5 5 unsigned', 'a 5 5 ok']);
    const good = build(['a 5 5 ok']);
    expect(bad.leftOut.map(({ requestKey, kind, text }) => [requestKey, kind, text])).toEqual([
      ['x', 'invalid', 'too poor'],
      ['y', 'invalid', 'no signature'],
    ]);
    expect(bad.payload).toEqual(good.payload);
    expect(bad.state.stateHash).toEqual(good.state.stateHash);
  });

  it('ends at a transaction that takes too long; the rest can be offered again', () => {
    const built = build(['a 5 5 ok', 's 5 5 slow', 'b 5 5 ok']);
    expect(names(built)).toEqual(['a']);
    expect(built.leftOut.map(({ kind }) => kind)).toEqual(['invalid', 'unused']);
  });

  it('stops after 200 transactions in a row that do not fit', () => {
    const other = Array.from({ length: 199 }, (_, i) => `m${i} 50 5 ok`);
    const large = Array.from({ length: 200 }, (_, i) => `l${i} 50 5 ok`);
    const built = build([...other, 'a 10 1 ok', ...large, 'b 5 1 ok'], { gasLimit: 20n });
    expect(names(built)).toEqual(['a']);
    expect(built.leftOut.at(-1)).toMatchObject({ requestKey: 'b', kind: 'unused' });
  });

  it('takes no transaction that is in an earlier block', () => {
    const chain = fresh();
    chain.commit(build(['a 5 5 ok'], {}, chain).state, hash(1));
    const built = build(['a 5 5 ok', 'b 5 5 ok'], {}, chain);
    expect(names(built)).toEqual(['b']);
    expect(built.leftOut[0]?.text).toBe('Transaction already exists on chain');
    chain.rewind(0);
    expect(names(build(['a 5 5 ok'], {}, chain))).toEqual(['a']);
  });

  it("fails if the miner's reward fails", () => {
    const parts = { port: toyPort({ coinbase: 'fails' }), block: openNext(fresh()), minerData };
    const built = buildBlock(parts, []);
    expect(built.ok ? '' : blockFailureText(built.fault)).toBe(
      'The reward of the miner failed: no coin',
    );
  });
});

describe('validating', () => {
  it('accepts what was built, with outputs and without', () => {
    const { payload, state } = build(['a 5 5 ok', 'b 9 9 fails'], { gasLimit: 14n });
    const { coinbase: _, transactions, ...rest } = payload;
    const data = { ...rest, kind: 'data' as const, transactions: transactions.map((t) => t.input) };
    for (const given of [payload, data]) {
      const parts = { port: toyPort({ gasLimit: 14n }), block: openNext(fresh()), minerData };
      const { payloadHash } = payload;
      const checked = validateBlock({ ...parts, payload: given, payloadHash });
      expect(checked.ok && checked.value.payload).toEqual(payload);
      expect(checked.ok && checked.value.state.stateHash).toEqual(state.stateHash);
    }
  });

  it('refuses a block with an invalid transaction', () => {
    expect(refusal(payloadOf('a 5 5 ok', 'x 5 5 refused'))).toBe(
      'Transaction 1 cannot be in a block: too poor',
    );
    expect(refusal(payloadOf('s 5 5 slow'))).toContain('interrupted before transaction 0');
    expect(refusal(payloadOf('y 5 5 unsigned', 'z 5 5 unsigned'))).toBe(
      'Transaction y is not valid: no signature; Transaction z is not valid: no signature',
    );
    expect(refusal(payloadOf('what', 'a 5 5 ok', 'ever'))).toBe(
      'Failed to decode pact transactions: not a toy: what. not a toy: ever',
    );
  });

  it('lowers the gas limit of the last transaction to what is left, which may be enough', () => {
    const gasLimit = 10n;
    const lowered = 'b 50 4 ok';
    const found = refusal(payloadOf('a 6 6 ok', lowered), { gasLimit });
    // All transactions ran: only the outputs were forged.
    expect(found).toMatch(
      /execution gives .*; the first difference is the output of transaction 0/,
    );
    const right = makePayload({
      minerData,
      coinbase: utf8('reward'),
      transactions: [
        { input: utf8('a 6 6 ok'), output: utf8('0 true 6 4') },
        { input: utf8(lowered), output: utf8('1 true 4 6') },
      ],
    });
    expect(refusal(right, { gasLimit })).toBe('accepted');
  });

  it('refuses a block in which a transaction fails with a lowered limit', () => {
    expect(refusal(payloadOf('a 6 6 ok', 'b 50 5 ok'), { gasLimit: 10n })).toBe(
      'Transaction 1 (b) failed with only 4 gas left in the block; its gas limit is 50',
    );
    expect(refusal(payloadOf('a 6 6 ok', 'b 4 5 ok'), { gasLimit: 10n })).toContain(
      'execution gives',
    );
  });

  it('executes a transaction twice that a block lists twice, as the reference does', () => {
    const found = refusal(payloadOf('a 5 5 ok', 'a 5 5 ok'));
    expect(found).toContain('the first difference is the output of transaction 0');
  });

  it('refuses a transaction of an earlier block', () => {
    const chain = fresh();
    chain.commit(build(['a 5 5 ok'], {}, chain).state, hash(1));
    expect(refusal(payloadOf('b 5 5 ok', 'a 5 5 ok'), {}, chain)).toBe(
      'Transaction a is not valid: Transaction already exists on chain',
    );
  });

  it('refuses another encoding of a transaction with the same meaning', () => {
    expect(refusal(payloadOf('a 5 5 ok '))).toContain('a transaction or the miner');
  });

  it('names the coinbase if it differs', () => {
    const { payload } = build(['a 5 5 ok']);
    expect(refusal(payload, { mark: '!' })).toContain('the reward of the miner');
  });

  it('refuses hashes that do not match the payload, and payloads of other headers', () => {
    const { payload } = build(['a 5 5 ok']);
    expect(refusal({ ...payload, outputsHash: hash(1) })).toBe(
      'The payload does not have the hashes that it claims: outputsHash, payloadHash',
    );
    const parts = { port: toyPort({}), block: openNext(fresh()), minerData };
    const checked = validateBlock({ ...parts, payload, payloadHash: hash(1) });
    expect(checked.ok ? '' : checked.fault.kind).toBe('other-payload');
  });

  it('refuses more transactions than any block has, before reading them', () => {
    const inputs = Array.from({ length: 20_001 }, () => 'x');
    expect(refusal(payloadOf(...inputs))).toBe(
      'The block has 20001 transactions; at most 20000 are allowed',
    );
  });

  it('leaves the state unchanged if it refuses', () => {
    const chain = fresh();
    const before = chain.computeStateHash();
    refusal(payloadOf('a 5 5 ok', 'x 5 5 refused'), {}, chain);
    refusal(payloadOf('a 5 5 ok'), {}, chain);
    expect(chain.computeStateHash()).toEqual(before);
    expect(openNext(chain).nextTransaction).toBe(1n);
  });
});
