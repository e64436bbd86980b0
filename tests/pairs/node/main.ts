// One process of `npm run pairs -- --kind node`.

import { parseArgs } from 'node:util';
import { runNodePairs, showActs } from './run.ts';

const { values } = parseArgs({
  options: {
    kind: { type: 'string' },
    from: { type: 'string', default: '1' },
    cases: { type: 'string', default: '100' },
    pairs: { type: 'string' },
    case: { type: 'string' },
  },
});

if (values.case !== undefined) await showActs(Number(values.case));
else {
  const { from, cases } = values;
  const totals = await runNodePairs(Number(from), Number(cases), (counts) => {
    const { cases: done, differences } = counts;
    console.log(`node from ${from}: ${done} cases, ${differences} differences`);
  });
  console.log(JSON.stringify(totals));
}
