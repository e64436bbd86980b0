// `map` and `fold` over machine words, where the function is a builtin such as `+` or a lambda that only calls one. These
// loops run while the next elements are machine words and a charge is only an addition. An element and its calls are charged
// together; if that is not possible, nothing has happened yet, and the general path continues from there.

import { isWord } from '../../../base/word.ts';
import type { PactValue } from '../../values/value.ts';
import type { Machine } from '../machine.ts';
import type { Closure } from '../value.ts';
import { loopOfOne, loopOfTwo, origins, type WordLoop } from './word-loop-plan.ts';
import { wordCost, wordOperations, wordResult } from './words.ts';

/** The number of elements between two charges, where a program can be stopped. */
const blockLength = 1024;
const blockMask = blockLength - 1;

/** Adds the results of the first elements. */
export function mapWords(
  machine: Machine,
  closure: Closure,
  items: readonly PactValue[],
  results: PactValue[],
): void {
  const loop = loopOfOne(machine, closure);
  if (loop === undefined) return;
  const { operation, leftFrom, rightFrom } = loop;
  const addsToAll =
    operation === wordOperations.add && leftFrom === origins.fixed && rightFrom === origins.last;
  if (addsToAll) addToAll(machine, loop, items, results);
  else collect(machine, loop, items, results);
}

function collect(
  machine: Machine,
  loop: WordLoop,
  items: readonly PactValue[],
  results: PactValue[],
): void {
  const { operation, leftFrom, left, rightFrom, right, price, costs } = loop;
  let { room } = loop;
  let spent = 0;
  for (let i = 0; i < items.length; i++) {
    const item = items[i];
    if (typeof item !== 'bigint') break;
    const a = leftFrom === origins.fixed ? left : item;
    const b = rightFrom === origins.fixed ? right : item;
    const result = wordResult(operation, a, b);
    if (result === undefined) break;
    const total = spent + price + wordCost(costs, operation, a, b);
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

/** The most frequent operations have their own loops: choosing the operation takes half of an element's time. */
function addToAll(
  machine: Machine,
  loop: WordLoop,
  items: readonly PactValue[],
  results: PactValue[],
): void {
  const { left } = loop;
  if (!isWord(left)) return;
  inBlocks(machine, loop, items.length, (from, end) => {
    let i = from;
    for (; i < end; i++) {
      const item = items[i];
      if (typeof item !== 'bigint' || !isWord(item)) break;
      const sum = left + item;
      if (!isWord(sum)) break;
      results.push(sum);
    }
    return i;
  });
}

/** The accumulator after the first elements, and their number. */
export function foldWords(
  machine: Machine,
  closure: Closure,
  start: PactValue,
  items: readonly PactValue[],
): { readonly accumulator: PactValue; readonly done: number } {
  const loop = loopOfTwo(machine, closure);
  if (loop === undefined) return { accumulator: start, done: 0 };
  const { operation, leftFrom, left, rightFrom, right, price, costs } = loop;
  if (
    operation === wordOperations.add &&
    leftFrom === origins.first &&
    rightFrom === origins.last
  ) {
    return sumOf(machine, loop, start, items);
  }
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
    const total = spent + price + wordCost(costs, operation, a, b);
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

/** See `addToAll`. */
function sumOf(
  machine: Machine,
  loop: WordLoop,
  start: PactValue,
  items: readonly PactValue[],
): { readonly accumulator: PactValue; readonly done: number } {
  if (typeof start !== 'bigint' || !isWord(start)) return { accumulator: start, done: 0 };
  let accumulator = start;
  const done = inBlocks(machine, loop, items.length, (from, end) => {
    let all = accumulator;
    let i = from;
    for (; i < end; i++) {
      const item = items[i];
      if (typeof item !== 'bigint' || !isWord(item)) break;
      const sum = all + item;
      if (!isWord(sum)) break;
      all = sum;
    }
    accumulator = all;
    return i;
  });
  return { accumulator, done };
}

/** Runs elements of one price while the gas lasts, and returns their number; `run` returns where it stopped. */
function inBlocks(
  machine: Machine,
  { price, room }: WordLoop,
  length: number,
  run: (from: number, end: number) => number,
): number {
  let paid = 0;
  for (let from = 0; ;) {
    const affordable = Math.floor((room - paid) / price);
    const end = from + Math.max(0, Math.min(blockLength, length - from, affordable));
    const stopped = run(from, end);
    const count = stopped - from;
    settle(machine, count * price, count);
    if (count < blockLength) return stopped;
    paid += count * price;
    from = stopped;
  }
}

/** The gas account cannot be observed between two elements, so they are charged together. */
function settle(machine: Machine, spent: number, calls: number): void {
  machine.meter?.pay(spent);
  machine.countCalls(calls);
}
