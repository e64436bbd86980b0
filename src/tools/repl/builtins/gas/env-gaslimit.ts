// `env-gaslimit`

import { fromGas } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envGaslimit = replBuiltin(['meter', 'updateMeter'], {
  name: 'env-gaslimit',
  since: '2.0',
  doc: 'Sets the gas limit; from then on, gas is metered.',
  overloads: [
    replOverload({
      internal: 'env-gaslimit',
      setsGas: true,
      params: [param('limit', 'integer', 'The limit in gas.')],
      returns: 'string',
      run: (repl, _, limit) => {
        repl.meter.limit = fromGas(limit);
        repl.updateMeter();
        return `Set gas limit to ${limit}`;
      },
    }),
  ],
  examples: [
    { code: '(env-gaslimit 1000)', gives: '"Set gas limit to 1000"' },
    {
      setup: '(env-gasmodel "table") (env-gaslimit 1)',
      code: '(make-list 1000 1)',
      gives: { fails: 'Gas limit "1"exceeded' },
    },
  ],
});
