// Blocks of real transactions. The numbers are those of past bugs of the reference node that must not occur here: the title
// of the test says what happened.

import { describe, expect, it } from 'vitest';
import { decodeUtf8, utf8 } from '../../../../src/base/bytes.ts';
import { printJson } from '../../../../src/base/json.ts';
import { readJson } from '../../../../src/base/json-reader.ts';
import { checkBlock, prepareBlocks, type ChainBlock } from '../../../../src/chain/blocks/index.ts';
import { blockHash } from '../../../../src/chain/model/block-hash.ts';
import {
  decodeHeader,
  encodeHeader,
  type BlockHeader,
} from '../../../../src/chain/model/header.ts';
import { payloadFromJson, payloadToJson } from '../../../../src/chain/model/payload-json.ts';
import { makePayload, type PayloadWithOutputs } from '../../../../src/chain/model/payload.ts';
import { development } from '../../../../src/chain/rules/networks/development.ts';
import { CoinChain, headerOf, signedTransaction, transferOf } from '../../../support/coin-chain.ts';

const chain = new CoinChain();
const small = chain.extend(transferOf('alice', 'bob', 1), transferOf('bob', 'carol', 500));
const before = chain.fresh();

/** Returns `accepted`, or the reason for the refusal. */
function verdict(block: ChainBlock): string {
  const parentOf = (): BlockHeader => before.head;
  const prepare = prepareBlocks({ network: development, host: before.host, parentOf });
  const checked = checkBlock(before.state, block, { prepare, isFirst: false });
  return checked.ok ? 'accepted' : checked.fault.kind;
}

const outputs = ({ transactions }: PayloadWithOutputs): string[] =>
  transactions.map(({ output }) => decodeUtf8(output) ?? '');

/** Yields changes of each byte: one bit, its letter case, and all bits. */
function* alterations(bytes: Uint8Array, changes = [1, 0x20, 0xff]): Generator<Uint8Array> {
  for (let i = 0; i < bytes.length; i++) {
    for (const change of changes) {
      const altered = bytes.slice();
      altered[i] = (bytes[i] as number) ^ change;
      yield altered;
    }
  }
}

describe('a block that was built', () => {
  it('is accepted: one transfer succeeds, and one fails and pays', () => {
    expect(small.built.leftOut).toEqual([]);
    const [paid, failed] = outputs(small.built.payload);
    expect(paid).toContain('"status":"success","data":"done"');
    expect(failed).toContain('Insufficient funds');
    expect(verdict(small)).toBe('accepted');
  });

  it('is refused with any byte of its header altered', () => {
    const kinds = new Set<string>();
    for (const bytes of alterations(encodeHeader(small.header))) {
      const header = decodeHeader(bytes);
      kinds.add(header.ok ? verdict({ ...small, header: header.value }) : 'unreadable');
    }
    expect([...kinds].sort()).toEqual(['unfit', 'unreadable', 'wrong-header-hash']);
  });

  it('is refused with any byte of its payload altered', () => {
    const text = utf8(printJson(payloadToJson(small.payload)));
    const kinds = new Set<string>();
    for (const bytes of alterations(text)) {
      const json = readJson(decodeUtf8(bytes) ?? '');
      const payload = payloadFromJson(json.kind === 'value' ? json.value : '');
      kinds.add(payload.ok ? verdict({ ...small, payload: payload.value }) : 'unreadable');
    }
    expect([...kinds].sort()).toEqual(['unfit', 'unreadable', 'wrong-payload-hashes']);
  });

  it.each(['minerData', 'coinbase', 'input', 'output'] as const)(
    'is refused with any byte of its %s altered, though all hashes are recomputed',
    (part) => {
      const { payload } = small.built;
      const { minerData, coinbase, transactions } = payload;
      const [first, ...rest] = transactions;
      const original = { minerData, coinbase, ...first! }[part];
      const kinds = new Set<string>();
      // A signature in upper case is different and valid, so the letter case is not changed here.
      for (const bytes of alterations(original, [1, 0xff])) {
        const changed = { minerData, coinbase, ...first!, [part]: bytes };
        const altered = makePayload({
          minerData: changed.minerData,
          coinbase: changed.coinbase,
          transactions: [{ input: changed.input, output: changed.output }, ...rest],
        });
        const header = headerOf(before.head, altered);
        kinds.add(verdict({ header, payload: altered }));
      }
      expect(kinds).not.toContain('accepted');
      const expected = {
        minerData: ['coinbase-failed', 'payload-mismatch', 'unfit'],
        coinbase: ['payload-mismatch'],
        input: ['invalid-transactions', 'payload-mismatch', 'unreadable-transactions'],
        output: ['payload-mismatch'],
      };
      expect(expected[part]).toEqual(expect.arrayContaining([...kinds]));
    },
    60_000,
  );

  it('is refused on another parent, and above the newest block', () => {
    const other = { ...small.header, parent: new Uint8Array(32) };
    expect(verdict({ ...small, header: { ...other, hash: blockHash(other) } })).toBe('no-parent');
    const high = { ...small.header, height: 7 };
    expect(verdict({ ...small, header: { ...high, hash: blockHash(high) } })).toBe('no-parent');
  });

  it('gives every hash again when it is replayed', () => {
    const replayed = chain.fresh();
    const blocks = [small];
    expect(replayed.replay(blocks)).toEqual({ ok: true, value: 1 });
    expect(replayed.state.head).toEqual(chain.state.head);
  });
});

describe('past bugs of the reference node', () => {
  it('#37: a transaction of an earlier block is refused, first or second of its sender', () => {
    const own = new CoinChain();
    const [fresh, replayed] = [transferOf('alice', 'bob', 2), transferOf('alice', 'bob', 3)];
    own.extend(replayed);
    for (const order of [
      [fresh, replayed],
      [replayed, fresh],
    ]) {
      const built = own.build(order);
      expect(built.payload.transactions.map(({ input }) => input)).toEqual([fresh]);
      expect(built.leftOut.map(({ text }) => text)).toEqual([
        'Transaction already exists on chain',
      ]);
    }
  });

  it('#38: every update of a row in one transaction reaches the state', () => {
    const own = new CoinChain();
    const capabilities = [['coin.GAS'], ['coin.TRANSFER', 'alice', 'bob', 6]] as const;
    const code =
      '(coin.transfer "alice" "bob" 1.0) (coin.transfer "alice" "bob" 2.0) (coin.transfer "alice" "bob" 3.0)';
    own.extend(signedTransaction({ code, sender: 'alice', capabilities }));
    expect(own.balance('bob')).toBe(106);
  });

  it('#41: a transaction that fails midway, and a block that is refused, leave nothing', () => {
    const own = new CoinChain();
    const state = own.state.computeStateHash();
    const capabilities = [['coin.GAS'], ['coin.TRANSFER', 'alice', 'bob', 1]] as const;
    const code = '(coin.transfer "alice" "bob" 1.0) (enforce false "half-way")';
    const block = own.build([signedTransaction({ code, sender: 'alice', capabilities })]);
    expect(outputs(block.payload)[0]).toContain('half-way');
    expect(own.state.computeStateHash()).toEqual(state);
    const header = headerOf(own.head, block.payload);
    own.extend(signedTransaction({ code, sender: 'alice', capabilities }));
    expect(own.balance('bob')).toBe(100);
    expect(own.balance('alice')).toBeLessThan(100);
    expect(header.payloadHash).toEqual(own.head.payloadHash);
    expect(own.state.computeStateHash()).toEqual(block.state.stateHash);
  });

  it('#42: an account that an earlier transaction drained pays no gas; the block is made without it', () => {
    const own = new CoinChain();
    const gas = 0.002;
    const drain = signedTransaction({
      code: `(coin.transfer "alice" "bob" ${100 - gas})`,
      sender: 'alice',
      capabilities: [['coin.GAS'], ['coin.TRANSFER', 'alice', 'bob', 100 - gas]],
    });
    // The unused gas of the first transaction is given back: it pays less than its gas limit, which the second one needs.
    const { built } = own.extend(
      drain,
      transferOf('alice', 'bob', 1),
      transferOf('bob', 'carol', 1),
    );
    expect(built.payload.transactions).toHaveLength(2);
    expect(built.leftOut.map(({ kind }) => kind)).toEqual(['invalid']);
    expect(built.leftOut[0]?.text).toContain('Failed to buy gas');
    expect(own.balance('the-miner')).toBeGreaterThan(0);
  });

  it('#43: after a rewind over a deployment the module is removed, also from the cache', () => {
    const own = new CoinChain();
    const deploy = (value: number): Uint8Array =>
      signedTransaction({
        code: `(define-namespace "n" (read-keyset "k") (read-keyset "k")) (namespace "n")`,
        sender: 'alice',
        data: { k: { keys: [], pred: 'keys-all' } },
        nonce: `deploy ${value}`,
      });
    const call = signedTransaction({ code: '(describe-namespace "n")', sender: 'bob' });
    own.extend(deploy(1));
    const first = own.extend(call);
    own.rewind(0);
    const second = own.extend(call);
    expect(outputs(second.built.payload)).not.toEqual(outputs(first.built.payload));
    const fresh = own.fresh();
    expect(fresh.replay([second])).toEqual({ ok: true, value: 1 });
    expect(fresh.state.head).toEqual(own.state.head);
  });

  it('#44: what the builder reads of a transaction the validator reads too', () => {
    const own = new CoinChain();
    const names = [
      'coin.TRANSFER',
      'coin',
      'a.b.c.d',
      '',
      'coin.',
      '.GAS',
      'coin.GAS GAS',
      '💰.GAS',
    ];
    for (const name of names) {
      const bytes = signedTransaction({ code: '(+ 1 2)', sender: 'alice', capabilities: [[name]] });
      const read = own.host.transactions.read(bytes);
      const parsed = new CoinChain().host.transactions.read(bytes);
      expect(parsed.ok).toBe(read.ok);
      if (!read.ok) continue;
      const block = own.build([bytes]);
      if (block.leftOut.length > 0) continue;
      const header = headerOf(own.head, block.payload);
      expect(own.fresh().replay([{ header, payload: block.payload }]).ok).toBe(true);
    }
  });
});
