// Where some builtins may not be called.
// Source: enforceTopLevelOnly, enforceStackTopIsDefcap, checkNonLocalAllowed.

import type { BuiltinCall } from '../machine/calls/builtin.ts';

/** Not from a function, however it was called. */
export function enforceTopLevel(call: BuiltinCall): void {
  if (call.machine.stack === undefined) return;
  call.fail('NativeIsTopLevelOnly', { builtin: call.builtin.name });
}

/** Directly in the body of a defcap, and not in a function that it calls. */
export function enforceInDefcap(call: BuiltinCall): void {
  if (call.machine.stack?.kind === 'defcap') return;
  call.failBuiltin('native must be called within a defcap body');
}

/** What depends on history may be refused to transactions that are sent. */
export function enforceLocal(call: BuiltinCall): void {
  const { machine } = call;
  if (machine.environment.mode !== 'transactional') return;
  if (!machine.hasFlag('DisableHistoryInTransactionalMode')) return;
  call.fail('OperationIsLocalOnly', { builtin: call.builtin.name });
}
