// Runs a script from the latest state of the last run that still holds, and keeps the states of this
// one.

import type { ReplEngine } from '../../repl/engine.ts';
import type { ReplHost } from '../../repl/host.ts';
import { History } from '../../repl/snapshot/history.ts';
import { Recorder } from '../../repl/snapshot/recorder.ts';
import { languageVersion } from '../../repl/version.ts';
import { milliseconds } from '../clock.ts';
import { identifyFile, readBytes } from '../files.ts';
import type { Stage } from '../stage.ts';
import { cacheFolder, largestEntry } from './cache-folder.ts';
import { HistoryFile } from './history-file.ts';

/** Set by build.mjs: what program this is, to the byte. */
declare const buildId: string | undefined;

/** Milliseconds after which a long run writes what it has, in case that it is ended. */
const writeEvery = 10_000;

export class CachedRun {
  private readonly file: HistoryFile;
  private readonly recorder: Recorder;
  private writtenStates = 0;
  private writeAt = milliseconds() + writeEvery;

  private constructor(file: HistoryFile, host: ReplHost, stage: Stage) {
    this.file = file;
    this.recorder = new Recorder({
      history: file.read() ?? new History(),
      host,
      hasContent,
      nestingLimit: stage.room.nestingLimit,
      largestBytes: largestEntry,
      now: milliseconds,
    });
  }

  /**
   * `undefined` where nothing is kept: without a folder for it, with a state in a file of its own, and
   * in a program that was not built.
   */
  static of(path: string, host: ReplHost, stage: Stage): CachedRun | undefined {
    const folder = cacheFolder();
    if (folder === undefined || stage.makeDatabase !== undefined) return undefined;
    if (typeof buildId === 'undefined') return undefined;
    // With a trace more is shown.
    const shown = host.trace === undefined ? 'prints' : 'trace';
    const key = [languageVersion, buildId, process.version, shown, path, identifyFile(path)];
    return new CachedRun(new HistoryFile(folder, key.join('\n')), host, stage);
  }

  /** For the session. */
  get host(): ReplHost {
    return this.recorder.host;
  }

  readonly afterForm = (): void => {
    this.recorder.afterForm();
    const now = milliseconds();
    if (now < this.writeAt) return;
    this.write();
    this.writeAt = now + writeEvery;
  };

  runFile(engine: ReplEngine, path: string): void {
    try {
      this.recorder.runFile(engine, path);
    } finally {
      this.write();
    }
  }

  private write(): void {
    const { addedStates, history } = this.recorder;
    if (addedStates === this.writtenStates) return;
    this.writtenStates = addedStates;
    this.file.write(history);
  }
}

function hasContent(path: string, content: Uint8Array): boolean {
  const bytes = readBytes(path);
  return bytes !== undefined && Buffer.compare(bytes, content) === 0;
}
