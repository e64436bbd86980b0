// Where some natives may not be called.
// Source: enforceTopLevelOnly, enforceStackTopIsDefcap, checkNonLocalAllowed.

import type { NativeCall } from '../machine/calls/native.ts';

/** Not from a function, however it was called. */
export function enforceTopLevel(call: NativeCall): void {
  if (call.machine.stack === undefined) return;
  call.fail('NativeIsTopLevelOnly', { native: call.native.name });
}

/** Directly in the body of a defcap, and not in a function that it calls. */
export function enforceInDefcap(call: NativeCall): void {
  if (call.machine.stack?.kind === 'defcap') return;
  call.failNative('native must be called within a defcap body');
}

/** What depends on history may be refused to transactions that are sent. */
export function enforceLocal(call: NativeCall): void {
  const { machine } = call;
  if (machine.environment.mode !== 'transactional') return;
  if (!machine.hasFlag('DisableHistoryInTransactionalMode')) return;
  call.fail('OperationIsLocalOnly', { native: call.native.name });
}
