// The code of definitions: compiled when they first run, and dropped with them. Call sites in code
// remember the context that they ran in last, and so the session. Sessions that share definitions for
// longer than they live therefore have code of their own.

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
