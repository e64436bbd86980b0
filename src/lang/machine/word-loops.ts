// Lists of machine words under a native such as `+` or `<`, or under a lambda that does nothing but call one: what `map`,
// `filter`, `fold` and `zip` do as long as the next elements are such and their charges need no more than an addition.
// An element and its calls are paid at once; where that does not do, nothing of it has happened, and the general way
// goes on from there.

import { applyCost } from '../gas/data-costs.ts';
import type { PactValue } from '../values/value.ts';
import { callOf } from './apply.ts';
import type { Machine } from './machine.ts';
import { NativeCall } from './native.ts';
import type { Closure, LambdaClosure, Local } from './value.ts';
import type { Operand } from './word-call.ts';
import { isComparison, wordCost, wordOperations, wordResult, type WordOperation } from './words.ts';

/** Elements between two payments: a program can be stopped there. */
const blockLength = 1024;
const blockMask = blockLength - 1;

/** Adds the results of the first elements. */
export function mapWords(
  machine: Machine,
  closure: Closure,
  items: readonly PactValue[],
  results: PactValue[],
): void {
  collect(machine, loopOfOne(machine, closure), items, items, results);
}

/** Adds the results of the first pairs. */
export function zipWords(
  machine: Machine,
  closure: Closure,
  lefts: readonly PactValue[],
  rights: readonly PactValue[],
  results: PactValue[],
): void {
  collect(machine, loopOfTwo(machine, closure), lefts, rights, results);
}

/** Adds those of the first elements that fulfil the predicate; how many elements those were. */
export function filterWords(
  machine: Machine,
  closure: Closure,
  items: readonly PactValue[],
  kept: PactValue[],
): number {
  const loop = loopOfOne(machine, closure);
  if (loop === undefined || !isComparison(loop.operation)) return 0;
  const { operation, leftFrom, left, rightFrom, right, price } = loop;
  let { room } = loop;
  let spent = 0;
  let done = 0;
  for (; done < items.length; done++) {
    const item = items[done];
    if (typeof item !== 'bigint' || spent + price > room) break;
    const a = leftFrom === origins.fixed ? left : item;
    const b = rightFrom === origins.fixed ? right : item;
    const result = wordResult(operation, a, b);
    if (result === undefined) break;
    spent += price;
    if (result === true) kept.push(item);
    if ((done & blockMask) === blockMask) {
      settle(machine, spent, blockLength);
      room -= spent;
      spent = 0;
    }
  }
  settle(machine, spent, done & blockMask);
  return done;
}

function collect(
  machine: Machine,
  loop: WordLoop | undefined,
  lefts: readonly PactValue[],
  rights: readonly PactValue[],
  results: PactValue[],
): void {
  if (loop === undefined) return;
  const { operation, leftFrom, left, rightFrom, right, price } = loop;
  let { room } = loop;
  const length = Math.min(lefts.length, rights.length);
  let spent = 0;
  for (let i = 0; i < length; i++) {
    const first = lefts[i];
    const last = rights[i];
    if (typeof first !== 'bigint' || typeof last !== 'bigint') break;
    const a = leftFrom === origins.first ? first : leftFrom === origins.last ? last : left;
    const b = rightFrom === origins.last ? last : rightFrom === origins.first ? first : right;
    const result = wordResult(operation, a, b);
    if (result === undefined) break;
    const total = spent + price + wordCost(operation, a, b);
    if (total > room) break;
    spent = total;
    results.push(result);
    if ((i & blockMask) === blockMask) {
      settle(machine, spent, blockLength);
      room -= spent;
      spent = 0;
    }
  }
  settle(machine, spent, results.length & blockMask);
}

/** The accumulator after the first elements, and how many those were. */
export function foldWords(
  machine: Machine,
  closure: Closure,
  start: PactValue,
  items: readonly PactValue[],
): { readonly accumulator: PactValue; readonly done: number } {
  const loop = loopOfTwo(machine, closure);
  if (loop === undefined) return { accumulator: start, done: 0 };
  const { operation, leftFrom, left, rightFrom, right, price } = loop;
  let { room } = loop;
  let accumulator = start;
  let spent = 0;
  let done = 0;
  for (; done < items.length; done++) {
    const item = items[done];
    if (typeof accumulator !== 'bigint' || typeof item !== 'bigint') break;
    const a = leftFrom === origins.first ? accumulator : leftFrom === origins.last ? item : left;
    const b = rightFrom === origins.last ? item : rightFrom === origins.first ? accumulator : right;
    const result = wordResult(operation, a, b);
    if (result === undefined) break;
    const total = spent + price + wordCost(operation, a, b);
    if (total > room) break;
    spent = total;
    accumulator = result;
    if ((done & blockMask) === blockMask) {
      settle(machine, spent, blockLength);
      room -= spent;
      spent = 0;
    }
  }
  settle(machine, spent, done & blockMask);
  return { accumulator, done };
}

/** Where an operand comes from: a number that stays, the first argument of the closure, or the last one. */
const origins = { fixed: 0, first: 1, last: 2 } as const;

type Origin = (typeof origins)[keyof typeof origins];

type Source = { readonly origin: Origin; readonly integer: bigint };

const firstArgument: Source = { origin: origins.first, integer: 0n };
const lastArgument: Source = { origin: origins.last, integer: 0n };
const fixed = (integer: bigint): Source => ({ origin: origins.fixed, integer });

type WordLoop = {
  readonly operation: WordOperation;
  readonly leftFrom: Origin;
  readonly left: bigint;
  readonly rightFrom: Origin;
  readonly right: bigint;
  /** What an element costs with its calls, `wordCost` apart. */
  readonly price: number;
  /** What all of them together can cost before more has to be looked at. */
  readonly room: number;
};

/** Nobody can look at the account between two elements: what they cost is paid together. */
function settle(machine: Machine, spent: number, calls: number): void {
  machine.meter?.pay(spent);
  machine.countCalls(calls);
}

function loopOfOne(machine: Machine, closure: Closure): WordLoop | undefined {
  if (closure.closure === 'lambda') return loopOfLambda(machine, closure, 1);
  if (closure.closure !== 'partial-native' || closure.missing !== 1) return undefined;
  const [first] = closure.args;
  return typeof first === 'bigint'
    ? loopOf(callOf(machine, closure), fixed(first), lastArgument, 0)
    : undefined;
}

function loopOfTwo(machine: Machine, closure: Closure): WordLoop | undefined {
  if (closure.closure === 'lambda') return loopOfLambda(machine, closure, 2);
  if (closure.closure !== 'native') return undefined;
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
  const native = machine.nativeOrNothing(words.name);
  const left = sourceOf(words.left, arity, local);
  const right = sourceOf(words.right, arity, local);
  if (native === undefined || left === undefined || right === undefined) return undefined;
  const { meter } = machine;
  const application = meter === undefined ? 0 : applyCost(meter.constants, arity);
  return loopOf(new NativeCall(machine, context, words.span, native), left, right, application);
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
  call: NativeCall,
  left: Source,
  right: Source,
  application: number,
): WordLoop | undefined {
  const { operation } = call.native.words;
  if (operation === wordOperations.none) return undefined;
  const { meter } = call.machine;
  const operands = {
    leftFrom: left.origin,
    left: left.integer,
    rightFrom: right.origin,
    right: right.integer,
  };
  if (meter === undefined) return { operation, ...operands, price: 0, room: Infinity };
  const price = meter.constants.unconsWork + application + call.priceOfWords(meter);
  return { operation, ...operands, price, room: meter.plainRoom };
}
