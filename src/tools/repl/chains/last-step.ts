// The last step of a defpact that ran on a chain, for proofs: the machine forgets it at the end of its transaction.

import type { DefPactExec } from '../../../lang/session/run.ts';

export class LastStep {
  step: DefPactExec | undefined = undefined;
  /** The last step before the open transaction. */
  private before: DefPactExec | undefined = undefined;

  /** `exec`: the step that the machine knows, if it knows one. */
  note(exec: DefPactExec | undefined): void {
    this.step = exec ?? this.step;
  }

  beginTransaction(exec: DefPactExec | undefined): void {
    this.note(exec);
    this.before = this.step;
  }

  endTransaction(how: 'committed' | 'rolled back', exec: DefPactExec | undefined): void {
    if (how === 'committed') this.note(exec);
    else this.step = this.before;
  }
}
