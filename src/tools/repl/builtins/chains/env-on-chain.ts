// `env-on-chain`: runs forms on one of several chains. An extension: Pact's own REPL has one chain.

import { isEvalError } from '../../../../lang/session/run.ts';
import { param, type BuiltinCall } from '../../../../lang/session/extend.ts';
import { chainNumber } from '../../chains/script-chains.ts';
import { replBuiltin, replOverload } from '../define.ts';

const chain = param('chain', 'string', 'The number of the chain, from "0" to "19".');

export const envOnChain = replBuiltin(['chains'], {
  name: 'env-on-chain',
  since: '5.4',
  doc: `Switches to another chain: with an expression, only for that expression; without, from the next
      form on. Each chain has its own tables, modules, events and defpacts. Names in the expression
      refer to definitions on the current chain. An extension of this REPL.`,
  overloads: [
    replOverload({
      internal: 'env-on-chain',
      params: [chain],
      returns: 'string',
      run: ({ chains }, call, id) => {
        chains.switchTo(numberOf(call, id));
        return `Chain ${id}`;
      },
    }),
    replOverload({
      internal: 'env-on-chain-body',
      params: [chain, param('expression', 'closure', 'The expression to evaluate there.')],
      returns: 'a',
      run: ({ chains }, call, id, expression) =>
        chains.within(numberOf(call, id), () => {
          try {
            return call.apply(expression, []);
          } catch (error) {
            refuseMissing(call, id, error);
            throw error;
          }
        }),
    }),
  ],
  examples: [
    { code: `(env-on-chain "3" (at 'chain-id (chain-data)))`, gives: '"3"' },
    {
      setup: '(env-on-chain "1") (module m G (defcap G () true) (defconst N 1)) (env-on-chain "0")',
      code: '(describe-module "m")',
      gives: { fails: 'Cannot find module' },
    },
    { code: '(env-on-chain "20")', gives: { fails: 'there is no chain 20' } },
  ],
});

/** The names in an expression are known on the current chain; the other one may lack their module, or have another version. */
function refuseMissing(call: BuiltinCall, chain: string, error: unknown): void {
  if (!isEvalError(error) || !error.is('InvariantUnboundFreeVariable')) return;
  call.refuse(
    `${error.data.name} is not on chain ${chain}, or belongs to another version of its module. ` +
      `To use the names of chain ${chain}, switch to it first: (env-on-chain "${chain}")`,
  );
}

/** Returns the number of a chain from its name in a script. */
export function numberOf(call: BuiltinCall, text: string): number {
  const number = chainNumber(text);
  return number ?? call.refuse(`there is no chain ${text}: use "0" to "19"`);
}
