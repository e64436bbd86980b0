// Records the events of a run by block, that is, by transaction of the script.

import { noSpan, type Source, type Span } from '../../../base/span.ts';
import {
  renderError,
  type EvalError,
  type GasTotal,
  type MilliGas,
  usualGasLimit,
} from '../../../lang/session/run.ts';
import { type TopLevel } from '../../../lang/session/analyse.ts';
import type { FormCalls } from '../../debugger/calls.ts';
import { calledFrames } from '../../repl/form-error.ts';
import type { LeftOut, RunObserver } from '../../repl/watching.ts';
import type { RunningFile } from '../../repl/running-files.ts';
import type { Watcher } from '../../repl/snapshot/recorder.ts';
import type { Expectations } from '../../repl/expectations.ts';
import { ReportBuilder, type ReportStep } from './report-builder.ts';
import { EventTeller, type RunEvent } from './run-events.ts';
import { testPlaceOf, type BlockReport, type Notice, type Place } from './test-report.ts';

type RecorderOptions = {
  readonly colour: boolean;
  readonly gas: GasTotal;
  /** The gas limit of a transaction. */
  readonly gasLimit?: number | undefined;
  /** A clock in milliseconds. */
  readonly now: () => number;
  /** Called during the run. */
  readonly tell?: ((event: RunEvent) => void) | undefined;
};

/** The data stored with a state of the run. */
type Taken = {
  readonly steps: readonly ReportStep[];
  readonly gasUsed: MilliGas;
  readonly gasBefore: bigint;
};

export class RunRecorder {
  private readonly colour: boolean;
  private readonly gas: GasTotal;
  private readonly gasLimit: bigint;
  private readonly now: () => number;
  private readonly report = new ReportBuilder();
  private reportedAt: number;
  /** The steps since they were last taken. */
  private steps: ReportStep[] = [];
  /** The gas used when it was last added to a block. */
  private gasBefore = 0n;
  private inTransaction = false;
  private forms: { readonly form: TopLevel; readonly gasBefore: bigint }[] = [];
  private lastForm: TopLevel | undefined;
  /** The number of forms whose calls did not fit into the report. */
  callsLeftOut = 0;
  /** The last source lines shown with errors. */
  private readonly shownLines: { readonly source: Source; readonly line: number }[] = [];

  private readonly events: EventTeller | undefined;

  constructor({ colour, gas, gasLimit, now, tell }: RecorderOptions) {
    const gasUsed = (): bigint => this.used;
    this.events = tell === undefined ? undefined : new EventTeller(tell, { now, gasUsed });
    this.now = now;
    this.reportedAt = now();
    this.colour = colour;
    this.gas = gas;
    this.gasLimit = BigInt(gasLimit ?? usualGasLimit);
  }

  /** Sets the counter of expectations of the run. */
  watch(expectations: Expectations): void {
    this.report.watch(expectations);
  }

  /** The number of expectations that have failed so far. */
  get failureCount(): number {
    return this.report.failureCount;
  }

  /** A watcher for callers that store states of the run. States are taken only outside of transactions. */
  get watcher(): Watcher {
    return {
      take: () => this.take(),
      // The boundary: the value that `take` returned.
      recall: (taken) => this.recall(taken as Taken),
      isSettled: (files) => this.isSettled(files),
    };
  }

  observer({ keepGoing }: { readonly keepGoing: boolean }): RunObserver {
    return {
      formBegan: (form) => {
        this.lastForm = form;
        this.forms.push({ form, gasBefore: this.used });
      },
      formEnded: (form) => {
        this.takeExpectations(form.span);
        const begun = this.forms.pop();
        if (begun !== undefined) this.noteDeployment(form, this.used - begun.gasBefore);
      },
      fileBegan: (path, identity, span, usesChains) =>
        this.noteLoad(path, identity, span, usesChains),
      fileEnded: () => undefined,
      transactionBegan: (label, span) => {
        this.takeExpectations(span);
        this.takeGas();
        this.openBlock(label ?? 'unnamed transaction', span);
        this.inTransaction = true;
      },
      transactionEnded: () => {
        this.takeExpectations(noSpan);
        this.takeGas();
        this.tell({ kind: 'end-of-block' });
        this.events?.endBlock();
        this.inTransaction = false;
      },
      ...(keepGoing && { recovered: (error, left) => this.takeError(error, left) }),
    };
  }

  print(span: Span, text: string): void {
    this.takeExpectations(span);
    this.needBlock(span);
    this.tell({ kind: 'print', print: { place: testPlaceOf(span), text } });
    this.events?.print(span, text);
  }

  /** Records an error that ended a form, or by default the whole run. */
  takeError(error: EvalError, left: LeftOut = { forms: [], resumesAt: undefined }): void {
    this.takeExpectations(error.span);
    this.needBlock(error.span);
    this.events?.error(error);
    for (const { source, endPosition } of [error, ...error.related].map((each) => each.span)) {
      this.shownLines.push({ source, line: endPosition.line });
    }
    this.tell({
      kind: 'error',
      error: {
        place: testPlaceOf(error.span),
        code: error.code,
        message: error.message.split('\n', 1)[0] ?? '',
        rendered: renderError(error, { colour: this.colour, hints: true }),
        stack: calledFrames(error),
        skipped: left.forms.length,
        resumesAt: left.resumesAt === undefined ? undefined : testPlaceOf(left.resumesAt),
      },
    });
  }

  /** Records the calls of a form; called before the error that ended it. */
  takeCalls(calls: FormCalls, span: Span): void {
    this.needBlock(span);
    this.tell({ kind: 'calls', calls });
  }

  leaveOutCalls(): void {
    this.callsLeftOut++;
  }

  noteScan(table: string): void {
    const last = this.forms.at(-1);
    if (!this.inTransaction || last === undefined) return;
    this.note(
      last.form.span,
      `this reads all keys of the table ${table}, which costs 40000 gas each time on a chain`,
    );
  }

  get blocks(): readonly BlockReport[] {
    this.takeExpectations(noSpan);
    this.takeGas();
    this.events?.endBlock();
    return this.report.blocks;
  }

  /** The place of the innermost form that started last. */
  get reached(): Place | undefined {
    return this.lastForm === undefined ? undefined : testPlaceOf(this.lastForm.span);
  }

  get notices(): readonly Notice[] {
    return this.report.notices;
  }

  private take(): Taken {
    const { steps, gas, gasBefore } = this;
    this.steps = [];
    return { steps, gasUsed: gas.used, gasBefore };
  }

  private recall({ steps, gasUsed, gasBefore }: Taken): void {
    for (const step of steps) this.report.add(step);
    this.gas.used = gasUsed;
    this.gasBefore = gasBefore;
  }

  /** A shown line is not final while code may be added to its end. */
  private isSettled(files: readonly RunningFile[]): boolean {
    return files.every(({ source, forms, begun }) => {
      const end = forms[begun - 1]?.span.endPosition.line ?? 0;
      return this.shownLines.every((shown) => shown.source !== source || shown.line < end);
    });
  }

  private hasNoted(part: string): boolean {
    return this.notices.some(({ text }) => text.includes(part));
  }

  private note(span: Span, text: string): void {
    const place = testPlaceOf(span);
    const isKnown = this.notices.some(
      (notice) => notice.text === text && samePlace(notice.place, place),
    );
    if (!isKnown) this.tell({ kind: 'notice', notice: { place, text } });
  }

  private noteDeployment(form: TopLevel, milliGas: bigint): void {
    if (form.kind !== 'module' && form.kind !== 'interface') return;
    const gas = (milliGas + 999n) / 1000n;
    if (gas <= this.gasLimit) return;
    const name = form.name.text;
    this.note(
      form.span,
      `${name} needs ${gas} gas to deploy; the limit of a transaction is ${this.gasLimit}`,
    );
  }

  private get used(): bigint {
    return BigInt(this.gas.used);
  }

  private tell(step: ReportStep): void {
    const now = this.now();
    this.steps.push(step);
    this.report.add(step, now - this.reportedAt);
    this.reportedAt = now;
  }

  /** Adds the gas used since the last time to the open block. */
  private takeGas(): void {
    const milliGas = this.used - this.gasBefore;
    this.gasBefore = this.used;
    if (this.report.hasBlock) this.tell({ kind: 'gas', milliGas });
  }

  private noteLoad(path: string, identity: string, span: Span, usesChains: boolean): void {
    const first = this.report.firstLoad(identity);
    const place = span === noSpan ? undefined : testPlaceOf(span);
    if (first === undefined) this.tell({ kind: 'load', identity, place });
    else if (first.place !== undefined && !usesChains && !this.hasNoted(again)) {
      const { file, line } = first.place;
      this.note(span, `${path}${again} it was first loaded at ${file}:${line}`);
    }
  }

  private takeExpectations(span: Span): void {
    const [first, ...others] = this.report.unreported;
    if (first === undefined) return;
    this.needBlock(span === noSpan ? first.span : span);
    for (const result of this.report.unreported) this.events?.expectation(result);
    this.tell({ kind: 'expectations', count: 1 + others.length });
  }

  private needBlock(span: Span): void {
    if (!this.report.hasBlock) this.openBlock(undefined, span);
  }

  private openBlock(name: string | undefined, span: Span): void {
    this.tell({ kind: 'block', name, place: testPlaceOf(span) });
    this.events?.beginBlock(name, span);
  }
}

/** Of the notice about a file that is loaded twice, of which a run needs only one. */
const again = ' is loaded again;';

function samePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}
