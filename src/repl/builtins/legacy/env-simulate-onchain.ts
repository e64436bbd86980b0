// `env-simulate-onchain`, of Pact 4: errors as a chain tells them.

import { builtin, type BuiltinDefinition, overload, param } from '../../../lang/session/index.ts';
import type { ReplEngine } from '../../engine.ts';

export const envSimulateOnchain = (repl: ReplEngine): BuiltinDefinition =>
  builtin({
    name: 'env-simulate-onchain',
    since: '4.0',
    until: '5.0',
    doc: 'Asks for the bounded error texts of a chain instead of those of the REPL.',
    overloads: [
      overload({
        internal: 'env-simulate-onchain',
        params: [param('on-chain', 'bool', 'Whether to.')],
        returns: 'string',
        run: (_, simulate) => {
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
