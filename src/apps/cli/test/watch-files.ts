// `pact test --watch`: reruns test files that read a changed file, and runs new ones, until it is stopped. On a terminal,
// keys run all files or only those that failed.

import { hasFailed, type FileReport } from '../../../tools/testing/runner/test-report.ts';
import { identifyFile } from '../files.ts';
import { writeLine } from '../output.ts';
import { pathBelow } from '../plain-path.ts';
import { ChangeWatcher } from './watch.ts';
import { hasKeys, keysText, WatchKeys, type WatchKey } from './watch-keys.ts';

export type Watching = {
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
      const wish = await nextWish(watcher);
      if (wish === 'end') return [...reports.values()].some(hasFailed) ? 'failure' : 'success';
      const files = present();
      dropMissing(reports, files);
      const chosen = files.filter((file) => isChosen(reports.get(file), wish));
      if (chosen.length === 0) {
        if (wish === 'failed') writeLine('Nothing failed.');
        continue;
      }
      writeLine(`\n${rule(titleOf(wish))}\n`);
      for (const report of await run(chosen)) reports.set(report.file, report);
    }
  } finally {
    // If the output was closed.
    watcher.close();
  }
}

/** The identities of changed files, or the action of a key. */
type Wish = ReadonlySet<string> | WatchKey;

async function nextWish(watcher: ChangeWatcher): Promise<Wish> {
  if (!hasKeys()) {
    writeLine('\nWaiting for changes. Press Ctrl-C to stop.');
    return watcher.next();
  }
  writeLine(`\n${keysText}`);
  const keys = new WatchKeys();
  try {
    return await Promise.race([watcher.next(), keys.next()]);
  } finally {
    keys.close();
  }
}

/** A file without a report is new. A missing file gets an identity only once it exists. */
function isChosen(report: FileReport | undefined, wish: Exclude<Wish, 'end'>): boolean {
  if (report === undefined || wish === 'all') return true;
  if (wish === 'failed') return hasFailed(report);
  return report.reads.some((read) => wish.has(read) || wish.has(identifyFile(read)));
}

function titleOf(wish: Exclude<Wish, 'end'>): string {
  if (wish === 'all') return 'all files';
  if (wish === 'failed') return 'files that failed';
  const [file = '', ...others] = [...wish].map((identity) => pathBelow(identity) ?? identity);
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
