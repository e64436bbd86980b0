// Measures the gas of a script: each module that it deploys, each of its transactions, and expressions that are run after
// it. Gas follows the table of chains, even if the script does not meter; if the script sets another gas model, that one
// is used.

import { utf8Length } from '../../../base/bytes.ts';
import { noSpan, Source } from '../../../base/span.ts';
import {
  GasTotal,
  isEvalError,
  sizeOfModuleData,
  type EvalError,
} from '../../../lang/session/run.ts';
import { installedName, replSizes, type TopLevel } from '../../../lang/session/analyse.ts';
import { placeOf, type PlaceRange } from '../../analysis/check/diagnostics.ts';
import { ReplEngine } from '../../repl/engine.ts';
import type { ReplOptions } from '../../repl/options.ts';
import type { RunObserver } from '../../repl/watching.ts';

export type Deployment = {
  readonly kind: 'module' | 'interface';
  readonly name: string;
  readonly place: PlaceRange;
  readonly milliGas: number;
  /** The length of its text in UTF-8. */
  readonly bytes: number;
  /** The size that is charged for storing it, with its dependencies. */
  readonly storedSize: number;
};

export type MeasuredTransaction = {
  readonly name: string | undefined;
  readonly place: PlaceRange;
  readonly milliGas: number;
};

export type Outcome =
  | { readonly kind: 'done'; readonly milliGas: number }
  | { readonly kind: 'failed'; readonly error: EvalError };

type Options = Omit<ReplOptions, 'observer' | 'gasTotal'>;

export class MeasuredScript {
  readonly deployments: readonly Deployment[];
  /** In the order of their starts. */
  readonly transactions: readonly MeasuredTransaction[];
  /** The outcome of the whole script. */
  readonly outcome: Outcome;
  private readonly engine: ReplEngine;
  private readonly total = new GasTotal();
  /** Before the first try, modules loaded by the script are unloaded, because each transaction loads its modules. */
  private isFirstTry = true;

  constructor(file: string, options: Options) {
    const watch = new Watch(this.total);
    const engine = new ReplEngine({ ...options, observer: watch, gasTotal: this.total });
    watch.engine = engine;
    this.engine = engine;
    this.outcome = this.measured(() => engine.runFile(file, false, noSpan));
    watch.transactionEnded();
    this.deployments = watch.deployments;
    this.transactions = watch.transactions;
  }

  /** Returns whether an expression can be run without affecting the next one. */
  get canTry(): boolean {
    return this.outcome.kind === 'done' && this.engine.transaction === undefined;
  }

  /** Runs the expression in a transaction that is rolled back. */
  try(expression: string): Outcome {
    const { engine } = this;
    if (this.isFirstTry) engine.run(new Source('(begin)', '(begin-tx) (rollback-tx)'));
    this.isFirstTry = false;
    engine.run(new Source('(begin)', '(begin-tx)'));
    const outcome = this.measured(() => engine.run(new Source('(expression)', expression)));
    // The expression may have ended the transaction itself.
    if (engine.transaction !== undefined) engine.run(new Source('(end)', '(rollback-tx)'));
    return outcome;
  }

  /** Runs the expression as the next form of the script. */
  append(expression: string): Outcome {
    return this.measured(() => this.engine.run(new Source('(expression)', expression)));
  }

  private measured(run: () => void): Outcome {
    const before = Number(this.total.used);
    try {
      run();
      return { kind: 'done', milliGas: Number(this.total.used) - before };
    } catch (error) {
      if (isEvalError(error)) return { kind: 'failed', error };
      throw error;
    }
  }
}

class Watch implements RunObserver {
  readonly deployments: Deployment[] = [];
  readonly transactions: MeasuredTransaction[] = [];
  engine: ReplEngine | undefined;
  private readonly total: GasTotal;
  private readonly begun: number[] = [];
  private open: (Omit<MeasuredTransaction, 'milliGas'> & { readonly before: number }) | undefined;

  constructor(total: GasTotal) {
    this.total = total;
  }

  readonly formBegan = (): void => void this.begun.push(this.used);

  readonly formEnded = (form: TopLevel): void => {
    const before = this.begun.pop();
    if (before === undefined || (form.kind !== 'module' && form.kind !== 'interface')) return;
    const loaded = this.engine?.machine.loaded;
    if (loaded === undefined) return;
    const { text: name } = installedName(form.name.text, loaded);
    const data = loaded.module(name);
    // After a failed deployment, the earlier module is still there.
    if (data === undefined || data.module.span.start !== form.span.start) return;
    this.deployments.push({
      kind: form.kind,
      name,
      place: placeOf(form.span),
      milliGas: this.used - before,
      bytes: utf8Length(form.span.text),
      storedSize: sizeOfModuleData(data, replSizes),
    });
  };

  readonly fileBegan = (): void => undefined;
  readonly fileEnded = (): void => undefined;

  readonly transactionBegan: RunObserver['transactionBegan'] = (name, span) => {
    this.transactionEnded();
    this.open = { name, place: placeOf(span), before: this.used };
  };

  readonly transactionEnded = (): void => {
    if (this.open === undefined) return;
    const { before, ...rest } = this.open;
    this.transactions.push({ ...rest, milliGas: this.used - before });
    this.open = undefined;
  };

  private get used(): number {
    return Number(this.total.used);
  }
}
