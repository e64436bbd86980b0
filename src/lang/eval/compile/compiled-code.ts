// Keeps the compiled code of definitions. It is created when they first run, and freed with them. Call sites remember
// their last context, which keeps its session in memory, so sessions that share long-lived definitions each have their
// own code.

import type { DefCap, Defun, Step } from '../../core/model/definition.ts';
import type { CompiledFunction } from './compiled.ts';

export class CompiledCode {
  readonly functions = new WeakMap<Defun, CompiledFunction>();
  readonly capabilities = new WeakMap<DefCap, CompiledFunction>();
  readonly steps = new WeakMap<Step, CompiledFunction>();
  readonly rollbacks = new WeakMap<Step, CompiledFunction>();
}

/** For machines of one transaction each, over definitions that the database keeps. */
export const sharedCode = new CompiledCode();
