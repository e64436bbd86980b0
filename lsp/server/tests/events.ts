// Converts the events of a run to notifications, diagnostics of failures, and the answer at the end. Places are those of the
// texts at the start of the run, whatever is typed meanwhile.

import {
  type Location,
  ProtocolNotificationType,
  ProtocolRequestType,
  type Range,
} from 'vscode-languageserver/node';
import type { Snapshot } from '../../../src/tools/analysis/workspace/snapshot.ts';
import type { TextRange } from '../../../src/tools/analysis/workspace/symbols.ts';
import type {
  CoveredFile,
  PlacedRange,
  TestEvent,
  TestFrame,
} from '../../../src/tools/testing/editor/test-event.ts';
import {
  type DiscoverParams,
  type DiscoverResult,
  discoverTestsMethod,
  type EditorEvent,
  type EditorFrame,
  type EventParams,
  type RunParams,
  type RunResult,
  testEventMethod,
} from '../../protocol/tests.ts';
import type { TextLines } from '../documents.ts';
import type { Session } from '../session.ts';

type PlacedEvent = Exclude<TestEvent, { kind: 'coverage' | 'gas' }>;

type FileResult = RunResult['files'][number];

export class RunEvents {
  private readonly session: Session;
  private readonly placing: Placing;
  private readonly run: RunParams['run'];
  private readonly wanted: ReadonlyMap<string, readonly string[]>;
  private readonly files: FileResult[] = [];
  private readonly covered = new Map<string, CoveredFile>();
  /** The script that ended last: measurements arrive after its end. */
  private ended: string | undefined = undefined;
  /** The running script. */
  private running = '';
  private passed = 0;
  private failed = 0;

  constructor(session: Session, placing: Placing, { run, files }: RunParams) {
    this.session = session;
    this.placing = placing;
    this.run = run;
    this.wanted = new Map(
      files.flatMap(({ uri, ids }) => (ids === undefined ? [] : [[uri, ids] as const])),
    );
  }

  take(event: TestEvent): void {
    if (event.kind === 'coverage') {
      for (const file of event.files) this.covered.set(file.path, withEarlier(file, this.covered));
      return;
    }
    if (event.kind === 'gas') {
      const textOf = (path: string): string | undefined => this.placing.text(path);
      if (this.ended !== undefined) this.session.lastGas.take(this.ended, event, textOf);
      return;
    }
    const uri = this.placing.uri(event.path);
    if (event.kind === 'file-began') this.running = event.path;
    if (event.kind === 'file-ended') this.ended = event.path;
    if (!this.isWanted(uri, event)) return;
    if (event.kind === 'expectation') {
      if (event.status === 'passed') this.passed++;
      if (event.status === 'failed') this.failed++;
    }
    if (event.kind === 'file-ended') this.takeFile(event, uri);
    this.addFailure(event);
    const run = this.run === undefined ? {} : { run: this.run };
    const sent = this.session.connection.sendNotification(TestEventNotification, {
      ...run,
      event: this.ofEditor(event, uri),
    });
    this.session.unanswered(sent);
  }

  result({ coverage }: Pick<RunParams, 'coverage'>): RunResult {
    const { passed, failed, files, covered } = this;
    const known = { passed, failed, files };
    if (coverage !== true) return known;
    const all = [...covered.values()].map(({ path, ...counts }) => ({
      uri: this.placing.uri(path),
      ...counts,
    }));
    return { ...known, coverage: all };
  }

  private takeFile(event: Extract<TestEvent, { kind: 'file-ended' }>, uri: string): void {
    const { status, problem, gas, ms } = event;
    this.files.push({ uri, status, gas, ms, ...(problem !== undefined && { problem }) });
  }

  /** Events of a requested transaction and of its expectations are sent. */
  private isWanted(uri: string, event: TestEvent): boolean {
    const ids = this.wanted.get(uri);
    const id = idOf(event);
    if (ids === undefined || id === undefined) return true;
    return ids.some(
      (each) => id === each || id.startsWith(`${each}/`) || each.startsWith(`${id}/`),
    );
  }

  private addFailure(event: TestEvent): void {
    const isFailure =
      event.kind === 'error' || (event.kind === 'expectation' && event.status === 'failed');
    if (!isFailure) return;
    const text = this.placing.text(event.path);
    if (text === undefined) return;
    const message =
      event.kind === 'error' ? event.message : `${event.name}: ${event.message ?? 'failed'}`;
    this.session.testFailures.add(
      event.path,
      {
        script: this.running,
        range: this.placing.range(event.path, event.range),
        message,
        ...(event.kind === 'error' && { code: event.code }),
        related: event.stack.map((frame) => ({
          message: frame.calledAt === undefined ? frame.text : `${frame.text} is called here`,
          location: this.locationOf(frame.calledAt ?? frame),
        })),
      },
      text,
    );
  }

  private ofEditor(event: PlacedEvent, uri: string): EditorEvent {
    switch (event.kind) {
      case 'file-began':
      case 'file-ended': {
        const { path: _path, ...rest } = event;
        return { ...rest, uri };
      }
      case 'block-began':
      case 'block-ended':
      case 'print': {
        const { path, range, ...rest } = event;
        return { ...rest, uri, range: this.placing.range(path, range) };
      }
      case 'expectation':
      case 'error': {
        const { path, range, stack, ...rest } = event;
        const frames = stack.map((frame) => this.frame(frame));
        return { ...rest, uri, range: this.placing.range(path, range), stack: frames };
      }
    }
  }

  private frame({ calledAt, text, ...defined }: TestFrame): EditorFrame {
    const call = calledAt === undefined ? {} : { calledAt: this.locationOf(calledAt) };
    return { ...this.locationOf(defined), text, ...call };
  }

  private locationOf({ path, range }: PlacedRange): Location {
    return { uri: this.placing.uri(path), range: this.placing.range(path, range) };
  }
}

function idOf(event: TestEvent): string | undefined {
  const hasId =
    event.kind === 'block-began' || event.kind === 'block-ended' || event.kind === 'expectation';
  return hasId ? event.id : undefined;
}

/** Several scripts run the same contract: counts are added up. */
function withEarlier(file: CoveredFile, all: ReadonlyMap<string, CoveredFile>): CoveredFile {
  const before = all.get(file.path);
  return before === undefined ? file : sumOfCoverage(before, file);
}

function sumOfCoverage(one: CoveredFile, other: CoveredFile): CoveredFile {
  const add = <T extends { readonly line: number; readonly count: number }>(
    left: readonly T[],
    right: readonly T[],
  ): readonly T[] =>
    left.map((each, at) => {
      const same = right[at];
      return same?.line === each.line ? { ...each, count: each.count + same.count } : each;
    });
  return {
    path: one.path,
    lines: add(one.lines, other.lines),
    functions: add(one.functions, other.functions),
    branches: one.branches.map((branch, at) => ({
      ...branch,
      arms: branch.arms.map((arm, index) => ({
        ...arm,
        count: arm.count + (other.branches[at]?.arms[index]?.count ?? 0),
      })),
    })),
  };
}

const nowhere: Range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

export class Placing {
  private readonly session: Session;
  private readonly snapshots = new Map<string, Snapshot>();

  constructor(session: Session) {
    this.session = session;
  }

  /** Call this for each script before the run. */
  remember(path: string): void {
    this.snapshots.set(path, this.session.projects.snapshotOf(path));
  }

  uri(path: string): string {
    return this.session.uri(path);
  }

  text(path: string): string | undefined {
    return this.lines(path)?.text;
  }

  range(path: string, range: TextRange): Range {
    return this.lines(path)?.rangeOf(range) ?? nowhere;
  }

  private lines(path: string): TextLines | undefined {
    for (const snapshot of this.snapshots.values()) {
      const document = snapshot.document(path);
      if (document !== undefined) return this.session.linesOf(document);
    }
    return undefined;
  }
}

export const DiscoverTestsRequest = new ProtocolRequestType<
  DiscoverParams,
  DiscoverResult,
  never,
  void,
  void
>(discoverTestsMethod);

const TestEventNotification = new ProtocolNotificationType<EventParams, void>(testEventMethod);
