// Caches facts about long strings: the number of code points and bytes, the positions of code points, and the results of
// comparisons. The gas for some of these hardly depends on the length, so a program can compute them for the same strings
// repeatedly.
//
// JavaScript cannot attach data to a string. So long strings are found by their length, by a few units in which strings of
// one length differ, and by comparison, which takes no time for the same string. No result depends on this cache.

import { utf8Length } from './bytes.ts';
import { countUnitsCompared, countUnitsRead } from './interruption.ts';
import {
  codePointLength,
  compareText,
  firstDifference,
  hasSurrogate,
  pairsAt,
  unitsBeforeLast,
  unitsOf,
} from './text.ts';

/** The length of the shortest long string in UTF-16 units: counting shorter ones is as fast as finding them here. */
const longLength = 2048;

/** The maximum number of units of all kept strings, and of their parts: beyond it, the cache is cleared. */
const maxUnits = 1 << 24;
const maxParts = 1 << 15;
/** Strings of one length, and the units that tell them apart. */
const maxOfLength = 64;
const maxProbes = 32;

/** Like `codePointLength`, but counts the same long string only once. */
export function longTextLength(text: string): number {
  return text.length < longLength ? codePointLength(text) : known.of(text).codePoints;
}

/** Like `utf8Length`, but measures the same long string only once. */
export function longTextBytes(text: string): number {
  return text.length < longLength ? utf8Length(text) : known.of(text).bytes;
}

/** Like `unitsOf` from the front, but in constant time for a string that was cut before. */
export function longTextUnits(text: string, count: number): number {
  if (text.length < longLength || count < longLength) return unitsOf(text, 0, count);
  return known.of(text).unitAfter(count);
}

/** Like `unitsBeforeLast`, but in constant time for a string that was cut before. */
export function longTextUnitsBeforeLast(text: string, count: number): number {
  if (text.length < longLength || count < longLength) return unitsBeforeLast(text, count);
  const part = known.of(text);
  return count >= part.codePoints ? 0 : part.unitAfter(part.codePoints - count);
}

/** `text.slice(from, to)`; the part shares the facts known about a long string. Both indices must be at character boundaries. */
export function cutLongText(text: string, from: number, to: number): string {
  if (to - from < longLength) return text.slice(from, to);
  return known.cut(text, from, to);
}

/** Like `compareText`, but compares the same long strings only once. */
export function compareLongTexts(left: string, right: string): number {
  if (left.length < longLength || right.length < longLength) return compareText(left, right);
  return known.of(left).compare(known.of(right));
}

const unitsOfBlock = 256;

/** A kept string, and the places of its two-unit characters. */
class WholeText {
  readonly text: string;
  /** For each block, how many such characters end before it; `none` if the string has none, `undefined` until counted. */
  private counted: Uint32Array | 'none' | undefined;

  constructor(text: string) {
    this.text = text;
  }

  private get pairs(): Uint32Array | undefined {
    if (this.counted === undefined) countUnitsRead(this.text.length);
    this.counted ??= hasSurrogate(this.text) ? pairsBeforeBlocks(this.text) : 'none';
    return this.counted === 'none' ? undefined : this.counted;
  }

  /** Code points before a unit. Between the halves of a character, the first half counts. */
  codePointsBefore(unit: number): number {
    const { pairs } = this;
    if (pairs === undefined || unit === 0) return unit;
    const block = Math.floor(unit / unitsOfBlock);
    const start = block * unitsOfBlock;
    return unit - (pairs[block] as number) - pairsBetween(this.text, start, unit);
  }

  /** The unit that has the given number of code points before it. */
  unitAfter(codePoints: number): number {
    const { pairs, text } = this;
    if (pairs === undefined) return codePoints;
    let low = 0;
    let high = pairs.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (middle * unitsOfBlock - (pairs[middle] as number) <= codePoints) low = middle;
      else high = middle - 1;
    }
    let unit = low * unitsOfBlock;
    let before = unit - (pairs[low] as number);
    for (; before < codePoints || isSecondHalf(text, unit); unit++) {
      if (!isSecondHalf(text, unit)) before++;
    }
    return unit;
  }
}

const isSecondHalf = (text: string, unit: number): boolean => unit > 0 && pairsAt(text, unit - 1);

function pairsBeforeBlocks(text: string): Uint32Array {
  const pairs = new Uint32Array(Math.floor(text.length / unitsOfBlock) + 1);
  for (let block = 1; block < pairs.length; block++) {
    const end = block * unitsOfBlock;
    pairs[block] = (pairs[block - 1] as number) + pairsBetween(text, end - unitsOfBlock, end);
  }
  return pairs;
}

/** The number of two-unit characters whose second half is between these units. */
function pairsBetween(text: string, from: number, to: number): number {
  let pairs = 0;
  for (let unit = from; unit < to; unit++) if (isSecondHalf(text, unit)) pairs++;
  return pairs;
}

/** A known string: a kept string, or a part of one. */
class KnownText {
  readonly text: string;
  readonly whole: WholeText;
  /** The offset where it begins. */
  readonly from: number;
  private counted: number | undefined;
  /** The results of comparing other strings with it. */
  private orders: Map<KnownText, number> | undefined;
  private utf8: number | undefined;

  constructor(text: string, whole: WholeText, from: number) {
    this.text = text;
    this.whole = whole;
    this.from = from;
  }

  get codePoints(): number {
    return (this.counted ??= this.count());
  }

  get bytes(): number {
    if (this.utf8 === undefined) countUnitsRead(this.text.length);
    return (this.utf8 ??= utf8Length(this.text));
  }

  unitAfter(codePoints: number): number {
    if (codePoints >= this.codePoints) return this.text.length;
    const { whole, from } = this;
    return whole.unitAfter(whole.codePointsBefore(from) + codePoints) - from;
  }

  private count(): number {
    const { whole, from, text } = this;
    return whole.codePointsBefore(from + text.length) - whole.codePointsBefore(from);
  }

  compare(other: KnownText): number {
    if (this === other) return 0;
    const orders = (this.orders ??= new Map<KnownText, number>());
    let order = orders.get(other);
    if (order === undefined) countUnitsCompared(Math.min(this.text.length, other.text.length));
    if (order === undefined) orders.set(other, (order = compareText(this.text, other.text)));
    return order;
  }
}

/** The known strings of one length. */
type Alike = {
  /** Positions of units in which some of them differ. */
  readonly probes: number[];
  readonly texts: KnownText[];
};

class KnownTexts {
  private readonly byLength = new Map<number, Alike>();
  private units = 0;
  private parts = 0;

  of(text: string): KnownText {
    return this.find(text) ?? this.addWhole(text);
  }

  /** Equal cuts share one string, which is then found without comparing. */
  cut(text: string, from: number, to: number): string {
    const { whole, from: start } = this.of(text);
    for (const each of this.byLength.get(to - from)?.texts ?? []) {
      if (each.whole === whole && each.from === start + from) return each.text;
    }
    const part = text.slice(from, to);
    this.add(new KnownText(part, whole, start + from));
    return part;
  }

  private find(text: string): KnownText | undefined {
    const alike = this.byLength.get(text.length);
    return alike?.texts.find((known) => isSame(text, known.text, alike.probes));
  }

  private addWhole(text: string): KnownText {
    this.units += text.length;
    if (this.units > maxUnits) {
      this.forget();
      this.units = text.length;
    }
    return this.add(new KnownText(text, new WholeText(text), 0));
  }

  private add(known: KnownText): KnownText {
    if (++this.parts > maxParts) this.forget();
    const { length } = known.text;
    const alike = this.byLength.get(length) ?? { probes: [], texts: [] };
    this.byLength.set(length, alike);
    if (alike.texts.length === maxOfLength) alike.texts.shift();
    alike.texts.push(known);
    return known;
  }

  private forget(): void {
    this.byLength.clear();
    this.units = 0;
    this.parts = 1;
  }
}

/** Strings of one length. Positions where two of them differed are checked first from then on. */
function isSame(left: string, right: string, probes: number[]): boolean {
  for (const unit of probes) if (left.charCodeAt(unit) !== right.charCodeAt(unit)) return false;
  if (left === right) return true;
  if (probes.length < maxProbes) probes.push(firstDifference(left, right));
  return false;
}

const known = new KnownTexts();
