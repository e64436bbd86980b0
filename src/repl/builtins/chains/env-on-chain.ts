// `env-on-chain`: runs forms on one of several chains. An extension: Pact's own REPL has one chain.

import { param, type BuiltinCall } from '../../../lang/session/extend.ts';
import { chainNumber } from '../../chains/script-chains.ts';
import { replBuiltin, replOverload } from '../define.ts';

const chain = param('chain', 'string', 'The number of the chain, from "0" to "19".');

export const envOnChain = replBuiltin(['chains'], {
  name: 'env-on-chain',
  since: '5.4',
  doc: `Goes to another chain: with an expression, for that expression alone; without, from the next
      form on. Each chain has its own tables, modules, events and defpacts. Names in the expression
      mean what they mean on the present chain. An extension that only this REPL has.`,
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
      params: [chain, param('expression', 'closure', 'What to evaluate there.')],
      returns: 'a',
      run: ({ chains }, call, id, expression) =>
        chains.within(numberOf(call, id), () => call.apply(expression, [])),
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

/** Of a chain that a script names. */
export function numberOf(call: BuiltinCall, text: string): number {
  const number = chainNumber(text);
  return number ?? call.refuse(`there is no chain ${text}: use "0" to "19"`);
}
