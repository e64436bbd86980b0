// The report of a run, made of what happens in it step by step. Steps are plain data: those of a run
// can be kept with its state, and make the same report in a run that goes on from there.

import type { ExpectationResult, Expectations } from '../tests.ts';
import {
  testPlaceOf,
  type BlockReport,
  type ErrorReport,
  type ExpectationReport,
  type Notice,
  type Place,
  type PrintReport,
} from './test-report.ts';

export type ReportStep =
  /** What follows belongs to it until another one begins or it ends. */
  | { readonly kind: 'block'; readonly name: string | undefined; readonly place: Place }
  | { readonly kind: 'end-of-block' }
  /** The next ones that the session has counted. */
  | { readonly kind: 'expectations'; readonly count: number }
  | { readonly kind: 'print'; readonly print: PrintReport }
  | { readonly kind: 'error'; readonly error: ErrorReport }
  | { readonly kind: 'gas'; readonly milliGas: bigint }
  /** The place of the `load`; the script itself has none. */
  | { readonly kind: 'load'; readonly identity: string; readonly place: Place | undefined }
  | { readonly kind: 'notice'; readonly notice: Notice };

type OpenBlock = {
  readonly name: string | undefined;
  readonly place: Place;
  readonly expectations: ExpectationReport[];
  readonly prints: PrintReport[];
  error: ErrorReport | undefined;
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

  /** Where the session counts its expectations. */
  watch(expectations: Expectations): void {
    this.expectations = expectations;
  }

  get hasBlock(): boolean {
    return this.block !== undefined;
  }

  /** Those of the session that no block has yet. */
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

  add(step: ReportStep): void {
    const { block } = this;
    switch (step.kind) {
      case 'block':
        this.block = openBlock(step);
        this.all.push(this.block);
        return;
      case 'end-of-block':
        this.block = undefined;
        return;
      case 'expectations':
        for (const result of this.unreported.slice(0, step.count)) {
          block?.expectations.push(reportOf(result));
        }
        this.reported += step.count;
        return;
      case 'print':
        block?.prints.push(step.print);
        return;
      case 'error':
        if (block !== undefined) block.error ??= step.error;
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
  return { name, place, expectations: [], prints: [], error: undefined, milliGas: 0n };
}

function reportOf({ name, span, outcome }: ExpectationResult): ExpectationReport {
  const failure =
    outcome.kind === 'passed'
      ? undefined
      : {
          message: outcome.message,
          expected: outcome.compared?.expected,
          received: outcome.compared?.received,
        };
  return { name, place: testPlaceOf(span), failure };
}
