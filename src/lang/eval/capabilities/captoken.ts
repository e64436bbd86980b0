// Helpers for capability tokens: the definition of a token, and its name without a hash.
// Source: IR/Eval/Runtime/Utils.hs (getDefCap).

import type { Span } from '../../../base/span.ts';
import type { DefCap } from '../../core/model/definition.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { CapToken } from '../../values/value.ts';
import { describedCall } from '../calls/described-call.ts';
import type { QualifiedCapability } from './capability-index.ts';
import type { Machine } from '../machine.ts';
import { isClosure, typeWord, type MachineValue } from '../value.ts';

export function capTokenOf(machine: Machine, value: MachineValue, span: Span): CapToken {
  if (value instanceof CapToken) return value;
  if (isClosure(value)) {
    return machine.fail('ExpectedPactValue', { call: describedCall(value, 0) }, span);
  }
  const shown = { value: () => prettyValue(value), valueKind: typeWord(value) };
  return machine.fail('ExpectedCapToken', shown, span);
}

export function qualify(token: CapToken): QualifiedCapability {
  return { name: token.name.toQualified(), args: token.args };
}

export function defCapOf(machine: Machine, token: CapToken, span: Span): DefCap {
  const def = machine.loaded.def(token.name);
  if (def?.kind === 'defcap') return def;
  const hashed = { name: token.name.qualified, moduleHash: token.name.hash };
  const name = def === undefined ? 'InvariantUnboundFreeVariable' : 'InvariantExpectedDefCap';
  return machine.fail(name, hashed, span);
}
