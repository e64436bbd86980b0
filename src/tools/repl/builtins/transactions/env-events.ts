// `env-events`: the events of the transaction.

import { ListValue, objectValue } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envEvents = replBuiltin([], {
  name: 'env-events',
  since: '4.0',
  doc: 'Returns the events emitted so far in this transaction, oldest first.',
  overloads: [
    replOverload({
      internal: 'env-events',
      params: [param('clear', 'bool', 'Whether to clear them.')],
      returns: '[object]',
      run: (_, call, clear) => {
        const { machine } = call;
        const events = machine.events.map(({ name, params, module, moduleHash }) =>
          objectValue([
            ['name', `${module.text}.${name}`],
            ['params', new ListValue(params)],
            ['module-hash', moduleHash],
          ]),
        );
        if (clear) machine.events = [];
        return new ListValue(events);
      },
    }),
  ],
  examples: [
    { code: '(env-events true)', gives: '[]' },
    {
      setup:
        '(module m G (defcap G () true) (defcap E (x) @event true) (defun f () (emit-event (E 1)))) (m.f)',
      code: "(map (at 'params) (env-events false))",
      gives: '[[1]]',
    },
  ],
});
