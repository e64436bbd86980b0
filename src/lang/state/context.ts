// The part of the environment that is lexical but not a variable: purity, whether a defcap body is running, the defpact
// step, and the modules that a dynamic call left. A closure keeps the context in which it was created.
// Source: IR/Eval/CEK/Types.hs (CEKEnv), `readOnlyEnv`, `sysOnlyEnv`.

import type { DefPactStep } from '../core/model/defpact.ts';
import type { Machine } from './machine.ts';

export type Purity = 'impure' | 'read-only' | 'sys-only';

export class Context {
  readonly machine: Machine;
  readonly purity: Purity;
  readonly inDefcap: boolean;
  readonly step: DefPactStep | undefined;
  /** Full names of modules that called out through a module reference. */
  readonly reentrant: ReadonlySet<string>;

  constructor(
    machine: Machine,
    purity: Purity,
    inDefcap: boolean,
    step: DefPactStep | undefined,
    reentrant: ReadonlySet<string>,
  ) {
    this.machine = machine;
    this.purity = purity;
    this.inDefcap = inDefcap;
    this.step = step;
    this.reentrant = reentrant;
  }

  /** Read-only inside sys-only stays sys-only. */
  readOnly(): Context {
    if (this.purity !== 'impure') return this;
    return (this.readOnlyTwin ??= new Context(
      this.machine,
      'read-only',
      this.inDefcap,
      this.step,
      this.reentrant,
    ));
  }

  sysOnly(): Context {
    if (this.purity === 'sys-only') return this;
    return new Context(this.machine, 'sys-only', this.inDefcap, this.step, this.reentrant);
  }

  withinDefcap(): Context {
    if (this.inDefcap) return this;
    return (this.defcapTwin ??= new Context(
      this.machine,
      this.purity,
      true,
      this.step,
      this.reentrant,
    ));
  }

  withStep(step: DefPactStep): Context {
    return new Context(this.machine, this.purity, this.inDefcap, step, this.reentrant);
  }

  leaving(module: string): Context {
    if (this.reentrant.has(module)) return this;
    let twin = this.leavingTwins?.get(module);
    if (twin === undefined) {
      const reentrant = new Set(this.reentrant).add(module);
      twin = new Context(this.machine, this.purity, this.inDefcap, this.step, reentrant);
      this.leavingTwins ??= new Map();
      this.leavingTwins.set(module, twin);
    }
    return twin;
  }

  // The same contexts are derived repeatedly, at every enforce, capability and dynamic call.
  private readOnlyTwin: Context | undefined = undefined;
  private defcapTwin: Context | undefined = undefined;
  private leavingTwins: Map<string, Context> | undefined = undefined;
}

const nothing: ReadonlySet<string> = new Set();

export function topContext(
  machine: Machine,
  purity: Purity,
  step: DefPactStep | undefined,
): Context {
  return new Context(machine, purity, false, step, nothing);
}
