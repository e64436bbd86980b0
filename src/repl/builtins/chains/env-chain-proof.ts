// `env-chain-proof`: makes a proof that a step of a defpact ran on the current chain. An extension.

import { param, type BuiltinCall } from '../../../lang/session/extend.ts';
import type { DefPactExec } from '../../../lang/session/run.ts';
import type { ReplParts } from '../../context.ts';
import type { ChainProofs } from '../../chains/chain-proofs.ts';
import { replBuiltin, replOverload } from '../define.ts';
import { numberOf } from './env-on-chain.ts';

const target = param('target', 'string', 'The chain that the proof is for.');

export const envChainProof = replBuiltin(['chains'], {
  name: 'env-chain-proof',
  since: '5.4',
  doc: `Puts the last step of a defpact on the current chain into a block, and returns its proof for
      another chain, to be passed to \`continue-with-proof\` there. An extension of this REPL.`,
  overloads: [
    replOverload({
      internal: 'env-chain-proof',
      params: [target],
      returns: 'string',
      run: ({ chains }, call, id) => prove(chains, call, id, call.machine.defPactExec),
    }),
    replOverload({
      internal: 'env-chain-proof-of',
      params: [target, param('pact-id', 'string', 'The defpact; default: the last one that ran.')],
      returns: 'string',
      run: ({ chains }, call, id, pactId) => prove(chains, call, id, stored(call, pactId)),
    }),
  ],
  examples: [
    { code: '(env-chain-proof "1")', gives: { fails: 'no step of a defpact has run' } },
    { code: '(env-chain-proof "one")', gives: { fails: 'there is no chain one' } },
  ],
});

function stored(call: BuiltinCall, pactId: string): DefPactExec | undefined {
  const { defPactExec, database } = call.machine;
  if (defPactExec?.pactId === pactId) return defPactExec;
  const exec = database.readDefPact(pactId);
  return exec === 'completed' ? undefined : exec;
}

function prove(
  chains: ReplParts<'chains'>['chains'],
  call: BuiltinCall,
  id: string,
  exec: DefPactExec | undefined,
): string {
  const target = numberOf(call, id);
  if (exec === undefined) {
    return call.refuse(`no step of a defpact has run on chain ${chains.current}`);
  }
  const source = chains.current;
  if (source === target) return call.refuse(`chain ${id} is the current one: it needs no proof`);
  return proofsOf(call, chains.proofs).prove({ source, target, exec, requestKey: exec.pactId });
}

export function proofsOf(call: BuiltinCall, proofs: ChainProofs | undefined): ChainProofs {
  return proofs ?? call.refuse('this session cannot make proofs: run the script with pact');
}
