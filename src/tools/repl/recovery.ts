// How a run goes on after an error, for observers that want it: with the next transaction of a file.

import { isEvalError } from '../../lang/session/run.ts';
import type { TopLevel } from '../../lang/session/analyse.ts';
import { isShipped } from '../../script/files.ts';
import type { ReplEngine } from './engine.ts';
import type { RunObserver } from './watching.ts';
import type { RunningFile } from './running-files.ts';

type Session = Pick<ReplEngine, 'machine' | 'meter' | 'transaction' | 'endTransaction'>;

export class Recovery {
  private readonly session: Session;
  private readonly observer: RunObserver | undefined;
  /** The forms after an error in loaded files, while the error is passed on to the file that loads them. */
  private leftOut: readonly TopLevel[] = [];

  constructor(session: Session, observer: RunObserver | undefined) {
    this.session = session;
    this.observer = observer;
  }

  /**
   * Returns the index of the form to continue with after an error of the form `at`. Throws the error if no observer wants to
   * continue. An error of a loaded file is one of the form that loads it, which may expect it, unless that form is only
   * `(load "file")`. It also is one if it ends a transaction that was open when the file was loaded, and for standard files.
   */
  formAfter(error: unknown, file: RunningFile, at: number): number {
    const { source, forms, isReplayable, within } = file;
    const { machine, meter, transaction } = this.session;
    const recovered = this.observer?.recovered;
    if (recovered === undefined || !isReplayable || !isEvalError(error)) throw error;
    if (isShipped(source.name)) throw error;
    const isOfLoader = within !== undefined && within === transaction;
    const next = isOfLoader ? forms.length : nextTransaction(forms, at + 1);
    const left = [...this.leftOut, ...forms.slice(at + 1, next)];
    this.leftOut = isOfLoader ? left : [];
    if (isOfLoader) throw error;
    meter.forgetExcess();
    recovered(error, { forms: left, resumesAt: forms[next]?.span });
    if (machine.database.rollback() !== undefined) this.session.endTransaction('rolled back');
    return next;
  }
}

/** Returns the index of the next form that opens a transaction, or the end. */
function nextTransaction(forms: readonly TopLevel[], from: number): number {
  let at = from;
  while (at < forms.length && !opensTransaction(forms[at] as TopLevel)) at++;
  return at;
}

function opensTransaction(form: TopLevel): boolean {
  if (form.kind !== 'term' || form.expression.kind !== 'application') return false;
  const { head } = form.expression;
  return head.kind === 'variable' && head.name.kind === 'bare' && head.name.name === 'begin-tx';
}
