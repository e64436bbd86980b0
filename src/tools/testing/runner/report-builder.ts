// Builds the report of a run from its steps. Steps are plain data, so they can be stored with the state of a run and give
// the same report in a run that continues from there.

import type { ExpectationResult, Expectations } from '../../repl/expectations.ts';
import type { FormCalls } from '../../debugger/calls.ts';
import {
  type BlockReport,
  type ErrorReport,
  type ExpectationReport,
  type Notice,
  type Place,
  type PrintReport,
  failureReport,
  testPlaceOf,
} from './test-report.ts';

export type ReportStep =
  /** The start of a block: later steps belong to it until it ends or another one starts. */
  | { readonly kind: 'block'; readonly name: string | undefined; readonly place: Place }
  | { readonly kind: 'end-of-block' }
  /** The next expectations that the session has counted. */
  | { readonly kind: 'expectations'; readonly count: number }
  | { readonly kind: 'print'; readonly print: PrintReport }
  | { readonly kind: 'error'; readonly error: ErrorReport }
  | { readonly kind: 'calls'; readonly calls: FormCalls }
  | { readonly kind: 'gas'; readonly milliGas: bigint }
  /** `place`: the place of the `load`; the script itself has none. */
  | { readonly kind: 'load'; readonly identity: string; readonly place: Place | undefined }
  | { readonly kind: 'notice'; readonly notice: Notice };

type OpenBlock = {
  readonly name: string | undefined;
  readonly place: Place;
  readonly expectations: ExpectationReport[];
  readonly prints: PrintReport[];
  error: ErrorReport | undefined;
  calls?: FormCalls[];
  durationMs: number;
  milliGas: bigint;
};

type Loaded = { readonly place: Place | undefined };

export class ReportBuilder {
  readonly notices: Notice[] = [];
  private readonly all: OpenBlock[] = [];
  private readonly firstLoads = new Map<string, Loaded>();
  private expectations: Expectations | undefined;
  private block: OpenBlock | undefined;
  private reported = 0;
  /** Milliseconds not yet assigned to an expectation. */
  private passedMs = 0;

  /** Sets the counter of expectations of the session. */
  watch(expectations: Expectations): void {
    this.expectations = expectations;
  }

  get failureCount(): number {
    return this.expectations?.failureCount ?? 0;
  }

  get hasBlock(): boolean {
    return this.block !== undefined;
  }

  /** The expectations of the session that are in no block yet. */
  get unreported(): readonly ExpectationResult[] {
    return this.expectations?.all.slice(this.reported) ?? [];
  }

  get blocks(): readonly BlockReport[] {
    return this.all.filter(
      ({ name, expectations, prints, error }) =>
        name !== undefined || expectations.length + prints.length > 0 || error !== undefined,
    );
  }

  firstLoad(identity: string): Loaded | undefined {
    return this.firstLoads.get(identity);
  }

  /** `durationMs`: the time since the previous step. */
  add(step: ReportStep, durationMs = 0): void {
    const { block } = this;
    if (block !== undefined) block.durationMs += durationMs;
    this.passedMs += durationMs;
    switch (step.kind) {
      case 'block':
        this.block = openBlock(step);
        this.all.push(this.block);
        this.passedMs = 0;
        return;
      case 'end-of-block':
        this.block = undefined;
        return;
      case 'expectations':
        for (const result of this.unreported.slice(0, step.count)) {
          block?.expectations.push({ ...reportOf(result), durationMs: this.passedMs });
          this.passedMs = 0;
        }
        this.reported += step.count;
        return;
      case 'print':
        block?.prints.push(step.print);
        return;
      case 'error':
        if (block !== undefined) block.error ??= step.error;
        return;
      case 'calls':
        if (block !== undefined) (block.calls ??= []).push(step.calls);
        return;
      case 'gas':
        if (block !== undefined) block.milliGas += step.milliGas;
        return;
      case 'load':
        if (!this.firstLoads.has(step.identity)) this.firstLoads.set(step.identity, step);
        return;
      case 'notice':
        this.notices.push(step.notice);
    }
  }
}

function openBlock({ name, place }: Pick<OpenBlock, 'name' | 'place'>): OpenBlock {
  return {
    name,
    place,
    expectations: [],
    prints: [],
    error: undefined,
    durationMs: 0,
    milliGas: 0n,
  };
}

function reportOf({
  name,
  span,
  outcome,
}: ExpectationResult): Omit<ExpectationReport, 'durationMs'> {
  const failure = outcome.kind === 'passed' ? undefined : failureReport(span, outcome);
  return { name, place: testPlaceOf(span), failure };
}
