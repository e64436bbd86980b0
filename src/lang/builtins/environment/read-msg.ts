// `read-msg` and `read-string`: values of the transaction data, without conversion.

import { builtin, overload, param } from '../define.ts';
import { failReading, messageField } from './message.ts';

const setup = '(env-data {"name": "Ann", "age": 30})';

export const readMsg = builtin({
  name: 'read-msg',
  since: '1.0',
  builtins: {
    'read-msg': { number: 51, gas: { '5.0': 200 }, does: 'transaction' },
    'read-msg-default': { number: 52, gas: { '5.0': 200 }, does: 'transaction' },
  },
  doc: 'Reads the value under a key of the transaction data, or all of the data.',
  types: { 'read-msg': ['IsValue a => string -> a'], 'read-msg-default': ['IsValue a => () -> a'] },
  overloads: [
    overload({
      internal: 'read-msg',
      params: [param('key', 'string', 'The key.')],
      returns: 'any',
      run: (call, key) => messageField(call, key) ?? failReading(call, key),
    }),
    overload({
      internal: 'read-msg-default',
      params: [],
      returns: 'any',
      run: (call) => call.machine.environment.data,
    }),
  ],
  examples: [
    { setup, code: `(read-msg 'age)`, gives: '30' },
    { setup, code: '(read-msg)', gives: '{"age": 30,"name": "Ann"}' },
    { setup, code: `(read-msg 'city)`, gives: { fails: 'read-msg failure' } },
  ],
});

export const readString = builtin({
  name: 'read-string',
  since: '3.2',
  builtins: { 'read-string': { number: 55, gas: { '5.0': 200 }, does: 'transaction' } },
  doc: 'Reads the string under a key of the transaction data. Fails if the value is not a string.',
  overloads: [
    overload({
      internal: 'read-string',
      params: [param('key', 'string', 'The key.')],
      returns: 'string',
      run(call, key) {
        const value = messageField(call, key);
        return typeof value === 'string' ? value : failReading(call, key);
      },
    }),
  ],
  examples: [
    { setup, code: `(read-string 'name)`, gives: '"Ann"' },
    { setup, code: `(read-string 'age)`, gives: { fails: 'read-string failure' } },
  ],
});
