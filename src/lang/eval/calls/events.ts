// Events of capabilities, and the two reserved ones of cross-chain defpacts.
// Source: IR/Eval/Runtime/Utils.hs (emitEvent*), section 5.9.

import type { Span } from '../../../base/span.ts';
import type { Hash } from '../../values/encoding/hash.ts';
import { ModuleName } from '../../values/names.ts';
import type { CapToken, PactValue } from '../../values/value.ts';
import type { Machine, PactEvent } from '../machine.ts';
import { getModule } from './modules.ts';

/** Emits the event of an acquired capability. An old rule used the hash of the current module version. */
export function emitCapabilityEvent(machine: Machine, token: CapToken, span: Span): void {
  machine.emit(
    machine.hasFlag('EnableLegacyEventHashes')
      ? currentEvent(machine, token, span)
      : eventOf(token),
  );
}

/** Emits an event from code: only events of the running module are allowed. */
export function emitCheckedEvent(machine: Machine, token: CapToken, span: Span): void {
  const event = machine.hasFlag('EnableLegacyEventHashes')
    ? currentEvent(machine, token, span)
    : eventOf(token);
  const caller = machine.stack?.name.module ?? token.name.module;
  if (machine.stack === undefined || caller.text !== event.module.text) {
    machine.fail('EventDoesNotMatchModule', { module: caller.text }, span);
  }
  machine.emit(event);
}

export function emitReservedEvent(
  machine: Machine,
  name: 'X_YIELD' | 'X_RESUME',
  params: readonly PactValue[],
  moduleHash: Hash,
): void {
  machine.emit({ name, params, module: reserved, moduleHash });
}

const reserved = new ModuleName('pact');

function eventOf({ name, args }: CapToken): PactEvent {
  return { name: name.name, params: args, module: name.module, moduleHash: name.hash };
}

function currentEvent(machine: Machine, token: CapToken, span: Span): PactEvent {
  return { ...eventOf(token), moduleHash: getModule(machine, token.name.module, span).hash };
}
