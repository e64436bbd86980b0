// Runs scripts, each file in its own session. Failed expectations are listed at the end; an error ends the file. The very
// last line says whether everything loaded: build scripts read only that line.
// Source: pact-repl/Main.hs (runScript, locatePactReplScript); sections 9.4 and 12.

import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entriesOf, onDisk } from '../../base/platform/disk/path-bytes.ts';
import { noSpan, Source } from '../../base/span.ts';
import { type Coverage, type GasProfile, isEvalError } from '../../lang/session/run.ts';
import type { ReplEngine } from '../../tools/repl/engine.ts';
import type { SessionWatcher } from '../../tools/repl/watching.ts';
import type { Command } from './arguments.ts';
import { CachedRun } from './cache/cached-run.ts';
import { exitStatus, type ExitStatus } from './exit.ts';
import { gasRecording } from './gas-output.ts';
import { readInput, readSourceFile } from './files.ts';
import { writeErrorLine, writeLine } from './output.ts';
import { reportExpectations, reportThrown, type Outcome } from './report.ts';
import { newSession, terminalHost } from './session.ts';
import { pathSuggestion } from './paths.ts';
import type { Stage } from './stage.ts';

type Run = Extract<Command, { kind: 'run' }>;

const inputName = '(stdin)';

/** Coverage of a run; `write` writes the report and returns whether that worked and coverage is high enough. */
type CoverageRun = { readonly record: Coverage; readonly write: () => boolean };

/** Makes a watcher for each session; `failureCount`: returns the number of its failed expectations. */
type MakeWatcher = (failureCount: () => number) => SessionWatcher;

export function runFiles(
  run: Run,
  given: Stage,
  coverage?: CoverageRun,
  makeWatcher?: MakeWatcher,
): ExitStatus {
  const { files, findScript } = run;
  const stage = { ...given, settings: run.settings };
  const failed: string[] = [];
  let isFaulty = false;
  const gas = gasRecording(run.gas);
  for (const file of files) {
    const script = findScript ? scriptToRun(file) : file;
    if (files.length > 1) writeLine(`==> ${script}`);
    const outcome = runFile(script, run, stage, {
      ...gas,
      coverage: coverage?.record,
      makeWatcher,
    });
    if (outcome !== 'success') failed.push(script);
    if (outcome === 'fault') isFaulty = true;
  }
  const isWritten = gas.write();
  const isCovered = coverage?.write() ?? true;
  if (failed.length === 0 && isWritten && isCovered) {
    writeLine('Load successful');
    return exitStatus.success;
  }
  if (files.length > 1 && failed.length > 0) {
    writeErrorLine(`${failed.length} of ${files.length} files failed: ${failed.join(', ')}`);
  }
  writeErrorLine('Load failed');
  return isFaulty ? exitStatus.fault : exitStatus.failure;
}

/** A suggestion for a path that cannot be loaded. */
function adviceFor(file: string): string {
  const isFolder = existsSync(onDisk(file)) && statSync(onDisk(file)).isDirectory();
  return isFolder ? `; pact test ${file} runs the scripts in it` : pathSuggestion(file);
}

type Watchers = {
  readonly profile: GasProfile | undefined;
  readonly coverage: Coverage | undefined;
  readonly makeWatcher: MakeWatcher | undefined;
};

function runFile(
  file: string,
  { trace, usesCache }: Run,
  stage: Stage,
  { profile: gasProfile, coverage, makeWatcher }: Watchers,
): Outcome {
  const isInput = file === '-';
  // Checked first, so that a missing file gets a plain sentence instead of a place without source.
  const answer = isInput ? readInput() : readSourceFile(file);
  const name = isInput ? inputName : file;
  if (answer.kind === 'failure') {
    writeErrorLine(`pact: cannot load ${name}: ${answer.reason}${isInput ? '' : adviceFor(file)}`);
    return 'failure';
  }
  const shown = trace ? 'located' : 'prints';
  // Code that does not run would be missing from a report.
  const isReported = [gasProfile, coverage, makeWatcher].some((each) => each !== undefined);
  const isCached = usesCache && !isReported && !isInput;
  const cached = isCached ? CachedRun.of(file, terminalHost(stage, shown), stage) : undefined;
  const watcher = makeWatcher?.(() => engine.expectations.failureCount);
  const engine: ReplEngine = newSession(stage, shown, {
    gasProfile,
    coverage,
    between: cached,
    watchers: watcher === undefined ? undefined : [watcher],
  });
  const outcome = outcomeOf(engine, stage, () => {
    if (isInput) engine.run(new Source(inputName, answer.text));
    else if (cached === undefined) engine.runFile(file, false, noSpan);
    else cached.runFile(engine, file);
  });
  const allHeld = engine.expectations.failureCount === 0;
  return outcome === 'success' && !allHeld ? 'failure' : outcome;
}

/** Failed expectations do not end a file; the caller counts them. */
function outcomeOf(engine: ReplEngine, stage: Stage, run: () => void): Outcome {
  try {
    run();
  } catch (error) {
    if (isEvalError(error)) reportExpectations(engine.expectations.failed, stage);
    return reportThrown(error, stage, { bounded: engine.legacy.simulateOnChain });
  }
  reportExpectations(engine.expectations.failed, stage);
  return 'success';
}

/**
 * The script beside a contract: the one with the same name, or the only one in its folder; otherwise the contract.
 */
function scriptOf(file: string): string {
  if (!file.endsWith('.pact')) return file;
  const sibling = file.replace(/\.pact$/, '.repl');
  if (existsSync(onDisk(sibling))) return sibling;
  const [only, ...others] = scriptsIn(dirname(file));
  return only !== undefined && others.length === 0 ? join(dirname(file), only) : file;
}

/** Returns the script, or the contract with a message if there is none. */
function scriptToRun(file: string): string {
  const script = scriptOf(file);
  if (script === file && file.endsWith('.pact') && existsSync(file)) sayNoScript(file);
  return script;
}

function sayNoScript(file: string): void {
  const sibling = file.replace(/\.pact$/, '.repl');
  writeErrorLine(
    `pact: no script found for ${file}: there is neither ${sibling} nor exactly one .repl file beside it`,
  );
}

function scriptsIn(folder: string): readonly string[] {
  try {
    const names = entriesOf(folder).map(({ name }) => name);
    return names.filter((name) => name.endsWith('.repl'));
  } catch {
    // The missing file itself is reported next.
    return [];
  }
}
