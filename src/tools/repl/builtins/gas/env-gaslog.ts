// `env-gaslog`: every charge with its place. First line: docs/decisions/0004.
// Source: section 8.7.

import {
  addMilliGas,
  labelText,
  ListValue,
  type MilliGas,
  spanText,
  toGas,
} from '../../../../lang/session/run.ts';
import type { ReplParts } from '../../context.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envGaslog = replBuiltin(['linesFrom', 'meter'], {
  name: 'env-gaslog',
  since: '2.0',
  doc: `Starts the gas log. Later calls return the charges since the last call: the total in gas,
      then every charge in milligas.`,
  overloads: [
    replOverload({
      internal: 'env-gaslog',
      params: [],
      returns: '[string]',
      run: (repl) => gasLog(repl),
    }),
  ],
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
