// The control operations of a devnet, for tests: make blocks, move the time, return to earlier states, set balances,
// and send transactions on behalf of any account. Faults are sentences.

import { fromBase64Url } from '../../base/base64url.ts';
import { jsonNull, JsonNumber, type JsonObject, type JsonValue } from '../../base/json.ts';
import { nextTurn, type Timer } from '../../base/ports/time.ts';
import { bad, good, type Result } from '../../base/result.ts';
import { limitCut } from '../../chain/choice/join.ts';
import type { Cut } from '../../chain/choice/cut.ts';
import type { ChainId } from '../../chain/graph/chain-graph.ts';
import { genesisCut } from '../../chain/choice/cut.ts';
import { commandHash, readCommand, type Command } from '../../chain/command/index.ts';
import type { ShownAccount } from './accounts.ts';
import { balanceTransaction } from './balance.ts';
import type { Devnet } from './devnet.ts';
import { snapshotBytes } from './snapshot-file.ts';

export type ControlAnswer = Result<JsonObject, string>;

export type SetBalance = {
  readonly account: string;
  readonly chain: ChainId;
  /** A decimal, as a string. */
  readonly amount: string;
};

type Snapshot = { readonly cut: Cut; readonly offsetMs: number };

/** The most blocks in one request: each takes a few milliseconds. */
const maxRounds = 1000;
/** Milliseconds of making blocks after which others have their turn. */
const sliceMs = 20;
/** The most snapshots; a snapshot is a list of heads. */
const maxSnapshots = 1000;
/** A hundred years. */
const maxSeconds = 3_155_760_000;
/** The last second that dates with four digits of a year can name. */
const lastMs = Date.UTC(9999, 11, 31, 23, 59, 59);

export class DevnetControl {
  private readonly devnet: Devnet;
  private readonly accounts: readonly ShownAccount[];
  private readonly snapshots = new Map<string, Snapshot>();
  private readonly timer: Pick<Timer, 'soon'>;
  private nextSnapshot = 1;
  private last: Promise<unknown> = Promise.resolve();

  constructor(devnet: Devnet, accounts: readonly ShownAccount[], timer: Pick<Timer, 'soon'>) {
    this.devnet = devnet;
    this.accounts = accounts;
    this.timer = timer;
  }

  /** Runs an operation when the one before is complete. */
  inTurn<T>(operation: () => Promise<T>): Promise<T> {
    const own = this.last.then(operation);
    this.last = own.catch(() => undefined);
    return own;
  }

  async mine(blocks: number, chain: ChainId | undefined): Promise<ControlAnswer> {
    if (blocks < 1 || blocks > maxRounds) return bad(`blocks must be from 1 to ${maxRounds}`);
    if (chain !== undefined && !this.devnet.engine.chains.has(chain)) return noChain(chain);
    const { clock } = this.devnet;
    let slice = clock.nowMs();
    for (let made = 0; made < blocks; made++) {
      this.devnet.mine(1, chain);
      if (clock.nowMs() - slice < sliceMs) continue;
      await nextTurn(this.timer);
      slice = clock.nowMs();
    }
    return this.ifKept(new Map([['heights', this.heights()]]));
  }

  travel(seconds: number): ControlAnswer {
    if (seconds < 1 || seconds > maxSeconds) return bad(`seconds must be from 1 to ${maxSeconds}`);
    const { clock } = this.devnet;
    if (clock.dateMs() + seconds * 1000 > lastMs) {
      return bad('the time cannot be moved beyond the year 9999');
    }
    this.devnet.setOffset(clock.aheadOfSystemMs + seconds * 1000);
    this.devnet.mine(1);
    return this.ifKept(
      new Map<string, JsonValue>([
        ['time', this.time()],
        ['heights', this.heights()],
      ]),
    );
  }

  snapshot(): ControlAnswer {
    if (this.snapshots.size >= maxSnapshots) {
      return bad(`there are ${maxSnapshots} snapshots: revert to one, or reset`);
    }
    const name = String(this.nextSnapshot++);
    const { engine, clock } = this.devnet;
    this.snapshots.set(name, { cut: engine.cut, offsetMs: clock.offsetMs });
    return good(new Map([['snapshot', name]]));
  }

  /** Returns the network as a file for `--snapshot`. */
  snapshotFile(): Result<Uint8Array, string> {
    return snapshotBytes(this.devnet);
  }

  /** Later snapshots are discarded; this one can be used again. */
  revert(given: string | undefined): ControlAnswer {
    const name = given ?? [...this.snapshots.keys()].at(-1);
    const snapshot = name === undefined ? undefined : this.snapshots.get(name);
    if (snapshot === undefined) {
      return bad(name === undefined ? 'there is no snapshot' : `there is no snapshot ${name}`);
    }
    const moved = this.moveTo(snapshot.cut);
    if (!moved.ok) return moved;
    this.devnet.setOffset(snapshot.offsetMs);
    for (const other of [...this.snapshots.keys()]) {
      if (Number(other) > Number(name)) this.snapshots.delete(other);
    }
    return moved;
  }

  invalidate(chain: ChainId, block: string): ControlAnswer {
    const { engine } = this.devnet;
    if (!engine.chains.has(chain)) return noChain(chain);
    const hash = fromBase64Url(block);
    const header = hash && engine.store.find(chain, hash);
    if (header === undefined) return bad(`chain ${chain} has no block ${block}`);
    if (!engine.chain(chain).line.has(header)) return bad(`block ${block} is not in the cut`);
    if (header.height === engine.chain(chain).line.lowest) {
      return bad('the first block of a chain cannot be taken back');
    }
    // Blocks of neighbours at the same height could stay, but not those that refer to this block; a cut at one height
    // below it avoids both.
    const trees = (id: ChainId) => engine.store.headers(id);
    const cut = limitCut(trees, engine.cut, header.height - 1);
    return cut === undefined ? bad('there is no block below this one') : this.moveTo(cut);
  }

  reset(): ControlAnswer {
    const moved = this.moveTo(genesisCut(this.devnet.engine.network));
    if (moved.ok) this.snapshots.clear();
    return moved;
  }

  async setBalance(request: SetBalance): Promise<ControlAnswer> {
    if (!this.devnet.engine.chains.has(request.chain)) return noChain(request.chain);
    const command = await balanceTransaction(this.devnet.plainNode, request);
    return command.ok ? this.sendTrusted(request.chain, command.value) : command;
  }

  impersonate(cmd: string): ControlAnswer {
    const text = JSON.stringify({ cmd, hash: commandHash(cmd), sigs: [] });
    const command = readCommand(text);
    if (!command.ok) return bad(command.fault.sentence);
    const chain = /"chainId"\s*:\s*"(\d{1,9})"/.exec(cmd)?.[1];
    if (chain === undefined) return bad('the transaction has no chainId');
    return this.sendTrusted(Number(chain), command.value);
  }

  status(): ControlAnswer {
    const accounts = this.accounts.map(
      ({ account, publicKey }) =>
        new Map([
          ['account', account],
          ['publicKey', publicKey],
        ]),
    );
    return good(
      new Map<string, JsonValue>([
        ['network', this.devnet.engine.network.name],
        ['time', this.time()],
        ['heights', this.heights()],
        ['snapshots', [...this.snapshots.keys()]],
        ['accounts', accounts],
      ]),
    );
  }

  private sendTrusted(chain: ChainId, command: Command): ControlAnswer {
    const sent = this.devnet.sendTrusted(chain, command);
    if (!sent.ok) return this.engineFault() ?? sent;
    return this.ifKept(
      new Map<string, JsonValue>([
        ['requestKey', sent.value],
        ['heights', this.heights()],
      ]),
    );
  }

  private moveTo(cut: Cut): ControlAnswer {
    const before = this.engineFault();
    if (before !== undefined) return before;
    const moved = this.devnet.moveTo(cut);
    return moved.ok ? this.ifKept(new Map([['heights', this.heights()]])) : moved;
  }

  /** Resolves with the answer when the disk has everything, or with the fault if it refuses. */
  async whenKept(answer: ControlAnswer): Promise<ControlAnswer> {
    await this.devnet.engine.journal.durable().catch(() => undefined);
    return this.engineFault() ?? answer;
  }

  /** Answers with success only if the disk has refused nothing so far. */
  private ifKept(answer: JsonObject): ControlAnswer {
    return this.engineFault() ?? good(answer);
  }

  private engineFault(): Result<never, string> | undefined {
    const { fault } = this.devnet.engine.journal;
    return fault === undefined ? undefined : bad(`${fault}; start the devnet again`);
  }

  private heights(): JsonObject {
    const { heads } = this.devnet.engine.cut;
    return new Map(
      [...heads].map(([chain, { height }]) => [String(chain), new JsonNumber(String(height))]),
    );
  }

  private time(): JsonValue {
    const date = new Date(this.devnet.clock.dateMs());
    return Number.isNaN(date.getTime()) ? jsonNull : date.toISOString();
  }
}

const noChain = (chain: ChainId): ControlAnswer => bad(`the network has no chain ${chain}`);
