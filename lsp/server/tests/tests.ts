// The tests of scripts: discovery, and runs in a thread that sends each result to the editor. A script that takes too long, or too
// much memory, is stopped, and the others continue.

import { groupBy } from '../../../src/base/groups.ts';
import { type CancellationToken, LSPErrorCodes, ResponseError } from 'vscode-languageserver/node';
import { type BoundedEnd, runBounded } from '../../../src/base/threads/index.ts';
import { isPactFile } from '../../../src/script/files.ts';
import { discoverTests } from '../../../src/tools/testing/editor/discover-tests.ts';
import type { TestEvent } from '../../../src/tools/testing/editor/test-event.ts';
import type { EditorTestWork } from '../../../src/tools/testing/editor/test-event.ts';
import {
  type RunParams,
  type RunResult,
  runTestsMethod,
  type TestFile,
} from '../../protocol/tests.ts';
import { pathOfUri } from '../documents.ts';
import { limits } from '../limits.ts';
import type { Feature, Session, View } from '../session.ts';
import { refreshShown } from '../synchronise.ts';
import { DiscoverTestsRequest, Placing, RunEvents } from './events.ts';

export const tests: Feature = {
  capabilities: () => ({ experimental: { pactTests: true } }),
  register: (session) => {
    session.on(DiscoverTestsRequest, ({ textDocument }) => {
      if (textDocument !== undefined)
        return { files: [testsIn(session, session.view(textDocument.uri))] };
      return { files: viewsOfScripts(session).map((view) => testsIn(session, view)) };
    });
    session.connection.onRequest<RunResult, unknown>(
      runTestsMethod,
      (params: RunParams, token: CancellationToken) => run(session, params, token),
    );
  },
};

function testsIn(session: Session, { uri, path, document, lines }: View): TestFile {
  if (isPactFile(path)) return { uri, tests: [] };
  const { nestingLimit } = session.options.limits;
  return {
    uri,
    tests: discoverTests(document.text, { path, nestingLimit }).map((block) => ({
      id: block.id,
      label: block.name ?? 'outside of transactions',
      range: lines.rangeOf(block.range),
      children: block.expectations.map(({ id, kind, name, range }) => ({
        id,
        label: name === '' ? kind : name,
        range: lines.rangeOf(range),
      })),
    })),
  };
}

function viewsOfScripts(session: Session): readonly View[] {
  return session.projects.all().flatMap(({ workspace }) => {
    const snapshot = workspace.snapshot();
    return snapshot
      .files()
      .filter((path) => path.endsWith('.repl'))
      .flatMap((path): View[] => {
        const document = snapshot.document(path);
        if (document === undefined) return [];
        return [
          { uri: session.uri(path), path, snapshot, document, lines: session.linesOf(document) },
        ];
      });
  });
}

async function run(
  session: Session,
  params: RunParams,
  token: CancellationToken,
): Promise<RunResult | ResponseError> {
  const fault = faultOf(params);
  if (fault !== undefined) return new ResponseError(LSPErrorCodes.RequestFailed, fault);
  const control = new AbortController();
  token.onCancellationRequested(() => control.abort());
  if (token.isCancellationRequested) control.abort();
  const paths = params.files.map(({ uri }) => session.documents.get(uri)?.path ?? pathOfUri(uri));
  const placing = new Placing(session);
  for (const path of paths) {
    placing.remember(path);
    session.testFailures.begin(path);
  }
  const events = new RunEvents(session, placing, params);
  const progress = progressOf(session, params, paths.length);
  const documents = new Map(session.documents.all().map(({ path, lines }) => [path, lines.text]));
  let isDone = true;
  // Each project may have its own limits.
  const byProject = groupBy(paths, (path) => session.projects.settingsOf(path));
  for (const [settings, files] of byProject) {
    const { pact4 } = settings;
    const { gasLimit, fileGasLimit, seconds = limits.testSeconds } = settings.testing;
    const { gas } = session.settings;
    isDone = await runTests(files, {
      program: session.options.testProgram,
      work: { documents, coverage: params.coverage === true, gas, gasLimit, fileGasLimit, pact4 },
      seconds,
      signal: control.signal,
      report: (event) => {
        if (event.kind === 'file-ended') progress.step(event.path);
        events.take(event);
      },
    });
    if (!isDone) break;
  }
  progress.end();
  session.refreshDiagnostics();
  refreshShown(session);
  if (!isDone) return new ResponseError(LSPErrorCodes.RequestCancelled, 'the run was cancelled');
  return events.result(params);
}

/** Checks for invalid parameters from a client. */
function faultOf(params: Partial<RunParams> | null | undefined): string | undefined {
  const { files } = params ?? {};
  const isList = Array.isArray(files) && files.every(({ uri }) => typeof uri === 'string');
  if (!isList) return `${runTestsMethod} needs files, each with a uri`;
  if (files.length > limits.testFiles) {
    return `${runTestsMethod} runs at most ${limits.testFiles} files`;
  }
  return undefined;
}

function progressOf(session: Session, { workDoneToken }: RunParams, files: number) {
  if (workDoneToken === undefined) return { step: () => undefined, end: () => undefined };
  const send = (value: object): void =>
    session.unanswered(
      session.connection.sendNotification('$/progress', { token: workDoneToken, value }),
    );
  let done = 0;
  send({ kind: 'begin', title: 'Running tests', cancellable: true, percentage: 0 });
  return {
    step: (path: string) => {
      done++;
      const percentage = Math.floor((done * 100) / files);
      send({ kind: 'report', message: path.slice(path.lastIndexOf('/') + 1), percentage });
    },
    end: () => send({ kind: 'end' }),
  };
}

type RunOptions = {
  /** The script of the thread. */
  readonly program: URL;
  readonly work: Omit<EditorTestWork, 'kind' | 'files'>;
  readonly seconds: number;
  readonly signal: AbortSignal;
  readonly report: (event: TestEvent) => void;
};

/** Returns whether it finished; otherwise it was cancelled. */
export async function runTests(
  files: readonly string[],
  { program, work, seconds, signal, report }: RunOptions,
): Promise<boolean> {
  let left = files;
  while (left.length > 0) {
    let running: string | undefined;
    let ended = 0;
    const end = await runBounded<TestEvent>({
      program,
      work: { ...work, kind: 'editor-tests', files: left } satisfies EditorTestWork,
      limits: {
        milliseconds: seconds * 1000,
        heapMegabytes: limits.testMegabytes,
        stackMegabytes: limits.stackMegabytes,
      },
      signal,
      startsAnew: ({ kind }) => kind === 'file-began',
      take: (event) => {
        if (event.kind === 'file-began') running = event.path;
        if (event.kind === 'file-ended') {
          running = undefined;
          ended++;
        }
        report(event);
      },
    });
    if (end.kind === 'cancelled') return false;
    if (end.kind === 'done') return true;
    const path = running ?? left[ended];
    if (path === undefined) return true;
    if (running === undefined) report({ kind: 'file-began', path });
    const problem = problemOf(end, seconds);
    report({ kind: 'file-ended', path, status: 'failed', problem, gas: 0, ms: 0 });
    left = left.slice(ended + 1);
  }
  return true;
}

function problemOf(end: BoundedEnd, seconds: number): string {
  switch (end.kind) {
    case 'too-slow':
      return `took longer than ${seconds} s and was stopped`;
    case 'memory':
      return `took more than ${limits.testMegabytes} MB of memory and was stopped`;
    case 'fault':
      return `its thread failed: ${end.error instanceof Error ? end.error.message : 'unknown reason'}`;
    case 'done':
    case 'cancelled':
      return '';
  }
}
