// Runs a script from the latest state of the last run that still holds, and keeps the states of this
// one.

import { BugError } from '../../base/assert.ts';
import type { ReplEngine } from '../../repl/engine.ts';
import type { ReplHost } from '../../repl/host.ts';
import { History } from '../../repl/snapshot/history.ts';
import { Recorder, type Watcher } from '../../repl/snapshot/recorder.ts';
import { languageVersion } from '../../repl/version.ts';
import { systemClock } from '../../platform/system-time.ts';
import { identifyFile, readBytes } from '../files.ts';
import { isFirstTry, type Stage } from '../stage.ts';
import { cacheFolder, largestEntry, shrinkFolder } from './cache-folder.ts';
import { CacheFile } from './cache-file.ts';
import { StatesFault } from './states-fault.ts';

/** Set by build.mjs: what program this is, to the byte. */
declare const buildId: string | undefined;

/** Milliseconds after which a long run writes what it has, in case that it is ended. */
const writeEvery = 10_000;

/** Where the history of the last run is kept. */
export type HistoryStore = {
  readonly read: () => History | undefined;
  readonly write: (history: History) => void;
  /** What was read cannot be used. */
  readonly discard: () => void;
};

type CachedRunOptions = {
  readonly host: ReplHost;
  readonly nestingLimit: number;
  readonly watcher?: Watcher;
  /** Milliseconds that a run takes before it keeps anything. */
  readonly firstAfter?: number;
  /** And between two states. */
  readonly nextAfter?: number;
  /** Whether a run that fails is tried again elsewhere, for instance with a larger stack. */
  readonly isFirstTry?: boolean;
};

export class CachedRun {
  private readonly store: HistoryStore;
  private readonly recorder: Recorder;
  private readonly isFirstTry: boolean;
  private writtenStates = 0;
  private writeAt = systemClock.nowMs() + writeEvery;

  constructor(store: HistoryStore, options: CachedRunOptions) {
    this.store = store;
    this.isFirstTry = options.isFirstTry === true;
    this.recorder = new Recorder({
      ...options,
      history: store.read() ?? new History(),
      hasContent,
      largestBytes: largestEntry,
      now: () => systemClock.nowMs(),
    });
  }

  /**
   * `undefined` where nothing is kept: without a folder for it, with a state in a file of its own, and
   * in a program that was not built.
   */
  static of(path: string, host: ReplHost, stage: Stage): CachedRun | undefined {
    // With a trace more is shown.
    const shown = host.trace === undefined ? 'prints' : 'trace';
    const file = stage.makeDatabase === undefined ? historyOf(path, [shown]) : undefined;
    if (file === undefined) return undefined;
    const store: HistoryStore = {
      read: () => historyIn(file),
      discard: () => file.discard(),
      write(history) {
        file.write(history.bytes);
        shrinkFolder(file.folder);
      },
    };
    const { nestingLimit } = stage.room;
    return new CachedRun(store, { host, nestingLimit, isFirstTry: isFirstTry(stage) });
  }

  /** For the session. */
  get host(): ReplHost {
    return this.recorder.host;
  }

  /** Identities of all files that the run has read. */
  get files(): ReadonlySet<string> {
    return this.recorder.files;
  }

  readonly afterForm = (): void => {
    this.recorder.afterForm();
    const now = systemClock.nowMs();
    if (now < this.writeAt) return;
    this.write();
    this.writeAt = now + writeEvery;
  };

  runFile(engine: ReplEngine, path: string): void {
    try {
      this.recorder.runFile(engine, path);
    } catch (thrown) {
      if (!this.isFirstTry && this.recorder.usesHistory && isFault(thrown)) {
        this.store.discard();
        throw new StatesFault(thrown);
      }
      this.write();
      throw thrown;
    }
    this.write();
  }

  private write(): void {
    const { addedStates, history } = this.recorder;
    if (addedStates === this.writtenStates) return;
    this.writtenStates = addedStates;
    this.store.write(history);
  }
}

/** What damaged states lead to, as mistakes of this program do. */
function isFault(thrown: unknown): boolean {
  const kinds = [BugError, RangeError, TypeError, SyntaxError];
  return kinds.some((kind) => thrown instanceof kind);
}

export function historyIn(file: CacheFile): History | undefined {
  const bytes = file.read();
  return bytes === undefined ? undefined : new History(bytes);
}

/** The one of a script that was run in a certain way; `undefined` where nothing is kept. */
export function historyOf(path: string, way: readonly string[]): CacheFile | undefined {
  const folder = cacheFolder();
  if (folder === undefined || typeof buildId === 'undefined') return undefined;
  const program = [languageVersion, buildId, process.version];
  return new CacheFile(folder, [...program, ...way, path, identifyFile(path)].join('\n'));
}

function hasContent(path: string, content: Uint8Array): boolean {
  const bytes = readBytes(path);
  return bytes !== undefined && Buffer.compare(bytes, content) === 0;
}
