// env-gas, env-milligas, env-gaslimit, env-gaslog, env-gasmodel: reading and setting what is metered.
// Source: pact-repl/Pact/Core/Repl/Runtime/ReplBuiltin.hs; section 8, Pact 4 docs for the fixed model.

import {
  addMilliGas,
  builtin,
  fixedModel,
  freeModel,
  fromGas,
  labelText,
  ListValue,
  overload,
  param,
  spanText,
  tableModel,
  toGas,
  toMilliGas,
  type BuiltinDefinition,
  type GasModel,
  type MilliGas,
  type NativeCall,
} from '../../lang/session/index.ts';
import type { ReplEngine } from '../engine.ts';

type Repl = () => ReplEngine;

export const gasBuiltins = (repl: Repl): readonly BuiltinDefinition[] => [
  builtin({
    name: 'env-gas',
    since: '2.0',
    doc: 'The gas used so far, rounded up; or sets it.',
    overloads: [
      overload({
        internal: 'env-gas',
        params: [],
        returns: 'integer',
        run: () => toGas(repl().meter.used),
      }),
      overload({
        internal: 'env-set-gas',
        params: [param('gas', 'integer', 'What counts as used.')],
        returns: 'string',
        run: (_, gas) => {
          repl().meter.used = fromGas(gas);
          return `Set gas to ${gas}`;
        },
      }),
    ],
    examples: [
      { code: '(env-gas)', gives: '0' },
      { code: '(env-gas 10)', gives: '"Set gas to 10"' },
    ],
  }),
  builtin({
    name: 'env-milligas',
    since: '5.0',
    doc: 'The gas used so far in thousandths.',
    overloads: [
      overload({
        internal: 'env-milligas',
        params: [],
        returns: 'integer',
        run: () => BigInt(repl().meter.used),
      }),
    ],
    examples: [
      { code: '(env-milligas)', gives: '0' },
      { setup: '(env-set-milligas 1500)', code: '(env-milligas)', gives: '1500' },
    ],
  }),
  builtin({
    name: 'env-set-milligas',
    since: '5.0',
    doc: 'Sets the gas used so far in thousandths.',
    overloads: [
      overload({
        internal: 'env-set-milligas',
        params: [param('milligas', 'integer', 'What counts as used.')],
        returns: 'string',
        run: (_, milligas) => {
          repl().meter.used = toMilliGas(milligas);
          return `Set milligas to ${milligas}`;
        },
      }),
    ],
    examples: [
      { code: '(env-set-milligas 1500)', gives: '"Set milligas to 1500"' },
      { setup: '(env-set-milligas 1500)', code: '(env-gas)', gives: '2' },
    ],
  }),
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
          const engine = repl();
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
  }),
  builtin({
    name: 'env-gaslog',
    since: '2.0',
    doc: 'Starts the gas log, and from then on gives what was charged since: the total in gas, then every charge in thousandths.',
    overloads: [
      overload({
        internal: 'env-gaslog',
        params: [],
        returns: '[string]',
        run: () => gasLog(repl()),
      }),
    ],
    examples: [
      { code: '(env-gaslog)', gives: '["Enabled gas log"]' },
      { setup: '(env-gaslog)', code: '(env-gaslog)', gives: '["TOTAL: 0"]' },
    ],
  }),
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
          if (name !== 'table' && name !== 'free') return call.failArguments([name]);
          return setModel(repl(), name === 'table' ? tableModel : freeModel);
        },
      }),
      overload({
        internal: 'env-ask-gasmodel',
        params: [],
        returns: 'string',
        run: () => {
          const { name, description } = repl().meter.model;
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
        run: (call, name, rate) => fixed(repl(), call, name, rate),
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
  }),
];

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

function gasLog(engine: ReplEngine): ListValue {
  const { meter } = engine;
  const entries = meter.takeLog();
  if (entries === undefined) {
    meter.startLog();
    return new ListValue(['Enabled gas log']);
  }
  const total = entries.reduce<MilliGas>((sum, { cost }) => addMilliGas(sum, cost), 0);
  const lines = entries.map(
    ({ label, span, cost }) => `${labelText(label)} ${spanText(span)}: ${cost}mG`,
  );
  return new ListValue([`TOTAL: ${toGas(total)}`, ...lines]);
}
