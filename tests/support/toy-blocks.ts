// Blocks of toy transactions over real states (`name limit gas effect`), so that tests of blocks need no contracts.

import { decodeUtf8, utf8 } from '../../src/base/bytes.ts';
import { bad, good } from '../../src/base/result.ts';
import type { BlockPort, BlockTransaction } from '../../src/chain/blocks/chain-port.ts';
import { isRefusal } from '../../src/lang/db/database.ts';
import type { EntryDatabase } from '../../src/storage/entries/index.ts';
import { accounts, write } from './chain-state.ts';

export type ToyTransaction = BlockTransaction & {
  readonly gas: bigint;
  readonly effect: 'ok' | 'fails' | 'refused' | 'slow' | 'unsigned';
};

/** `ok` pays 1 to the account of its name; `fails` only pays gas; the others cannot be in a block. */
export function toy(text: string): ToyTransaction {
  const read = toyPort({}).read(utf8(text));
  if (!read.ok) throw new Error(read.fault);
  return read.value;
}

export function toyPort(settings: {
  readonly gasLimit?: bigint;
  readonly coinbase?: 'fails';
  /** A suffix of each output, to simulate another release of the program. */
  readonly mark?: string;
}): BlockPort<ToyTransaction> {
  const { gasLimit, coinbase, mark = '' } = settings;
  return {
    gasLimit,
    read(bytes) {
      const text = decodeUtf8(bytes) ?? '';
      const found = /^(\w+) (\d+) (\d+) (ok|fails|refused|slow|unsigned) *$/.exec(text);
      if (found === null) return bad(`not a toy: ${text}`);
      const [, requestKey = '', limit = '', gas = '', effect] = found;
      return good({
        requestKey,
        // Trailing blanks are accepted on reading, but not written.
        bytes: utf8(`${requestKey} ${limit} ${gas} ${effect}`),
        gasLimit: BigInt(limit),
        gas: BigInt(gas),
        effect: effect as ToyTransaction['effect'],
      });
    },
    faults: ({ effect }) => (effect === 'unsigned' ? ['no signature', 'too late'] : []),
    coinbase(database) {
      write(database, [['miner', balanceOf(database, 'miner') + 100]]);
      return coinbase === 'fails' ? bad('no coin') : good(utf8(`reward${mark}`));
    },
    run(database, { requestKey, gasLimit: ownLimit, gas, effect }, { gasLeft, position }) {
      const isLowered = gasLeft !== undefined && gasLeft < ownLimit;
      const limit = isLowered ? gasLeft : ownLimit;
      write(database, [['gas', balanceOf(database, 'gas') + 1]]);
      if (effect === 'refused') return { kind: 'invalid', text: 'too poor' };
      if (effect === 'slow') return { kind: 'interrupted' };
      const isSuccess = effect === 'ok' && gas <= limit;
      if (isSuccess) write(database, [[requestKey, balanceOf(database, requestKey) + 1]]);
      if (isLowered && !isSuccess) return { kind: 'no-gas-left' };
      const used = isSuccess ? gas : limit;
      const output = utf8(`${position} ${isSuccess} ${used} ${database.begin()}${mark}`);
      database.rollback();
      return { kind: 'executed', output, gas: used };
    },
  };
}

function balanceOf(database: EntryDatabase, key: string): number {
  const found = database.readRow(accounts, key);
  return found === undefined || isRefusal(found) ? 0 : Number(found.get('balance'));
}
