// `hash-poseidon` and its older name. Both receive their arguments as one list.

import { countSteps, stepsBetweenQuestions } from '../../../base/interruption.ts';
import { maximumPoseidonInputs, poseidon } from '../../../base/crypto/poseidon.ts';
import { gasLabels } from '../../gas/labels.ts';
import type { BuiltinCall } from '../../state/builtin.ts';
import type { ListValue } from '../../values/value.ts';
import { builtin, overload, param, type Overload } from '../define.ts';

const one = '18586133768512220936620570745912940619677854269274689475585506675881198879027';

export const hashPoseidon = builtin({
  name: 'hash-poseidon',
  since: '4.12',
  builtins: { 'hash-poseidon': { number: 137, gas: { '5.0': 124_000 }, does: 'pure' } },
  doc: 'Returns the Poseidon hash, over the scalar field of BN254, of one to eight integers.',
  types: { 'hash-poseidon': ['[integer] -> integer'] },
  overloads: [poseidonOverload('hash-poseidon')],
  examples: [
    { code: '(hash-poseidon 1)', gives: one },
    { code: '(= (hash-poseidon 1 2) (hash-poseidon 2 1))', gives: 'false' },
    {
      code: '(hash-poseidon)',
      gives: { fails: 'hash-poseidon with argument(s) of type(s): list' },
    },
  ],
});

export const poseidonHackAChain = builtin({
  name: 'poseidon-hash-hack-a-chain',
  since: '4.10',
  builtins: {
    'poseidon-hash-hack-a-chain': { number: 122, gas: { '5.0': 124_000 }, does: 'pure' },
  },
  doc: 'The original name of `hash-poseidon`.',
  types: { 'poseidon-hash-hack-a-chain': ['[integer] -> integer'] },
  overloads: [poseidonOverload('poseidon-hash-hack-a-chain')],
  examples: [
    { code: '(poseidon-hash-hack-a-chain 1)', gives: one },
    { code: '(= (poseidon-hash-hack-a-chain 1 2 3) (hash-poseidon 1 2 3))', gives: 'true' },
  ],
});

function poseidonOverload(internal: string): Overload {
  return overload({
    internal,
    params: [param('integers', 'list', 'One to eight integers, written as separate arguments.')],
    returns: 'integer',
    run: (call, list) => hashed(call, list),
  });
}

function hashed(call: BuiltinCall, list: ListValue): bigint {
  const { length } = list.items;
  if (length > maximumPoseidonInputs) call.failArguments([list]);
  const integers: bigint[] = [];
  for (const item of list.items) {
    integers.push(typeof item === 'bigint' ? item : call.failArguments([list]));
  }
  const meter = call.machine.meter;
  if (meter !== undefined && length > 0) {
    meter.charge(meter.costs.poseidon(length), gasLabels.poseidon(length), call.span);
  }
  countSteps(stepsBetweenQuestions);
  return poseidon(integers) ?? call.failArguments([list]);
}
