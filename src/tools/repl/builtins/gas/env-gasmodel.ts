// `env-gasmodel`: the costs of operations.
// Source: section 8; the fixed model is that of Pact 4.

import { fixedModel, type GasModel, tableModel } from '../../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../../lang/session/extend.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envGasmodel = replBuiltin(['meter', 'updateMeter'], {
  name: 'env-gasmodel',
  since: '2.0',
  doc: 'Returns the gas model, or sets it: "table", or "fixed" with the gas of every operation.',
  overloads: [
    replOverload({
      internal: 'env-gasmodel',
      setsGas: true,
      params: [param('model', 'string', 'The name of the model.')],
      returns: 'string',
      run: (repl, call, name) => {
        if (name !== 'table') return call.failArguments([name]);
        return setModel(repl, tableModel);
      },
    }),
    replOverload({
      internal: 'env-ask-gasmodel',
      params: [],
      returns: 'string',
      run: (repl) => {
        const { name, description } = repl.meter.model;
        return `Current gas model is '${name}': ${description}`;
      },
    }),
    replOverload({
      internal: 'env-gasmodel-fixed',
      setsGas: true,
      params: [
        param('model', 'string', '"fixed".'),
        param('rate', 'integer', 'The gas of every operation.'),
      ],
      returns: 'string',
      run: (repl, call, name, rate) => fixed(repl, call, name, rate),
    }),
  ],
  examples: [
    { code: '(env-gasmodel)', gives: `"Current gas model is 'freeGasModel': free gas model"` },
    { code: '(env-gasmodel "table")', gives: '"Set gas model to table-based cost model"' },
    {
      code: '(env-gasmodel "fixed" 1)',
      gives: '"Set gas model to constant rate gas model with fixed rate 1"',
    },
  ],
});

function setModel(repl: ReplParts<'meter' | 'updateMeter'>, model: GasModel): string {
  repl.meter.model = model;
  repl.updateMeter();
  return `Set gas model to ${model.description}`;
}

function fixed(
  repl: ReplParts<'meter' | 'updateMeter'>,
  call: BuiltinCall,
  name: string,
  rate: bigint,
): string {
  if (name !== 'fixed') return call.failArguments([name, rate]);
  if (rate < 0n) return call.failBuiltin('the rate may not be negative');
  return setModel(repl, fixedModel(rate));
}
