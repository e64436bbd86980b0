// `pact test --watch`: reruns test files that read a changed file, and runs new ones, until it is stopped. On a terminal,
// keys run all files or only those that failed.

import { isatty, ReadStream } from 'node:tty';
import { type FSWatcher, watch } from 'node:fs';
import { dirname, join } from 'node:path';
import { type FileReport, hasFailed } from '../../../tools/testing/runner/test-report.ts';
import { identifyFile } from '../files.ts';
import { writeLine } from '../output.ts';
import { pathBelow } from '../paths.ts';

type Watching = {
  /** Returns the scripts that exist now. */
  readonly present: () => readonly string[];
  readonly run: (files: readonly string[]) => Promise<readonly FileReport[]>;
};

const ruleWidth = 72;

/** Returns the exit status of the last runs. */
export async function watchFiles(
  first: readonly FileReport[],
  { present, run }: Watching,
): Promise<'success' | 'failure'> {
  const reports = new Map(first.map((report) => [report.file, report]));
  const watcher = new ChangeWatcher();
  try {
    for (;;) {
      watcher.add([...reports.values()].flatMap(({ file, reads }) => [file, ...reads]));
      const choice = await nextChoice(watcher);
      if (choice === 'end') return [...reports.values()].some(hasFailed) ? 'failure' : 'success';
      const files = present();
      dropMissing(reports, files);
      const chosen = files.filter((file) => isChosen(reports.get(file), choice));
      if (chosen.length === 0) {
        if (choice === 'failed') writeLine('Nothing failed.');
        continue;
      }
      writeLine(`\n${rule(titleOf(choice))}\n`);
      for (const report of await run(chosen)) reports.set(report.file, report);
    }
  } finally {
    // If the output was closed.
    watcher.close();
  }
}

/** The identities of changed files, or the action of a key. */
type Choice = ReadonlySet<string> | WatchKey;

async function nextChoice(watcher: ChangeWatcher): Promise<Choice> {
  if (!hasKeys()) {
    writeLine('\nWaiting for changes. Press Ctrl-C to stop.');
    return watcher.next();
  }
  const keys = new WatchKeys();
  try {
    writeLine(`\n${keysText}`);
    return await Promise.race([watcher.next(), keys.next()]);
  } finally {
    keys.close();
  }
}

/** A file without a report is new. A missing file gets an identity only once it exists. */
function isChosen(report: FileReport | undefined, choice: Exclude<Choice, 'end'>): boolean {
  if (report === undefined || choice === 'all') return true;
  if (choice === 'failed') return hasFailed(report);
  return report.reads.some((read) => choice.has(read) || choice.has(identifyFile(read)));
}

function titleOf(choice: Exclude<Choice, 'end'>): string {
  if (choice === 'all') return 'all files';
  if (choice === 'failed') return 'files that failed';
  const [file = '', ...others] = [...choice].map((identity) => pathBelow(identity) ?? identity);
  return others.length === 0 ? `${file} changed` : `${file} and ${others.length} more changed`;
}

/** Returns the line between two runs. */
function rule(title: string): string {
  const begun = `── ${title} `;
  return begun + '─'.repeat(Math.max(2, ruleWidth - begun.length));
}

function dropMissing(reports: Map<string, FileReport>, present: readonly string[]): void {
  for (const file of [...reports.keys()].filter((each) => !present.includes(each))) {
    reports.delete(file);
    writeLine(`${file} was removed`);
  }
}

// Reads keys while `pact test --watch` waits for changes. The terminal is in raw mode only while it waits, not during a
// run.

type WatchKey = 'all' | 'failed' | 'end';

const meanings: ReadonlyMap<string, WatchKey> = new Map([
  ['\r', 'all'],
  ['\n', 'all'],
  ['a', 'all'],
  ['f', 'failed'],
  ['q', 'end'],
]);

const controlC = '\u0003';
const controlD = '\u0004';

const keysText = 'Waiting for changes. Enter: run all, f: rerun failed, q or Ctrl-C: quit.';

/** Checks whether there is a terminal for keys. */
const hasKeys = (): boolean => isatty(0) && isatty(1);

class WatchKeys {
  private readonly terminal = new ReadStream(0);

  constructor() {
    this.terminal.setRawMode(true);
  }

  next(): Promise<WatchKey> {
    return new Promise((resolve) => {
      this.terminal.on('data', (bytes: Buffer) => {
        for (const key of bytes.toString('utf8')) {
          const meaning = meanings.get(key.toLowerCase());
          if (meaning !== undefined) resolve(meaning);
          // The main thread stops the run, as it does when the terminal turns the key into a signal.
          if (key === controlC) process.kill(process.pid, 'SIGINT');
          if (key === controlD) resolve('end');
        }
      });
      // The terminal was closed.
      this.terminal.on('end', () => resolve('end'));
    });
  }

  close(): void {
    this.terminal.setRawMode(false);
    this.terminal.destroy();
  }
}

// Watches the folders of all files that the tests have read, and reports changed files.

/** Milliseconds to wait for further changes: editors write a file in several steps. */
const quietMs = 60;

class ChangeWatcher {
  private readonly watchers = new Map<string, FSWatcher>();
  private readonly changed = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  private wake: (() => void) | undefined;

  /** Also watches the folders of these files. */
  add(files: Iterable<string>): void {
    for (const file of files) {
      const folder = dirname(identifyFile(file));
      if (!this.watchers.has(folder)) this.watchFolder(folder);
    }
  }

  /** Identities of the files that have changed since the last call; waits until there is one. */
  async next(): Promise<ReadonlySet<string>> {
    if (this.changed.size === 0) await new Promise<void>((resolve) => (this.wake = resolve));
    const changed = new Set(this.changed);
    this.changed.clear();
    return changed;
  }

  close(): void {
    clearTimeout(this.timer);
    for (const watcher of this.watchers.values()) watcher.close();
  }

  private watchFolder(folder: string): void {
    try {
      const watcher = watch(folder, (_, name) => {
        if (name === null || !/\.(pact|repl)$/.test(name)) return;
        this.changed.add(identifyFile(join(folder, name)));
        clearTimeout(this.timer);
        this.timer = setTimeout(() => this.wake?.(), quietMs);
      });
      // The folder was removed: stop watching it.
      watcher.on('error', () => this.watchers.delete(folder));
      this.watchers.set(folder, watcher);
    } catch {
      // The folder was removed already: the next run will report missing files.
    }
  }
}
