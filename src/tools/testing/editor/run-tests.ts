// Runs one script as a test and reports events to an editor.

import type { Place, Source, Span } from '../../../base/span.ts';
import { isShipped } from '../../../script/files.ts';
import { countsOf } from '../../analysis/coverage/coverage.ts';
import { type FileCoverage, fileCoverage } from '../../analysis/coverage/coverage.ts';
import {
  type CallFigures,
  Coverage,
  type EvalError,
  type GasProfile,
  renderError,
} from '../../../lang/session/run.ts';
import type { ExpectationResult, Failure } from '../../repl/expectations.ts';
import { type FailureCause, maxFrames, plainName } from '../../repl/form-error.ts';
import { failureReport } from '../runner/test-report.ts';
import type { RunEvent } from '../runner/run-events.ts';
import { type TestOptions, runTestFile } from '../runner/run-test-file.ts';
import type { TextRange } from '../../analysis/workspace/symbols.ts';
import { discoverTests } from './discover-tests.ts';
import type {
  CoveredFile,
  ExpectationEvent,
  FormGas,
  FunctionGas,
  PlacedRange,
  TestEvent,
  TestFrame,
} from './test-event.ts';

export type EditorRunOptions = Pick<
  TestOptions,
  | 'host'
  | 'room'
  | 'isInterrupted'
  | 'isMemoryShort'
  | 'keepGoing'
  | 'programs'
  | 'gasLimit'
  | 'fileGasLimit'
  | 'pact4'
  | 'interruption'
> & {
  readonly coverage: boolean;
  /** Whether to measure the gas of forms and functions, which takes longer. */
  readonly gas?: boolean | undefined;
  readonly tell: (event: TestEvent) => void;
};

/** A script may print endlessly: an editor gets only the first prints. */
const maxPrints = 1_000;

export function runTestsForEditor(path: string, options: EditorRunOptions): void {
  const coverage = options.coverage ? new Coverage() : undefined;
  const teller = new Teller(options);
  options.tell({ kind: 'file-began', path });
  let profile: GasProfile | undefined;
  const report = runTestFile(path, {
    ...options,
    ...(options.gas === true && { takeGas: (taken) => (profile = taken) }),
    colour: false,
    coverage,
    tell: (event) => teller.take(event),
  });
  const { problem, durationMs, milliGas } = report;
  const hasFailed = problem !== undefined || teller.hasFailed;
  options.tell({
    kind: 'file-ended',
    path,
    status: hasFailed ? 'failed' : 'passed',
    ...(problem !== undefined && { problem }),
    gas: gasOf(milliGas),
    ms: durationMs,
  });
  if (profile !== undefined) options.tell(gasFigures(profile));
  if (coverage !== undefined) options.tell({ kind: 'coverage', files: coveredFiles(coverage) });
}

class Teller {
  hasFailed = false;
  private readonly tell: EditorRunOptions['tell'];
  private readonly nestingLimit: number;
  private readonly readFile: EditorRunOptions['host']['readFile'];
  private readonly ids = new Map<Source, Ids>();
  private readonly texts = new Map<string, TextRange | undefined>();
  private block: { readonly span: Span; hasFailed: boolean } | undefined;
  private prints = 0;

  constructor({ tell, room, host }: EditorRunOptions) {
    this.tell = tell;
    this.nestingLimit = room.nestingLimit;
    this.readFile = host.readFile;
  }

  take(event: RunEvent): void {
    switch (event.kind) {
      case 'block':
        this.block = { span: event.span, hasFailed: false };
        return this.tell({
          kind: 'block-began',
          ...this.placedBlock(event.span),
          ...(event.name !== undefined && { name: event.name }),
        });
      case 'block-ended':
        return this.endBlock(event);
      case 'expectation': {
        const reported = this.expectation(event);
        if (reported.status === 'failed') this.fail();
        return this.tell({ kind: 'expectation', ...reported });
      }
      case 'print':
        if (this.prints++ >= maxPrints) return;
        return this.tell({ kind: 'print', ...placed(event.span), text: event.text });
      case 'error':
        this.fail();
        return this.tell({ kind: 'error', ...this.errorOf(event.error) });
    }
  }

  private fail(): void {
    this.hasFailed = true;
    if (this.block !== undefined) this.block.hasFailed = true;
  }

  private endBlock({ milliGas, durationMs }: Extract<RunEvent, { kind: 'block-ended' }>): void {
    const { block } = this;
    if (block === undefined) return;
    this.block = undefined;
    this.tell({
      kind: 'block-ended',
      ...this.placedBlock(block.span),
      status: block.hasFailed ? 'failed' : 'passed',
      gas: gasOf(milliGas),
      ms: durationMs,
    });
  }

  private expectation({
    result,
    milliGas,
    durationMs,
  }: Extract<RunEvent, { kind: 'expectation' }>): ExpectationEvent {
    const { name, span, outcome } = result;
    const figures = { gas: gasOf(milliGas), ms: durationMs };
    const known = { ...placed(span), ...this.idOf('expectations', span), name, ...figures };
    if (outcome.kind === 'passed') return { ...known, status: 'passed', stack: [] };
    return { ...known, status: 'failed', ...this.failureOf(result, outcome) };
  }

  private failureOf(
    { span }: ExpectationResult,
    failure: Failure,
  ): Pick<ExpectationEvent, 'message' | 'expected' | 'actual' | 'rendered' | 'stack'> {
    const { message, expected, received, error } = failureReport(span, failure);
    return {
      message,
      ...(expected !== undefined && { expected }),
      ...(received !== undefined && { actual: received }),
      ...(error !== undefined && { rendered: error.rendered }),
      stack: error === undefined ? [] : this.framesOfCause(error),
    };
  }

  private framesOfCause({ place, message, stack }: FailureCause): readonly TestFrame[] {
    const error = this.placedAt(place);
    const frames = stack.flatMap(({ name, place: defined, calledAt }): readonly TestFrame[] => {
      const definition = this.placedAt(defined);
      const call = calledAt === undefined ? undefined : this.placedAt(calledAt);
      if (definition === undefined) return [];
      return [{ ...definition, text: name, ...(call !== undefined && { calledAt: call }) }];
    });
    return error === undefined ? frames : [{ ...error, text: message }, ...frames];
  }

  private placedAt(place: Place): PlacedRange | undefined {
    const key = `${place.file}:${place.line}:${place.column}`;
    if (!this.texts.has(key)) this.texts.set(key, this.rangeAt(place));
    const range = this.texts.get(key);
    return range === undefined ? undefined : { path: place.file, range };
  }

  /** Returns the range from the place to the end of the line. */
  private rangeAt({ file, line, column }: Place): TextRange | undefined {
    const answer = this.readFile(file);
    if (answer.kind !== 'text') return undefined;
    const lines = answer.text.split('\n');
    const text = lines[line - 1];
    if (text === undefined) return undefined;
    const before = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
    const units = [...text].slice(0, column - 1).join('').length;
    return { start: before + units, end: before + text.trimEnd().length };
  }

  private errorOf(error: EvalError): Omit<Extract<TestEvent, { kind: 'error' }>, 'kind'> {
    return {
      ...placed(error.span),
      code: error.code,
      message: error.message.split('\n', 1)[0] ?? '',
      rendered: renderError(error, { hints: true }),
      stack: error.callStack.slice(0, maxFrames).map(({ name, span, calledAt }) => ({
        ...placed(span),
        text: plainName(name),
        ...(calledAt !== undefined && { calledAt: placed(calledAt) }),
      })),
    };
  }

  private placedBlock(span: Span): PlacedRange & { readonly id?: string } {
    return { ...placed(span), ...this.idOf('blocks', span) };
  }

  private idOf(kind: keyof Ids, { source, start }: Span): { readonly id?: string } {
    let ids = this.ids.get(source);
    if (ids === undefined) this.ids.set(source, (ids = idsIn(source, this.nestingLimit)));
    const id = ids[kind].get(start);
    return id === undefined ? {} : { id };
  }
}

/** Ids by the offset at which each test begins. */
type Ids = {
  readonly blocks: ReadonlyMap<number, string>;
  readonly expectations: ReadonlyMap<number, string>;
};

function idsIn({ name, text }: Source, nestingLimit: number): Ids {
  const blocks = name.endsWith('.repl') ? discoverTests(text, { path: name, nestingLimit }) : [];
  const starts = ({ id, range }: { readonly id: string; readonly range: TextRange }) =>
    [range.start, id] as const;
  return {
    blocks: new Map(blocks.map(starts)),
    expectations: new Map(blocks.flatMap(({ expectations }) => expectations.map(starts))),
  };
}

const placed = (span: Span): PlacedRange => ({ path: span.source.name, range: rangeOf(span) });

const rangeOf = ({ start, end }: Span): TextRange => ({ start, end });

const gasOf = (milliGas: bigint): number => Number(milliGas) / 1000;

function coveredFiles({ sources }: Coverage): readonly CoveredFile[] {
  return [...sources]
    .filter(({ name }) => !isShipped(name))
    .map((source) => fileCoverage(countsOf(source, source.name), source.name, source.text))
    .filter(({ lines }) => lines.size > 0)
    .map(coveredFile);
}

function coveredFile({ file, lines, branches, functions }: FileCoverage): CoveredFile {
  return {
    path: file,
    lines: [...lines].map(([line, count]) => ({ line, count })),
    branches: branches.map(({ line, form, arms }) => ({ line, form, arms })),
    functions: functions.map(({ line, name, count }) => ({ line, name, count })),
  };
}

/** The most entries of each list. A project has some thousand functions; a script with more forms is generated. */
const maxFigures = 20_000;

export function gasFigures(profile: GasProfile): Extract<TestEvent, { kind: 'gas' }> {
  return {
    kind: 'gas',
    forms: profile.forms.slice(0, maxFigures).map(({ span, runs, gas }): FormGas => ({
      path: span.source.name,
      range: { start: span.start, end: span.end },
      gas: Number(gas) / 1000 / runs,
    })),
    functions: profile.functions.slice(0, maxFigures).flatMap(functionGas),
  };
}

function functionGas({ name, span, calls, total }: CallFigures): readonly FunctionGas[] {
  if (span === undefined || calls === 0) return [];
  return [{ path: span.source.name, name, calls, gas: Number(total) / 1000 }];
}
