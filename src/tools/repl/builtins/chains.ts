// Several chains in one script, and proofs between them: `env-on-chain`, `env-chain-proof`, `continue-with-proof`. They are
// extensions: Pact's own REPL has one chain.

import { type DefPactExec, isEvalError } from '../../../lang/session/run.ts';
import { type BuiltinCall, param } from '../../../lang/session/extend.ts';
import type { ChainProofs } from '../chain-proofs.ts';
import { chainNumber } from '../chains.ts';
import { runStep, stepNumber } from './defpacts.ts';
import { replBuiltin, replFunction, replOverload } from './define.ts';
import { type Result, bad, good } from '../../../base/result.ts';
import { decodeDefPactExec, encodeDefPactExec } from '../../../lang/session/store.ts';
import type { ReplParts } from '../context.ts';
import { readJson } from '../../../base/json-reader.ts';
import { assert } from '../../../base/assert.ts';

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
function numberOf(call: BuiltinCall, text: string): number {
  const number = chainNumber(text);
  return number ?? call.refuse(`there is no chain ${text}: use "0" to "19"`);
}

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

function proofsOf(call: BuiltinCall, proofs: ChainProofs | undefined): ChainProofs {
  return proofs ?? call.refuse('this session cannot make proofs: run the script with pact');
}

export const continueWithProof = replFunction(['chains'], {
  name: 'continue-with-proof',
  since: '5.4',
  doc: `Runs a step of a defpact whose last step ran on another chain, like a transaction on a network.
      The proof comes from \`env-chain-proof\` and is verified against the blocks of the current chain. An
      extension of this REPL.`,
  params: [
    param('step', 'integer', 'The step to run, counted from 0.'),
    param('rollback', 'bool', 'Whether to roll the step back.'),
    param('pact-id', 'string', 'The defpact.'),
    param('proof', 'string', 'The proof of the previous step.'),
  ],
  returns: 'a',
  run: ({ chains }, call, step, rollback, pactId, proof) => {
    const attested = proofsOf(call, chains.proofs).verify(chains.current, proof);
    if (attested.kind === 'failure') {
      return call.fail('ContinuationError', { cause: attested.message });
    }
    const exec = provenStep(attested.continuation);
    return runStep(call, exec, { step: stepNumber(step), rollback, pactId, resume: exec.yield });
  },
  examples: [
    { code: '(continue-with-proof 1 false "p" "AAAA")', gives: { fails: 'proof' } },
    { code: '(continue-with-proof 1 false "p" "!")', gives: { fails: 'proof' } },
  ],
});

function provenStep(continuation: string): DefPactExec {
  const json = readJson(continuation);
  const step = json.kind === 'value' ? decodeDefPactExec(json.value) : undefined;
  assert(step !== undefined, 'the blocks of a script contain only steps that its session encoded');
  return step;
}
