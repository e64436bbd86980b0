// `env-simulate-onchain`, of Pact 4: error texts as on a chain.

import { param } from '../../../../lang/session/extend.ts';
import { replBuiltin, replOverload } from '../define.ts';

export const envSimulateOnchain = replBuiltin(['legacy'], {
  name: 'env-simulate-onchain',
  since: '4.0',
  until: '5.0',
  doc: 'Switches to the short error messages of a chain instead of those of the REPL.',
  overloads: [
    replOverload({
      internal: 'env-simulate-onchain',
      params: [param('on-chain', 'bool', 'Whether to use them.')],
      returns: 'string',
      run: (repl, _, simulate) => {
        repl.legacy.simulateOnChain = simulate;
        return `Set on-chain simulation execution mode to: ${simulate}`;
      },
    }),
  ],
  examples: [
    {
      code: '(env-simulate-onchain true)',
      gives: '"Set on-chain simulation execution mode to: true"',
    },
    { code: '(env-simulate-onchain 1)', gives: { fails: 'Type error' } },
  ],
});
