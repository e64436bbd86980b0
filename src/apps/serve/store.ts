// The environment of the server: its commands, their results, and the state, in one file. The main thread writes it; the
// other threads read it. When the disk has refused a write, the log is read again once it can be written.

import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ByteReader, ByteWriter } from '../../base/byte-stream.ts';
import { utf8 } from '../../base/bytes.ts';
import { makeFolder } from '../../base/platform/disk/files.ts';
import type { Cancel, Timer } from '../../base/ports/time.ts';
import { DiskEntries, entryTables, Environment } from '../../storage/disk/index.ts';
import { isStoreFault, StoreFault } from '../../storage/entries/index.ts';
import { lock, passingFolder } from '../../storage/file/index.ts';
import { CommandLog, logTables } from './command-log.ts';
import { limits } from './limits.ts';

/** All tables. `entities`: the numbers of entities by name. `opened`: hashes of commands that were sealed. */
export const serverTables = [...entryTables, ...logTables, 'entities', 'opened', 'probe'];

/** The number of the public entries. Those of entities have greater numbers. */
export const publicChain = 0;

type StoreOptions = {
  /** If absent, everything is in a temporary folder, and ends with the server. */
  readonly persistDir: string | undefined;
  readonly timer: Timer;
  /** Called with the reason when the disk cannot be written; with `undefined` once it can again. */
  readonly onTrouble: (sentence: string | undefined) => void;
  /** The server cannot go on. */
  readonly onEnd: (error: unknown) => void;
};

export class ServerStore {
  readonly path: string;
  readonly isPassing: boolean;
  private readonly options: StoreOptions;
  private readonly release: () => void;
  private readonly environment: Environment;
  private log: CommandLog;
  private trouble: string | undefined;
  private onReopened: () => void = () => undefined;
  private cancelRetry: Cancel = () => undefined;
  private retryMs: number = limits.diskRetryMs;
  private isClosed = false;

  private constructor(path: string, options: StoreOptions, release: () => void) {
    this.path = path;
    this.options = options;
    this.isPassing = options.persistDir === undefined;
    this.release = release;
    this.environment = new Environment({
      path,
      tables: serverTables,
      isPassing: this.isPassing,
      onFault: (sentence) => {
        this.tell(sentence);
        this.retryLater();
      },
    });
    this.log = this.openedLog();
  }

  /** Throws errors of the system, and `StoreFault`. */
  static open(options: StoreOptions): ServerStore {
    const { persistDir } = options;
    const folder = persistDir === undefined ? passingFolder('server') : ownFolder(persistDir);
    const path = join(folder.path, fileName);
    try {
      return new ServerStore(path, options, folder.remove);
    } catch (error) {
      folder.remove();
      throw error;
    }
  }

  get commandLog(): CommandLog {
    return this.log;
  }

  /** The reason why nothing is written now: set until the log was read again. */
  get fault(): string | undefined {
    return this.trouble;
  }

  /** `run` is called when the log was read again: it is another one, and what was not stored is lost. */
  whenReopened(run: () => void): void {
    this.onReopened = run;
  }

  /** Bytes that are not written yet. */
  get pendingBytes(): number {
    return this.environment.pendingBytes;
  }

  /** Resolves once other threads can read everything. Rejects with a `StoreFault`. */
  committed(): Promise<void> {
    return this.environment.committed();
  }

  /** Returns the number of an entity's entries. */
  entityNumber(name: string): number {
    const entities = this.environment.table('entities');
    const known = entities.get(utf8(name));
    if (known !== undefined) return new ByteReader(known).number();
    const number = publicChain + 1 + [...entities.keys(allNames)].length;
    const writer = new ByteWriter();
    writer.number(number);
    entities.put(utf8(name), writer.bytes());
    this.environment.endStep();
    return number;
  }

  async close(): Promise<void> {
    this.isClosed = true;
    this.cancelRetry();
    await this.environment.close();
    this.release();
  }

  /** Reads the log, and drops what was kept for threads of an earlier process. */
  private openedLog(): CommandLog {
    const { environment } = this;
    const count = [...environment.table('entities').keys(allNames)].length;
    for (let chain = publicChain; chain <= publicChain + count; chain++) {
      const entries = new DiskEntries(environment, chain);
      const { nextTransaction: transaction } = entries;
      if (transaction > 0n) entries.apply({ kind: 'forget', transaction });
    }
    environment.endStep();
    const { waitingCommands: maxWaiting, waitingBytes: maxWaitingBytes } = limits;
    return new CommandLog({ environment, maxWaiting, maxWaitingBytes });
  }

  private retryLater(): void {
    if (this.isClosed) return;
    this.cancelRetry();
    this.cancelRetry = this.options.timer.after(this.retryMs, () => void this.retry());
    this.retryMs = Math.min(2 * this.retryMs, limits.maxDiskRetryMs);
  }

  /** Reads the log again and goes on, if the disk can be written again. */
  private async retry(): Promise<void> {
    // A file that was removed must not be made again: what was acknowledged would be missing.
    if (!this.environment.isInPlace) {
      this.retryLater();
      return;
    }
    const { onEnd } = this.options;
    try {
      await this.environment.recover();
      await this.probe();
      if (this.isClosed) return;
      this.log = this.openedLog();
    } catch (error) {
      // A fault of the environment has asked for the next trial.
      if (!isStoreFault(error) || this.environment.fault === undefined) onEnd(error);
      return;
    }
    this.retryMs = limits.diskRetryMs;
    this.tell(undefined);
    this.onReopened();
  }

  private tell(trouble: string | undefined): void {
    if (trouble !== this.trouble) this.options.onTrouble(trouble);
    this.trouble = trouble;
  }

  /** Writes something of the size of a command. */
  private async probe(): Promise<void> {
    const { environment } = this;
    environment.table('probe').put(utf8('probe'), new Uint8Array(limits.probeBytes));
    environment.endStep();
    await environment.durable();
  }
}

const fileName = 'server.mdb';

const allNames = { from: Uint8Array.of(0), to: Uint8Array.of(0xff) };

const oldFiles = ['commands.log', 'state.db'];

/** Locks a folder for this process. */
function ownFolder(path: string): { readonly path: string; readonly remove: () => void } {
  refuseOldForm(path);
  makeFolder(path, 0o700);
  return { path, remove: lock(join(path, fileName)) };
}

/** Throws a `StoreFault` for a folder of an earlier version. */
function refuseOldForm(folder: string): void {
  const old = oldFiles.find((name) => existsSync(join(folder, name)));
  if (old === undefined || existsSync(join(folder, fileName))) return;
  throw new StoreFault(
    'foreign',
    `${folder} has ${old}, in which an earlier version of pact kept its state: start that version to read it, ` +
      'and give this one a new folder as persistDir, to which the commands are sent again',
  );
}
