// `env-chain-proof`: makes a proof that a step of a defpact ran on the current chain. An extension.

import { bad, good, type Result } from '../../../../base/result.ts';
import { param, type BuiltinCall } from '../../../../lang/session/extend.ts';
import type { DefPactExec } from '../../../../lang/session/run.ts';
import { encodeDefPactExec } from '../../../../lang/session/store.ts';
import type { ReplParts } from '../../context.ts';
import type { ChainProofs } from '../../chains/chain-proofs.ts';
import { replBuiltin, replOverload } from '../define.ts';
import { numberOf } from './env-on-chain.ts';

const target = param('target', 'string', 'The chain that the proof is for.');

export const envChainProof = replBuiltin(['chains', 'lastStep'], {
  name: 'env-chain-proof',
  since: '5.4',
  doc: `Puts the last step of a defpact on the current chain into a block, and returns its proof for
      another chain, to be passed to \`continue-with-proof\` there. The transaction of the step may be
      open or committed. An extension of this REPL.`,
  overloads: [
    replOverload({
      internal: 'env-chain-proof',
      params: [target],
      returns: 'string',
      run: (repl, call, id) => prove(repl.chains, call, id, lastOf(repl, call)),
    }),
    replOverload({
      internal: 'env-chain-proof-of',
      params: [target, param('pact-id', 'string', 'The defpact; default: the last one that ran.')],
      returns: 'string',
      run: (repl, call, id, pactId) => prove(repl.chains, call, id, stepOf(repl, call, pactId)),
    }),
  ],
  examples: [
    { code: '(env-chain-proof "1")', gives: { fails: 'no step of a defpact has run' } },
    { code: '(env-chain-proof "one")', gives: { fails: 'there is no chain one' } },
  ],
});

type Parts = ReplParts<'chains' | 'lastStep'>;

/** A step, or the reason why there is none. */
type FoundStep = Result<DefPactExec, string>;

function lastOf({ chains, lastStep }: Parts, { machine }: BuiltinCall): FoundStep {
  const step = machine.defPactExec ?? lastStep.step;
  if (step !== undefined) return good(step);
  return bad(`no step of a defpact has run on chain ${chains.current}`);
}

function stepOf(repl: Parts, call: BuiltinCall, pactId: string): FoundStep {
  const last = lastOf(repl, call);
  if (last.ok && last.value.pactId === pactId) return last;
  const exec = call.machine.database.readDefPact(pactId);
  const here = `on chain ${repl.chains.current}`;
  if (exec === 'completed') return bad(`the defpact ${pactId} has ended ${here}`);
  return exec === undefined ? bad(`no step of the defpact ${pactId} has run ${here}`) : good(exec);
}

function prove(chains: Parts['chains'], call: BuiltinCall, id: string, found: FoundStep): string {
  const target = numberOf(call, id);
  const source = chains.current;
  if (source === target) return call.refuse(`chain ${id} is the current one: it needs no proof`);
  if (!found.ok) return call.refuse(found.fault);
  const { value: step } = found;
  return proofsOf(call, chains.proofs).prove({
    source,
    target,
    continuation: encodeDefPactExec(step),
    requestKey: step.pactId,
  });
}

export function proofsOf(call: BuiltinCall, proofs: ChainProofs | undefined): ChainProofs {
  return proofs ?? call.refuse('this session cannot make proofs: run the script with pact');
}
