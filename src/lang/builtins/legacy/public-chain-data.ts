// `public-chain-data`: in Pact 4 the schema of the result of `chain-data`, listed among the builtins by name. A call
// returns an object of that schema.
// Source: Pact 4, src/Pact/Builtin.hs (chainDataSchema).

import { publicDataObject } from '../../state/environment.ts';
import { builtin, overload } from '../define.ts';

export const publicChainData = builtin({
  name: 'public-chain-data',
  since: '2.4',
  until: '5.0',
  instead: 'Call `(chain-data)`, whose result has the type `object`.',
  builtins: { 'public-chain-data': { gas: { '5.0': 100 }, does: 'transaction' } },
  doc: 'Returns the same object as `chain-data`, whose schema had this name.',
  overloads: [
    overload({
      internal: 'public-chain-data',
      params: [],
      returns: 'object',
      run: (call) => publicDataObject(call.machine.environment.publicData),
    }),
  ],
  examples: [
    { code: '(= (public-chain-data) (chain-data))', gives: 'true' },
    { code: `(at 'gas-limit (public-chain-data))`, gives: '0' },
  ],
});
