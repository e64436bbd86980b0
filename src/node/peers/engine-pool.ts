// The mempool of a chain as other nodes see it: what is pending in the order of arrival, page by page, and a way in with the
// checks of every sent transaction.
// Source: Chainweb/Mempool/Mempool.hs (getPendingTransactions, mempoolInsert); p2p reference, section 2.7.

import { decodeUtf8 } from '../../base/bytes.ts';
import type { Client } from '../../base/client.ts';
import { type Command, hashFault, readCommand } from '../../chain/command/index.ts';
import { refusalTexts } from '../../chain/execute/index.ts';
import type { Arrival, Inserted, Pool, PoolMark } from '../../p2p/ledger.ts';
import type { EachAdmitted, EngineAdmission } from '../engine/engine-admission.ts';
import type { Chain, Engine } from '../engine/engine.ts';
import { gossipLimits } from '../limits.ts';
import { BadList } from '../mempool/mempool.ts';

type EnginePoolParts = {
  readonly engine: Engine;
  readonly chain: Chain;
  readonly admission: EngineAdmission;
};

/** All other nodes together have as much of the threads for questions as one client. */
const gossip: Client = { network: 'other nodes', connection: 0 };

export class EnginePool implements Pool {
  private readonly parts: EnginePoolParts;
  /** Keys of transactions that no signatures make valid. */
  private readonly refused = new BadList(gossipLimits.refusedKeys);
  /** Ends with the last insertion. */
  private line: Promise<unknown> = Promise.resolve();
  private waiting = 0;

  constructor(parts: EnginePoolParts) {
    this.parts = parts;
  }

  pending(since?: PoolMark): ReturnType<Pool['pending']> {
    const { mempool } = this.parts.chain;
    const { nonce, mark } = mempool.arrivals;
    const isOurs = since?.nonce === nonce && since.mark >= 0 && since.mark <= mark;
    const keys: string[] = [];
    let bytes = 0;
    for (const { arrival, known } of mempool.arrivedFrom(isOurs ? since.mark : 0)) {
      bytes += known.bytes.length;
      const isFull = keys.length >= gossipLimits.keys || bytes > gossipLimits.keyedBytes;
      // Even a transaction that is alone too large makes a page: otherwise those behind it would never be read.
      if (isFull && keys.length > 0) {
        return Promise.resolve({ keys, mark: { nonce, mark: arrival } });
      }
      keys.push(known.requestKey);
    }
    return Promise.resolve({ keys, mark: { nonce, mark } });
  }

  member(keys: readonly string[]): Promise<readonly boolean[]> {
    return Promise.resolve(keys.map((key) => this.parts.chain.mempool.has(key)));
  }

  lookup(keys: readonly string[]): Promise<readonly (string | undefined)[]> {
    const { mempool } = this.parts.chain;
    return Promise.resolve(
      keys.map((key) => {
        const known = mempool.get(key);
        return known === undefined ? undefined : decodeUtf8(known.bytes);
      }),
    );
  }

  wants(keys: readonly string[]): Promise<readonly boolean[]> {
    const { engine, chain } = this.parts;
    this.refused.expire(engine.now());
    return Promise.resolve(
      keys.map(
        (key) =>
          !chain.mempool.has(key) &&
          !chain.mempool.bad.has(key) &&
          !this.refused.has(key) &&
          chain.state.receipt(key) === undefined,
      ),
    );
  }

  onArrival(listener: (arrival: Arrival) => void): () => void {
    return this.parts.chain.mempool.listen((key, source) => {
      if (source !== 'block') listener({ key, isOwn: source === 'client' });
    });
  }

  insert(commands: readonly string[]): Promise<readonly Inserted[]> {
    if (this.waiting + commands.length > gossipLimits.waiting) {
      return Promise.resolve(commands.map(() => 'full'));
    }
    this.waiting += commands.length;
    const inserted = this.line.then(() => this.insertNow(commands));
    const done = (): void => void (this.waiting -= commands.length);
    this.line = inserted.then(done, done);
    return inserted;
  }

  private async insertNow(texts: readonly string[]): Promise<readonly Inserted[]> {
    const { chain, admission, engine } = this.parts;
    const found = texts.map((text): Inserted | Command => {
      const read = readCommand(text);
      if (!read.ok) return 'unreadable';
      return chain.mempool.has(read.value.hash) ? 'known' : read.value;
    });
    const commands = found.filter((each): each is Command => typeof each === 'object');
    const admitted = await admission.admitEach(commands, { client: gossip });
    const byCommand = new Map(commands.map((command, i) => [command, admitted[i]]));
    for (const [command, each] of byCommand) {
      if (!isLasting(command, each)) continue;
      this.refused.add(command.hash, engine.now() + gossipLimits.refusedMicros);
    }
    return found.map((each) =>
      typeof each === 'string' ? each : (byCommand.get(each)?.kind ?? 'full'),
    );
  }
}

/** Whether no other transaction with this key will be admitted soon: nobody may keep it out by sending a false one. */
function isLasting(command: Command, admitted: EachAdmitted | undefined): boolean {
  return (
    admitted?.kind === 'refused' &&
    admitted.isUnsigned &&
    admitted.text !== refusalTexts.ahead &&
    hashFault(command) === undefined
  );
}
