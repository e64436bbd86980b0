// The gas used, its limit, model and log. The fixed model is that of Pact 4; the first line of the log: docs/decisions/0004.
// Source: section 8.

import {
  type GasModel,
  ListValue,
  type MilliGas,
  addMilliGas,
  fixedModel,
  fromGas,
  labelText,
  spanText,
  tableModel,
  toGas,
  toMilliGas,
} from '../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../lang/session/extend.ts';
import { replBuiltin, replFunction, replOverload } from './define.ts';
import type { ReplParts } from '../context.ts';

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

export const envMilligas = replFunction(['meter'], {
  name: 'env-milligas',
  since: '5.0',
  doc: 'Returns the gas used so far, in milligas (thousandths).',
  params: [],
  returns: 'integer',
  run: (repl) => BigInt(repl.meter.used),
  examples: [
    { code: '(env-milligas)', gives: '0' },
    { setup: '(env-set-milligas 1500)', code: '(env-milligas)', gives: '1500' },
  ],
});

export const envSetMilligas = replFunction(['meter'], {
  name: 'env-set-milligas',
  since: '5.0',
  doc: 'Sets the gas used so far, in milligas (thousandths).',
  setsGas: true,
  params: [param('milligas', 'integer', 'The new amount of gas used.')],
  returns: 'string',
  run: (repl, _, milligas) => {
    repl.meter.used = toMilliGas(milligas);
    return `Set milligas to ${milligas}`;
  },
  examples: [
    { code: '(env-set-milligas 1500)', gives: '"Set milligas to 1500"' },
    { setup: '(env-set-milligas 1500)', code: '(env-gas)', gives: '2' },
  ],
});

export const envGaslimit = replFunction(['meter', 'updateMeter'], {
  name: 'env-gaslimit',
  since: '2.0',
  doc: 'Sets the gas limit; from then on, gas is metered.',
  setsGas: true,
  params: [param('limit', 'integer', 'The limit in gas.')],
  returns: 'string',
  run: (repl, _, limit) => {
    repl.meter.limit = fromGas(limit);
    repl.updateMeter();
    return `Set gas limit to ${limit}`;
  },
  examples: [
    { code: '(env-gaslimit 1000)', gives: '"Set gas limit to 1000"' },
    {
      setup: '(env-gasmodel "table") (env-gaslimit 1)',
      code: '(make-list 1000 1)',
      gives: { fails: 'Gas limit "1"exceeded' },
    },
  ],
});

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
      run: (repl, call, name, rate) =>
        name === 'fixed' ? setFixedModel(repl, call, rate) : call.failArguments([name, rate]),
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

export function setFixedModel(
  repl: ReplParts<'meter' | 'updateMeter'>,
  call: BuiltinCall,
  rate: bigint,
): string {
  if (rate < 0n) return call.failBuiltin('the rate may not be negative');
  return setModel(repl, fixedModel(rate));
}

export const envGaslog = replFunction(['linesFrom', 'meter'], {
  name: 'env-gaslog',
  since: '2.0',
  doc: `Starts the gas log. Later calls return the charges since the last call: the total in gas,
      then every charge in milligas.`,
  params: [],
  returns: '[string]',
  run: (repl) => gasLog(repl),
  examples: [
    { code: '(env-gaslog)', gives: '["Enabled gas log"]' },
    { setup: '(env-gaslog)', code: '(env-gaslog)', gives: '["TOTAL: 0"]' },
  ],
});

function gasLog(repl: ReplParts<'meter' | 'linesFrom'>): ListValue {
  const { meter, linesFrom } = repl;
  const entries = meter.takeLog();
  if (entries === undefined) {
    meter.startLog();
    return new ListValue(['Enabled gas log']);
  }
  const total = entries.reduce<MilliGas>((sum, { cost }) => addMilliGas(sum, cost), 0);
  const lines = entries.map(
    ({ label, span, cost }) => `${labelText(label)} ${spanText(span, linesFrom)}: ${cost}mG`,
  );
  return new ListValue([`TOTAL: ${toGas(total)}`, ...lines]);
}
