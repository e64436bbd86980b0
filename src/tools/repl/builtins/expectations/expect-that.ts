// `expect-that`
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs (coreExpectThat).

import {
  type Closure,
  type MachineValue,
  type BuiltinCall,
  param,
} from '../../../../lang/session/extend.ts';
import { prettyMachineValue } from '../../../../lang/session/run.ts';
import type { ReplParts } from '../../context.ts';
import { failed, passed } from './outcome.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const expectThatBuiltin = replBuiltin(['expectations'], {
  name: 'expect-that',
  since: '3.0',
  doc: 'Applies a predicate to a value; false is recorded as a failed test.',
  overloads: [
    replOverload({
      internal: 'expect-that',
      params: [
        param('doc', 'string', 'What is tested.'),
        param('predicate', 'closure', 'Takes the value and returns a bool.'),
        param('value', 'any', 'The value under test.'),
      ],
      returns: 'string',
      run: (repl, call, doc, predicate, value) => expectThat(repl, call, doc, predicate, value),
    }),
  ],
  examples: [
    { code: '(expect-that "positive" (< 0) 5)', gives: '"Expect-that: success positive"' },
    {
      code: '(expect-that "positive" (< 0) -5)',
      gives: '"FAILURE: Expect-that: Did not satisfy condition: positive, received: -5"',
    },
  ],
});

function expectThat(
  repl: ReplParts<'expectations'>,
  call: BuiltinCall,
  doc: string,
  predicate: Closure,
  value: MachineValue,
): MachineValue {
  const held = call.apply(predicate, [value]);
  if (held === true) return passed(repl, call, doc, `Expect-that: success ${doc}`);
  if (held === false) {
    const received = prettyMachineValue(value);
    const condition = `FAILURE: Expect-that: Did not satisfy condition: ${doc}`;
    return failed(repl, call, doc, {
      message: `${condition}, received: ${received}`,
      summary: 'did not satisfy the condition',
      compared: { expected: undefined, received },
    });
  }
  const message = 'FAILURE: expect-that expression did not return a boolean';
  repl.expectations.fail(doc, call.span, {
    message,
    summary: 'the condition did not return a boolean',
  });
  return call.failBuiltin('Expect-that: condition did not return a boolean');
}
