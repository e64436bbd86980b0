// `env-gaslimit`

import {
  builtin,
  type BuiltinDefinition,
  fromGas,
  overload,
  param,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const envGaslimit = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'env-gaslimit',
    since: '2.0',
    doc: 'Sets the gas limit; from then on gas is metered.',
    overloads: [
      overload({
        internal: 'env-gaslimit',
        params: [param('limit', 'integer', 'In gas.')],
        returns: 'string',
        run: (_, limit) => {
          const engine = repl;
          engine.meter.limit = fromGas(limit);
          engine.updateMeter();
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
