// The events of a run in progress. The report at its end has the same data, without spans.

import type { Span } from '../../../base/span.ts';
import type { EvalError } from '../../../lang/session/run.ts';
import type { ExpectationResult } from '../../repl/expectations.ts';

/** Gas and time of an expectation count from the previous one, or from the start of the transaction. */
export type RunEvent =
  /** Later events belong to it until another block starts. `name`: `undefined` outside of transactions. */
  | { readonly kind: 'block'; readonly name: string | undefined; readonly span: Span }
  | { readonly kind: 'block-ended'; readonly milliGas: bigint; readonly durationMs: number }
  | {
      readonly kind: 'expectation';
      readonly result: ExpectationResult;
      readonly milliGas: bigint;
      readonly durationMs: number;
    }
  | { readonly kind: 'print'; readonly span: Span; readonly text: string }
  | { readonly kind: 'error'; readonly error: EvalError };

/** Measures gas and time between events. */
export class EventTeller {
  private readonly tell: (event: RunEvent) => void;
  private readonly now: () => number;
  private readonly gasUsed: () => bigint;
  private block: { readonly gas: bigint; readonly ms: number } | undefined;
  private last = { gas: 0n, ms: 0 };

  constructor(
    tell: (event: RunEvent) => void,
    sources: { readonly now: () => number; readonly gasUsed: () => bigint },
  ) {
    this.tell = tell;
    this.now = sources.now;
    this.gasUsed = sources.gasUsed;
  }

  beginBlock(name: string | undefined, span: Span): void {
    this.endBlock();
    this.last = this.block = this.figures;
    this.tell({ kind: 'block', name, span });
  }

  endBlock(): void {
    const { block, figures } = this;
    if (block === undefined) return;
    this.block = undefined;
    this.tell({
      kind: 'block-ended',
      milliGas: figures.gas - block.gas,
      durationMs: figures.ms - block.ms,
    });
  }

  expectation(result: ExpectationResult): void {
    const { last, figures } = this;
    this.last = figures;
    this.tell({
      kind: 'expectation',
      result,
      milliGas: figures.gas - last.gas,
      durationMs: figures.ms - last.ms,
    });
  }

  print(span: Span, text: string): void {
    this.tell({ kind: 'print', span, text });
  }

  error(error: EvalError): void {
    this.tell({ kind: 'error', error });
  }

  private get figures(): { readonly gas: bigint; readonly ms: number } {
    return { gas: this.gasUsed(), ms: this.now() };
  }
}
