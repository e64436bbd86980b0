// `pact --coverage FILE`, `pact -t -t FILE`, and files of a project with settings for sessions: runs files, and records
// which code runs if that is wanted.

import { dirname, join } from 'node:path';
import { Coverage } from '../../../lang/session/run.ts';
import { isShipped } from '../../../script/files.ts';
import {
  countsOf,
  CoverageTotals,
  type SourceCounts,
} from '../../../tools/analysis/coverage/coverage.ts';
import type { Command } from '../arguments.ts';
import { exitStatus, type ExitStatus } from '../exit.ts';
import { identifyFile } from '../files.ts';
import { terminalWidth, useColour, writeErrorLine, writeLine } from '../output.ts';
import { runFiles } from '../run-files.ts';
import { openProject, withProject } from '../project/open-project.ts';
import type { Stage } from '../stage.ts';
import { leavesOut, writeCoverage } from './write-coverage.ts';
import { CallRecorder } from '../../../tools/debugger/calls.ts';
import { callLines } from '../../../tools/testing/reporters/call-lines.ts';
import { paintOf } from '../../../tools/testing/reporters/paint.ts';

export function runCovered(given: Extract<Command, { kind: 'run' }>, stage: Stage): ExitStatus {
  const run = { ...given, settings: withProject(given.settings) };
  const { coverage: request, files } = run;
  const makeWatcher = run.showsCalls ? callsOnTerminal : undefined;
  if (request === undefined) return runFiles(run, stage, undefined, makeWatcher);
  const open = openProject();
  if (open === undefined) return exitStatus.misuse;
  const record = new Coverage();
  // Editors look for it beside the script.
  const folder = request.folder ?? join(dirname(files[0] ?? ''), 'coverage');
  const covered = {
    record,
    write() {
      const totals = new CoverageTotals();
      for (const counts of fileCounts(record)) totals.add(counts);
      const { lines, faults } = writeCoverage(totals.all, {
        ...request,
        folder,
        // The folder of a script that was named is named, too.
        named: [...request.named, ...files.map((file) => dirname(file))],
        leavesOut: leavesOut(open),
      });
      for (const line of lines) writeLine(line);
      for (const fault of faults) writeErrorLine(`pact: ${fault}`);
      return faults.length === 0;
    },
  };
  return runFiles(run, stage, covered, makeWatcher);
}

/** Merges counts so that a file has one name in a report, even if it was loaded by different paths. */
export function fileCounts({ sources }: Coverage): readonly SourceCounts[] {
  return [...sources]
    .filter(({ name }) => !isShipped(name))
    .map((source) => countsOf(source, identifyFile(source.name)));
}

// `pact -t -t FILE`: shows the tree of calls below the value of each form.

/** `failureCount`: returns the number of failed expectations in the session. */
function callsOnTerminal(failureCount: () => number): CallRecorder {
  const paint = paintOf(useColour(1));
  const width = terminalWidth();
  return new CallRecorder({
    failureCount,
    ended(form) {
      if (form.items.length === 0 && form.leftOut === 0) return;
      for (const line of callLines(form, { paint, width })) writeLine(`  ${line}`);
    },
  });
}
