// `env-gasmodel`: what operations cost.
// Source: section 8; the fixed model is that of Pact 4.

import {
  builtin,
  type BuiltinDefinition,
  fixedModel,
  type GasModel,
  type NativeCall,
  overload,
  param,
  tableModel,
} from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const envGasmodel = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'env-gasmodel',
    since: '2.0',
    doc: 'The gas model, or sets it: "table", or "fixed" with what every operation costs.',
    overloads: [
      overload({
        internal: 'env-gasmodel',
        params: [param('model', 'string', 'The name of the model.')],
        returns: 'string',
        run: (call, name) => {
          if (name !== 'table') return call.failArguments([name]);
          return setModel(repl, tableModel);
        },
      }),
      overload({
        internal: 'env-ask-gasmodel',
        params: [],
        returns: 'string',
        run: () => {
          const { name, description } = repl.meter.model;
          return `Current gas model is '${name}': ${description}`;
        },
      }),
      overload({
        internal: 'env-gasmodel-fixed',
        params: [
          param('model', 'string', '"fixed".'),
          param('rate', 'integer', 'Gas for every operation.'),
        ],
        returns: 'string',
        run: (call, name, rate) => fixed(repl, call, name, rate),
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

function setModel(engine: ReplEngine, model: GasModel): string {
  engine.meter.model = model;
  engine.updateMeter();
  return `Set gas model to ${model.description}`;
}

function fixed(engine: ReplEngine, call: NativeCall, name: string, rate: bigint): string {
  if (name !== 'fixed') return call.failArguments([name, rate]);
  if (rate < 0n) return call.failNative('the rate may not be negative');
  return setModel(engine, fixedModel(rate));
}
