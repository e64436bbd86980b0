// `env-gasprice` and `env-gasrate`, of Pact 4. `env-chain-data` and `env-gasmodel` do the same.

import { fixedModel, showValue } from '../../../../lang/session/run.ts';
import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envGasprice = replBuiltin(['environment'], {
  name: 'env-gasprice',
  since: '2.0',
  until: '5.0',
  doc: 'Sets the gas price of the transaction.',
  overloads: [
    replOverload({
      internal: 'env-gasprice',
      params: [param('price', 'decimal', 'The price of a unit of gas.')],
      returns: 'string',
      run: (repl, _, gasPrice) => {
        const { environment } = repl;
        environment.publicData = { ...environment.publicData, gasPrice };
        return `Set gas price to ${showValue(gasPrice)}`;
      },
    }),
  ],
  examples: [
    { code: '(env-gasprice 0.01)', gives: '"Set gas price to 0.01"' },
    { setup: '(env-gasprice 0.01)', code: "(at 'gas-price (chain-data))", gives: '0.01' },
  ],
});

export const envGasrate = replBuiltin(['meter', 'updateMeter'], {
  name: 'env-gasrate',
  since: '2.0',
  until: '5.0',
  doc: 'Sets the gas model in which every operation costs the same.',
  overloads: [
    replOverload({
      internal: 'env-gasrate',
      params: [param('rate', 'integer', 'The gas of every operation.')],
      returns: 'string',
      run: (repl, call, rate) => {
        if (rate < 0n) return call.failBuiltin('the rate may not be negative');
        repl.meter.model = fixedModel(rate);
        repl.updateMeter();
        return `Set gas model to ${repl.meter.model.description}`;
      },
    }),
  ],
  examples: [
    {
      code: '(env-gasrate 2)',
      gives: '"Set gas model to constant rate gas model with fixed rate 2"',
    },
    { code: '(env-gasrate -1)', gives: { fails: 'may not be negative' } },
  ],
});
