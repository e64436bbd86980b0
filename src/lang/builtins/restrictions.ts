// Restricts where some builtins may be called.
// Source: enforceTopLevelOnly, enforceStackTopIsDefcap, checkNonLocalAllowed.

import type { BuiltinCall } from '../state/builtin.ts';

/** Fails if called from any function. */
export function enforceTopLevel(call: BuiltinCall): void {
  if (call.machine.stack === undefined) return;
  call.fail('NativeIsTopLevelOnly', { builtin: call.builtin.name });
}

/** Fails unless called directly in the body of a defcap, and not in a function that it calls. */
export function enforceInDefcap(call: BuiltinCall): void {
  if (call.machine.stack?.kind === 'defcap') return;
  call.failBuiltin('native must be called within a defcap body');
}

/** Fails where builtins that depend on history are allowed only in local calls. */
export function enforceLocal(call: BuiltinCall): void {
  const { machine } = call;
  if (machine.environment.mode !== 'transactional') return;
  if (!machine.hasFlag('DisableHistoryInTransactionalMode')) return;
  call.fail('OperationIsLocalOnly', { builtin: call.builtin.name });
}
