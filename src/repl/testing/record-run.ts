// Watches a run and sorts what happens into blocks: the transactions of the script.

import { noSpan, type Span } from '../../base/span.ts';
import {
  renderError,
  type EvalError,
  type GasTotal,
  type TopLevel,
} from '../../lang/session/index.ts';
import type { LeftOut, RunObserver } from '../observer.ts';
import type { ExpectationResult, Expectations } from '../tests.ts';
import type {
  BlockReport,
  ErrorReport,
  ExpectationReport,
  Notice,
  Place,
  PrintReport,
} from './test-report.ts';

type OpenBlock = {
  readonly name: string | undefined;
  readonly place: Place;
  readonly expectations: ExpectationReport[];
  readonly prints: PrintReport[];
  error: ErrorReport | undefined;
  milliGas: bigint;
};

/**
 * Gas that a transaction may take on public chains: a module that takes more can never be deployed.
 */
const usualGasLimit = 150_000;

type RecorderOptions = {
  readonly colour: boolean;
  readonly gas: GasTotal;
  /** Of a transaction. */
  readonly gasLimit?: number | undefined;
};

export class RunRecorder {
  readonly notices: Notice[] = [];
  private readonly blocks: OpenBlock[] = [];
  private readonly firstLoads = new Map<string, Span>();
  private readonly colour: boolean;
  private readonly gas: GasTotal;
  private readonly gasLimit: bigint;
  /** What was used when it was last handed to a block. */
  private gasBefore = 0n;
  private block: OpenBlock | undefined;
  private inTransaction = false;
  private forms: { readonly form: TopLevel; readonly gasBefore: bigint }[] = [];
  private recorded = 0;
  private expectations: Expectations | undefined;

  constructor({ colour, gas, gasLimit }: RecorderOptions) {
    this.colour = colour;
    this.gas = gas;
    this.gasLimit = BigInt(gasLimit ?? usualGasLimit);
  }

  /** Where the run will count its expectations. */
  watch(expectations: Expectations): void {
    this.expectations = expectations;
  }

  observer({ keepGoing }: { readonly keepGoing: boolean }): RunObserver {
    return {
      formBegan: (form) => this.forms.push({ form, gasBefore: this.used }),
      formEnded: (form) => {
        this.takeExpectations(form.span);
        const begun = this.forms.pop();
        if (begun !== undefined) this.noteDeployment(form, this.used - begun.gasBefore);
      },
      fileBegan: (path, identity, span) => this.noteLoad(path, identity, span),
      fileEnded: () => undefined,
      transactionBegan: (label, span) => {
        this.takeExpectations(span);
        this.takeGas();
        this.block = this.openBlock(label ?? 'unnamed transaction', span);
        this.inTransaction = true;
      },
      transactionEnded: () => {
        this.takeExpectations(noSpan);
        this.takeGas();
        this.block = undefined;
        this.inTransaction = false;
      },
      ...(keepGoing && { recovered: (error, left) => this.takeError(error, left) }),
    };
  }

  print(span: Span, text: string): void {
    this.takeExpectations(span);
    this.current(span).prints.push({ place: placeOf(span), text });
  }

  /** An error that ended a form, or the run where nothing else is said. */
  takeError(error: EvalError, left: LeftOut = { forms: [], resumesAt: undefined }): void {
    this.takeExpectations(error.span);
    const block = this.current(error.span);
    block.error ??= {
      place: placeOf(error.span),
      message: error.message.split('\n', 1)[0] ?? '',
      rendered: renderError(error, { colour: this.colour, hints: true }),
      skipped: left.forms.length,
      resumesAt: left.resumesAt === undefined ? undefined : placeOf(left.resumesAt),
    };
  }

  noteScan(table: string): void {
    const last = this.forms.at(-1);
    if (!this.inTransaction || last === undefined) return;
    this.note(
      last.form.span,
      `all keys of the table ${table} are read: on a chain that costs 40000 gas each time`,
    );
  }

  note(span: Span, text: string): void {
    const place = placeOf(span);
    const isKnown = this.notices.some(
      (notice) => notice.text === text && samePlace(notice.place, place),
    );
    if (!isKnown) this.notices.push({ place, text });
  }

  get reports(): readonly BlockReport[] {
    this.takeExpectations(noSpan);
    this.takeGas();
    return this.blocks.filter(
      ({ name, expectations, prints, error }) =>
        name !== undefined || expectations.length + prints.length > 0 || error !== undefined,
    );
  }

  private noteDeployment(form: TopLevel, milliGas: bigint): void {
    if (form.kind !== 'module' && form.kind !== 'interface') return;
    const gas = (milliGas + 999n) / 1000n;
    if (gas <= this.gasLimit) return;
    const name = form.name.text;
    this.note(
      form.span,
      `${name} takes ${gas} gas to deploy; a block has room for ${this.gasLimit}`,
    );
  }

  private get used(): bigint {
    return BigInt(this.gas.used);
  }

  /** What was used since the last time belongs to the block that is open. */
  private takeGas(): void {
    const used = this.used - this.gasBefore;
    this.gasBefore = this.used;
    if (this.block !== undefined) this.block.milliGas += used;
  }

  private noteLoad(path: string, identity: string, span: Span): void {
    const first = this.firstLoads.get(identity);
    if (first === undefined) this.firstLoads.set(identity, span);
    else if (first !== noSpan) {
      const { file, line } = placeOf(first);
      this.note(span, `${path} is loaded again; the first time at ${file}:${line}`);
    }
  }

  private takeExpectations(span: Span): void {
    const all = this.expectations?.all ?? [];
    for (; this.recorded < all.length; this.recorded++) {
      const result = all[this.recorded] as ExpectationResult;
      this.current(span === noSpan ? result.span : span).expectations.push(reportOf(result));
    }
  }

  private current(span: Span): OpenBlock {
    return (this.block ??= this.openBlock(undefined, span));
  }

  private openBlock(name: string | undefined, span: Span): OpenBlock {
    const block: OpenBlock = {
      name,
      place: placeOf(span),
      expectations: [],
      prints: [],
      error: undefined,
      milliGas: 0n,
    };
    this.blocks.push(block);
    return block;
  }
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
  return { name, place: placeOf(span), failure };
}

export function placeOf(span: Span): Place {
  const { line, column } = span.startPosition;
  return { file: span.source.name, line: line + 1, column: column + 1 };
}

function samePlace(a: Place, b: Place): boolean {
  return a.file === b.file && a.line === b.line && a.column === b.column;
}
