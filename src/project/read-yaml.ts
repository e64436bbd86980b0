// YAML to plain values that know their place. Aliases are refused: a small file could stand for a
// very large value.

import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from 'yaml';

/** Line and column count from 1. */
export type Place = { readonly line: number; readonly column: number };

export type Fault = { readonly message: string; readonly place: Place };

export type Located =
  | { readonly kind: 'map'; readonly entries: readonly Entry[]; readonly place: Place }
  | { readonly kind: 'list'; readonly items: readonly Located[]; readonly place: Place }
  /** `undefined` where nothing is written. */
  | {
      readonly kind: 'scalar';
      readonly value: string | number | boolean | undefined;
      readonly place: Place;
    };

export type Entry = { readonly key: string; readonly place: Place; readonly value: Located };

export type ReadYaml =
  | { readonly kind: 'value'; readonly value: Located }
  | { readonly kind: 'faults'; readonly faults: readonly Fault[] };

/** Characters. A project file has a few hundred. */
const longestFile = 65_536;

export function readYaml(text: string): ReadYaml {
  if (text.length > longestFile) return wholeFault('the file is too large');
  try {
    return read(text);
  } catch (error) {
    // The library recurses, and so do we.
    if (error instanceof RangeError) return wholeFault(tooDeep);
    throw error;
  }
}

const tooDeep = 'it nests too deep';

function wholeFault(message: string): ReadYaml {
  return { kind: 'faults', faults: [{ message, place: { line: 1, column: 1 } }] };
}

function read(text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const { errors, contents } = parseDocument(text, { lineCounter, prettyErrors: false });
  const placeAt = (offset: number): Place => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const faults: Fault[] = errors.map(({ message, pos }) => ({
    message: message.includes('call stack') ? tooDeep : inOneLine(message),
    place: placeAt(pos[0]),
  }));
  if (faults.length > 0) return { kind: 'faults', faults };
  const value = new Converter(placeAt, faults).convert(contents, { line: 1, column: 1 });
  return faults.length > 0 ? { kind: 'faults', faults } : { kind: 'value', value };
}

const inOneLine = (message: string): string => message.replace(/\s+/g, ' ').trim();

class Converter {
  private readonly placeAt: (offset: number) => Place;
  private readonly faults: Fault[];

  constructor(placeAt: (offset: number) => Place, faults: Fault[]) {
    this.placeAt = placeAt;
    this.faults = faults;
  }

  convert(node: unknown, outer: Place): Located {
    const place = this.placeOf(node, outer);
    if (isMap(node)) {
      const entries = node.items.map(({ key, value }) => {
        const keyPlace = this.placeOf(key, place);
        const name = isScalar(key) ? String(key.value) : '';
        return { key: name, place: keyPlace, value: this.convert(value, keyPlace) };
      });
      return { kind: 'map', entries, place };
    }
    if (isSeq(node)) {
      return { kind: 'list', items: node.items.map((item) => this.convert(item, place)), place };
    }
    if (isAlias(node)) this.faults.push({ message: 'aliases are not read here', place });
    return { kind: 'scalar', value: isScalar(node) ? scalarOf(node.value) : undefined, place };
  }

  private placeOf(node: unknown, outer: Place): Place {
    const isPlaced = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
    const offset = isPlaced ? node.range?.[0] : undefined;
    return offset === undefined ? outer : this.placeAt(offset);
  }
}

function scalarOf(value: unknown): string | number | boolean | undefined {
  switch (typeof value) {
    case 'string':
    case 'number':
    case 'boolean':
      return value;
    case 'bigint':
      return Number(value);
    default:
      return undefined;
  }
}
