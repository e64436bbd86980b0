// `env-gas`, `env-milligas`, `env-set-milligas`: the gas used.

import { fromGas, toGas, toMilliGas } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envGas = replBuiltin(['meter'], {
  name: 'env-gas',
  since: '2.0',
  doc: 'Returns the gas used so far, rounded up, or sets it.',
  overloads: [
    replOverload({
      internal: 'env-gas',
      params: [],
      returns: 'integer',
      run: (repl) => toGas(repl.meter.used),
    }),
    replOverload({
      internal: 'env-set-gas',
      setsGas: true,
      params: [param('gas', 'integer', 'The new amount of gas used.')],
      returns: 'string',
      run: (repl, _, gas) => {
        repl.meter.used = fromGas(gas);
        return `Set gas to ${gas}`;
      },
    }),
  ],
  examples: [
    { code: '(env-gas)', gives: '0' },
    { code: '(env-gas 10)', gives: '"Set gas to 10"' },
  ],
});

export const envMilligas = replBuiltin(['meter'], {
  name: 'env-milligas',
  since: '5.0',
  doc: 'Returns the gas used so far, in milligas (thousandths).',
  overloads: [
    replOverload({
      internal: 'env-milligas',
      params: [],
      returns: 'integer',
      run: (repl) => BigInt(repl.meter.used),
    }),
  ],
  examples: [
    { code: '(env-milligas)', gives: '0' },
    { setup: '(env-set-milligas 1500)', code: '(env-milligas)', gives: '1500' },
  ],
});

export const envSetMilligas = replBuiltin(['meter'], {
  name: 'env-set-milligas',
  since: '5.0',
  doc: 'Sets the gas used so far, in milligas (thousandths).',
  overloads: [
    replOverload({
      internal: 'env-set-milligas',
      setsGas: true,
      params: [param('milligas', 'integer', 'The new amount of gas used.')],
      returns: 'string',
      run: (repl, _, milligas) => {
        repl.meter.used = toMilliGas(milligas);
        return `Set milligas to ${milligas}`;
      },
    }),
  ],
  examples: [
    { code: '(env-set-milligas 1500)', gives: '"Set milligas to 1500"' },
    { setup: '(env-set-milligas 1500)', code: '(env-gas)', gives: '2' },
  ],
});
