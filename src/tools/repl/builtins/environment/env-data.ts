// `env-data`: sets the data of the transaction.

import { type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import { type PactValue, parseJsonValue, roundTripJson } from '../../../../lang/session/run.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envData = replBuiltin(['environment'], {
  name: 'env-data',
  since: '1.0',
  doc: `Sets the transaction's data: an object, or a string with its JSON. Values are converted through
      JSON as on a chain, so an object with a field 'keys becomes a keyset.`,
  overloads: [
    replOverload({
      internal: 'env-data',
      params: [param('json', 'value', 'The data.')],
      returns: 'string',
      run: (repl, call, value) => {
        repl.environment.data = transactionData(call, value);
        return 'Setting transaction data';
      },
    }),
  ],
  examples: [
    { code: '(env-data {"amount": 1.5})', gives: '"Setting transaction data"' },
    { setup: '(env-data "text")', code: '(read-msg)', gives: '"text"' },
    { setup: '(env-data "{\\"n\\": {\\"int\\": 5}}")', code: "(read-integer 'n)", gives: '5' },
  ],
});

/** A string that begins like an object is read as JSON; other values are converted through JSON if they have a JSON form. */
function transactionData(call: BuiltinCall, value: PactValue): PactValue {
  if (typeof value !== 'string' || !/^\s*\{/.test(value)) return roundTripJson(value) ?? value;
  const parsed = parseJsonValue(value);
  return parsed.ok ? parsed.value : call.refuse(`env-data: ${parsed.fault}`);
}
