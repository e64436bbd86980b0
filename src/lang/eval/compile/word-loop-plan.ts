// The plan of a loop over machine words: the builtin that each element calls, the source of its operands, and its
// cost.

import type { GasCosts } from '../../gas/schedule.ts';
import { callOf } from '../calls/apply.ts';
import type { Machine } from '../machine.ts';
import { BuiltinCall } from '../calls/builtin.ts';
import type { Closure, LambdaClosure, Local } from '../value.ts';
import type { Operand } from './word-call.ts';
import { wordOperations, type WordOperation } from './words.ts';

/** The source of an operand: a constant, the first argument of the closure, or the last one. */
export const origins = { fixed: 0, first: 1, last: 2 } as const;

type Origin = (typeof origins)[keyof typeof origins];

type Source = { readonly origin: Origin; readonly integer: bigint };

const firstArgument: Source = { origin: origins.first, integer: 0n };
const lastArgument: Source = { origin: origins.last, integer: 0n };
const fixed = (integer: bigint): Source => ({ origin: origins.fixed, integer });

export type WordLoop = {
  readonly operation: WordOperation;
  readonly leftFrom: Origin;
  readonly left: bigint;
  readonly rightFrom: Origin;
  readonly right: bigint;
  /** The cost of an element with its calls, without `wordCost`. */
  readonly price: number;
  /** The costs that `wordCost` is computed from. */
  readonly costs: GasCosts | undefined;
  /** The maximum total cost of elements before the meter must be checked. */
  readonly room: number;
};

export function loopOfOne(machine: Machine, closure: Closure): WordLoop | undefined {
  if (closure.closure === 'lambda') return loopOfLambda(machine, closure, 1);
  if (closure.closure !== 'partial-builtin' || closure.missing !== 1) return undefined;
  const [first] = closure.args;
  return typeof first === 'bigint'
    ? loopOf(callOf(machine, closure), fixed(first), lastArgument, 0)
    : undefined;
}

export function loopOfTwo(machine: Machine, closure: Closure): WordLoop | undefined {
  if (closure.closure === 'lambda') return loopOfLambda(machine, closure, 2);
  if (closure.closure !== 'builtin') return undefined;
  return loopOf(callOf(machine, closure), firstArgument, lastArgument, 0);
}

function loopOfLambda(
  machine: Machine,
  { code, local, context }: LambdaClosure,
  arity: 1 | 2,
): WordLoop | undefined {
  const { words } = code;
  if (words === undefined || code.arity !== arity || !machine.hasRoomFor(code.depth))
    return undefined;
  const builtin = machine.builtinOrNothing(words.name);
  const left = sourceOf(words.left, arity, local);
  const right = sourceOf(words.right, arity, local);
  if (builtin === undefined || left === undefined || right === undefined) return undefined;
  const { meter } = machine;
  const application = meter === undefined ? 0 : meter.costs.apply(arity);
  return loopOf(new BuiltinCall(machine, context, words.span, builtin), left, right, application);
}

function sourceOf(operand: Operand, arity: 1 | 2, local: Local | undefined): Source | undefined {
  if (typeof operand === 'bigint') return fixed(operand);
  if (operand === 0) return lastArgument;
  if (operand < arity) return firstArgument;
  let at = local;
  for (let i = arity; i < operand; i++) at = at?.next;
  const value = at?.value;
  return typeof value === 'bigint' ? fixed(value) : undefined;
}

function loopOf(
  call: BuiltinCall,
  left: Source,
  right: Source,
  application: number,
): WordLoop | undefined {
  const { operation } = call.builtin.words;
  if (operation === wordOperations.none) return undefined;
  const { meter } = call.machine;
  const operands = {
    leftFrom: left.origin,
    left: left.integer,
    rightFrom: right.origin,
    right: right.integer,
  };
  if (meter === undefined)
    return { operation, ...operands, price: 0, costs: undefined, room: Infinity };
  const price = meter.costs.uncons + application + call.priceOfWords(meter);
  return { operation, ...operands, price, costs: meter.costs, room: meter.plainRoom };
}
