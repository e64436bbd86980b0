// Runs a script from the latest state of its last run that is still valid, and stores the states of this run.

import { BugError } from '../../../base/assert.ts';
import type { ReplEngine } from '../../../tools/repl/engine.ts';
import type { ReplHost } from '../../../tools/repl/options.ts';
import { History } from '../../../tools/repl/snapshot/history.ts';
import { Recorder, type Watcher } from '../../../tools/repl/snapshot/recorder.ts';
import { languageVersion } from '../../../tools/repl/version.ts';
import { systemClock } from '../../../base/platform/system.ts';
import { identifyFile, readBytes } from '../files.ts';
import type { Stage } from '../stage.ts';
import { cacheFolder, maxEntryBytes } from './cache-folder.ts';
import { CacheFile } from './cache-file.ts';
import { StatesFault } from '../exit.ts';

/** Set by build/programs.mjs: a hash of the program. */
declare const buildId: string | undefined;

/** Milliseconds after which a long run writes its states, in case it is killed. */
const writeEvery = 10_000;

type CachedRunOptions = {
  readonly host: ReplHost;
  readonly nestingLimit: number;
  readonly watcher?: Watcher;
  /** Milliseconds of a run before its first state is stored. */
  readonly firstAfter?: number;
  /** Milliseconds between two states. */
  readonly nextAfter?: number;
  /** Whether a failed run will be retried elsewhere, for instance with a larger stack. */
  readonly isFirstTry?: boolean;
};

export class CachedRun {
  private readonly file: CacheFile;
  private readonly recorder: Recorder;
  private readonly isFirstTry: boolean;
  private writtenStates = 0;
  private writeAt = systemClock.nowMs() + writeEvery;

  /** `file`: the history of the last run. */
  constructor(file: CacheFile, options: CachedRunOptions) {
    this.file = file;
    this.isFirstTry = options.isFirstTry === true;
    this.recorder = new Recorder({
      ...options,
      history: new History(file.read()),
      hasContent,
      largestBytes: maxEntryBytes,
      now: () => systemClock.nowMs(),
    });
  }

  /**
   * Returns `undefined` if nothing can be stored: without a cache folder, with a state in its own file, or in a
   * program that was not built.
   */
  static of(path: string, host: ReplHost, stage: Stage): CachedRun | undefined {
    // A trace changes the output.
    const shown = host.trace === undefined ? 'prints' : 'trace';
    const way = [shown, JSON.stringify(stage.settings ?? {})];
    const file = stage.makeDatabase === undefined ? historyOf(path, way) : undefined;
    if (file === undefined) return undefined;
    const { nestingLimit } = stage.room;
    return new CachedRun(file, { host, nestingLimit, isFirstTry: stage.isTry === true });
  }

  /** The host for the session. */
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
        this.file.discard();
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
    this.file.write(history.bytes);
  }
}

/** Checks for errors that damaged states (or bugs of this program) cause. */
function isFault(thrown: unknown): boolean {
  const kinds = [BugError, RangeError, TypeError, SyntaxError];
  return kinds.some((kind) => thrown instanceof kind);
}

/** Returns the history of a script run with these settings (`way`); `undefined` if nothing is stored. */
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
