// Runs a script and counts line coverage, without files on disk.

import { noSpan } from '../../src/base/span.ts';
import { isEvalError } from '../../src/lang/diagnostics/error.ts';
import { Coverage } from '../../src/lang/eval/coverage.ts';
import {
  countsOf,
  fileCoverage,
  type FileCoverage,
  type SourceCounts,
} from '../../src/tools/analysis/coverage/coverage.ts';
import { ReplEngine } from '../../src/tools/repl/engine.ts';
import { silentHost } from '../../src/tools/repl/options.ts';

type Files = Readonly<Record<string, string>>;

/** Returns the counts of every source that the first file loads; an error ends the run silently. */
export function countsOfRun(files: Files): readonly SourceCounts[] {
  const texts = new Map(Object.entries(files));
  const [first = ''] = texts.keys();
  const coverage = new Coverage();
  const engine = new ReplEngine({
    host: {
      ...silentHost,
      readFile(path) {
        const text = texts.get(path);
        return text === undefined
          ? { kind: 'failure', reason: 'there is no such file' }
          : { kind: 'text', text };
      },
    },
    depthLimit: 2000,
    nestingLimit: 200,
    coverage,
  });
  try {
    engine.runFile(first, false, noSpan);
  } catch (error) {
    if (!isEvalError(error)) throw error;
  }
  return [...coverage.sources].map((source) => countsOf(source, source.name));
}

export function coverageOf(files: Files, file: string): FileCoverage {
  const counts = countsOfRun(files).find((each) => each.file === file);
  if (counts === undefined) throw new RangeError(`${file} did not run`);
  return fileCoverage(counts, file, files[file] ?? '');
}

/** Prefixes every line with its count: blank if the line has no code. */
export function margin({ source, lines }: FileCoverage): string {
  return source.lineStarts
    .map((_, at) => `${String(lines.get(at + 1) ?? '').padStart(3)} | ${source.lineAt(at)}`)
    .join('\n');
}
