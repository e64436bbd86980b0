// Finds a key in the data of the transaction.

import type { BuiltinCall } from '../../state/builtin.ts';
import { typeWord } from '../../state/value.ts';
import { prettyValue } from '../../values/text/pretty.ts';
import { ObjectValue, type PactValue } from '../../values/value.ts';
import { chargeLookup } from '../charges.ts';

/** Returns `undefined` if the data is not an object or has no such key. */
export function messageField(call: BuiltinCall, key: string): PactValue | undefined {
  const { data } = call.machine.environment;
  if (!(data instanceof ObjectValue)) return undefined;
  chargeLookup(call, key, data.fields.size);
  return data.fields.get(key);
}

export function failReading(call: BuiltinCall, key: string): never {
  if (call.machine.hasFlag('DisablePact47')) {
    call.fail('EvalError', { cause: `${call.builtin.name} failure` });
  }
  const { data } = call.machine.environment;
  const found = data instanceof ObjectValue ? data.fields.get(key) : undefined;
  return call.fail('EnvReadFunctionFailure', {
    builtin: call.builtin.name,
    key,
    found: found === undefined ? undefined : typeWord(found),
    value: found === undefined ? undefined : () => prettyValue(found),
  });
}
