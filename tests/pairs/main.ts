// One process of `npm run pairs`.

import { parseArgs } from 'node:util';
import { kinds } from './cases.ts';
import { runGasOracle, runOracle, runPairs, showCase } from './pairs.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string', default: 'scripts' },
    from: { type: 'string', default: '1' },
    cases: { type: 'string', default: '100' },
    pairs: { type: 'string', default: '' },
    case: { type: 'string' },
  },
});

// Chevrotain creates an error for each text that does not parse, and stack traces are slow. `--case` keeps them.
if (values.case === undefined) Error.stackTraceLimit = 0;

const kind = kinds.find((each) => each === values.kind);
if (kind === undefined) throw new Error(`--kind is one of ${kinds.join(', ')}`);
if (values.case !== undefined) showCase(kind, Number(values.case));
else if (values.pairs === 'oracle' || values.pairs === 'gas') {
  const options = { kind, from: Number(values.from), cases: Number(values.cases), pairs: [] };
  const { untold, ...counts } =
    values.pairs === 'oracle' ? runOracle(options) : runGasOracle(options);
  console.log(JSON.stringify({ ...counts, untold: untold.length }));
  for (const reason of new Set(untold))
    console.log(`the model does not know: ${reason.slice(0, 120)}`);
} else {
  const { from, cases, pairs } = values;
  const options = { kind, from: Number(from), cases: Number(cases), pairs: pairs.split(',') };
  const totals = await runPairs(options, ({ cases: count, forms, differences }) => {
    console.log(`${kind} from ${from}: ${count} cases, ${forms} forms, ${differences} differences`);
  });
  console.log(JSON.stringify(totals));
}
