// Parses YAML into values with their places. Fault messages never quote the file, because it may hold a secret.

import { bad, good, type Result } from '../result.ts';
import {
  isAlias,
  isMap,
  isScalar,
  isSeq,
  Composer,
  LineCounter,
  Parser,
  type ErrorCode,
  type Scalar as ScalarNode,
  type YAMLMap,
  type CST,
} from 'yaml';
import type { Entry, Fault, Located, LineColumn } from './located.ts';
import { readUsualYaml } from './usual-yaml.ts';

type ReadYaml = Result<Located, readonly Fault[]>;

/** The deepest nesting of containers: the same as for JSON. */
const deepest = 1000;

/**
 * The most nodes, including those that aliases repeat: with aliases, a small file could expand to a very large
 * value. It also limits the nesting of aliases, since each level repeats all earlier ones.
 */
const maxNodes = 1_000_000;

/** `longest`: the most characters of the text. */
export function readYaml(text: string, longest: number): ReadYaml {
  if (text.length > longest) return oneFault('the file is too large', { line: 1, column: 1 });
  const usual = readUsualYaml(text, maxNodes);
  return usual === undefined ? readGeneralYaml(text) : good(usual);
}

/** Reads any YAML, and tells all faults. */
export function readGeneralYaml(text: string): ReadYaml {
  const lineCounter = new LineCounter();
  const tokens = [...new Parser(lineCounter.addNewLine).parse(text)];
  const placeAt = (offset: number): LineColumn => {
    const { line, col } = lineCounter.linePos(offset);
    return { line, column: col };
  };
  const deep = tooDeepAt(tokens, deepest);
  if (deep !== undefined) return oneFault(faultTexts.RESOURCE_EXHAUSTION, placeAt(deep));
  const [document, other] = [...new Composer(options).compose(tokens, true, text.length)];
  if (other !== undefined) return oneFault(faultTexts.MULTIPLE_DOCS, placeAt(other.range[0]));
  const faults: Fault[] = (document?.errors ?? []).map(({ code, pos }) => ({
    message: faultTexts[code],
    place: placeAt(pos[0]),
  }));
  if (faults.length > 0) return bad(faults);
  const value = new Converter(placeAt, faults).convert(document?.contents, { line: 1, column: 1 });
  return faults.length > 0 ? bad(faults) : good(value);
}

/** Scalars stay strings, and repeated keys are left for the caller to check. */
const options = { schema: 'failsafe', uniqueKeys: false, prettyErrors: false } as const;

function oneFault(message: string, place: LineColumn): ReadYaml {
  return bad([{ message, place }]);
}

class Converter {
  private readonly placeAt: (offset: number) => LineColumn;
  private readonly faults: Fault[];
  private readonly anchors = new Map<string, { readonly value: Located; readonly nodes: number }>();
  private nodes = 0;

  constructor(placeAt: (offset: number) => LineColumn, faults: Fault[]) {
    this.placeAt = placeAt;
    this.faults = faults;
  }

  convert(node: unknown, outer: LineColumn): Located {
    const place = this.placeOf(node, outer);
    const before = this.nodes;
    this.count(1, place);
    if (isAlias(node)) return this.repeated(node.source, place);
    const value = this.valueOf(node, place);
    const anchor = isScalar(node) || isMap(node) || isSeq(node) ? node.anchor : undefined;
    if (anchor !== undefined) this.anchors.set(anchor, { value, nodes: this.nodes - before });
    return value;
  }

  private valueOf(node: unknown, place: LineColumn): Located {
    if (isScalar(node)) {
      return { kind: 'scalar', text: textOf(node), isPlain: isPlain(node), place };
    }
    if (isMap(node)) return { kind: 'map', entries: this.entriesOf(node, place), place };
    if (isSeq(node)) return { kind: 'list', items: this.itemsOf(node.items, place), place };
    return { kind: 'scalar', text: '', isPlain: true, place };
  }

  private itemsOf(items: readonly unknown[], place: LineColumn): readonly Located[] {
    return this.faults.length > 0 ? [] : items.map((item) => this.convert(item, place));
  }

  private entriesOf({ items }: YAMLMap, place: LineColumn): readonly Entry[] {
    if (this.faults.length > 0) return [];
    const own: Entry[] = [];
    const merged: Entry[] = [];
    for (const { key, value } of items) {
      const keyPlace = this.placeOf(key, place);
      const name = this.convert(key, place);
      if (name.kind !== 'scalar') {
        this.fault('a key must be a string', keyPlace);
        continue;
      }
      const read = this.convert(value, keyPlace);
      const taken = name.text === '<<' && name.isPlain ? mergedEntries(read) : undefined;
      if (taken === undefined) own.push({ key: name.text, place: keyPlace, value: read });
      else for (const entry of taken) merged.push(entry);
    }
    // The entries of the map itself take precedence over merged ones.
    const written = new Set(own.map(({ key }) => key));
    return [...merged.filter(({ key }) => !written.has(key)), ...own];
  }

  private repeated(name: string, place: LineColumn): Located {
    const anchored = this.anchors.get(name);
    if (anchored === undefined) {
      this.fault('an alias must name an anchor defined before it', place);
      return { kind: 'scalar', text: '', isPlain: true, place };
    }
    this.count(anchored.nodes, place);
    return anchored.value;
  }

  private count(nodes: number, place: LineColumn): void {
    this.nodes += nodes;
    if (this.nodes > maxNodes) this.fault('it has too many values', place);
  }

  /** Keeps only the first fault: later ones may be consequences of it. */
  private fault(message: string, place: LineColumn): void {
    if (this.faults.length === 0) this.faults.push({ message, place });
  }

  private placeOf(node: unknown, outer: LineColumn): LineColumn {
    const isPlaced = isScalar(node) || isMap(node) || isSeq(node) || isAlias(node);
    const offset = isPlaced ? node.range?.[0] : undefined;
    return offset === undefined ? outer : this.placeAt(offset);
  }
}

/** Returns the entries to merge: those of a map, or of a list of maps, where earlier maps take precedence. */
function mergedEntries(value: Located): readonly Entry[] | undefined {
  if (value.kind === 'map') return value.entries;
  if (value.kind === 'scalar') return undefined;
  const taken = new Map<string, Entry>();
  for (const item of value.items) {
    if (item.kind !== 'map') continue;
    const keys = new Map(item.entries.map((entry) => [entry.key, entry]));
    for (const [key, entry] of keys) if (!taken.has(key)) taken.set(key, entry);
  }
  return [...taken.values()];
}

const textOf = ({ value }: ScalarNode): string => (typeof value === 'string' ? value : '');

function isPlain({ type, tag }: ScalarNode): boolean {
  if (tag === 'tag:yaml.org,2002:str') return false;
  // The reference reads literal blocks like plain scalars: `|-` and 5 is a number.
  return type === 'PLAIN' || type === 'BLOCK_LITERAL' || type === undefined;
}

const faultTexts = {
  ALIAS_PROPS: 'an alias can have neither tag nor anchor',
  BAD_ALIAS: 'the name of an anchor or alias is not valid',
  BAD_COLLECTION_TYPE: 'a tag does not fit what follows it',
  BAD_DIRECTIVE: 'a line that begins with % must be a YAML directive',
  BAD_DQ_ESCAPE: 'a backslash in a string is not a valid escape: write \\\\ or use single quotes',
  BAD_INDENT: 'a line is indented too little or too much, or a bracket before it is not closed',
  BAD_PROP_ORDER: 'anchors and tags must come after the indicator of their entry',
  BAD_SCALAR_START: 'a string that begins with this character must be in quotes',
  BLOCK_AS_IMPLICIT_KEY: 'a key and its map or list must be on separate lines',
  BLOCK_IN_FLOW: 'maps and lists within brackets must be written with brackets too',
  DUPLICATE_KEY: 'a key appears twice',
  IMPOSSIBLE: 'the file is not YAML',
  KEY_OVER_1024_CHARS: 'a key is too long',
  MISSING_CHAR: 'a colon, comma, space, quote or bracket is missing here',
  MULTILINE_IMPLICIT_KEY: 'a key must be on one line',
  MULTIPLE_ANCHORS: 'a value can have only one anchor',
  MULTIPLE_DOCS: 'the file has several documents: use one file for each',
  MULTIPLE_TAGS: 'a value can have only one tag',
  NON_STRING_KEY: 'a key must be a string',
  RESOURCE_EXHAUSTION: 'it nests too deeply',
  TAB_AS_INDENT: 'indent with spaces, not tabs',
  TAG_RESOLVE_FAILED: 'unknown tag',
  UNEXPECTED_TOKEN: 'this is not allowed here',
} as const satisfies Record<ErrorCode, string>;

// Checks how deep YAML nests from its tokens, before any recursion over them: running out of stack could end the
// Node process.

/** Returns the offset of a container that is nested deeper than allowed. */
function tooDeepAt(tokens: readonly CST.Token[], deepest: number): number | undefined {
  const pending = tokens.map((token) => ({ token, depth: 0 }));
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { token, depth } = next;
    if (depth > deepest) return token.offset;
    for (const part of partsOf(token)) pending.push({ token: part, depth: depth + 1 });
  }
  return undefined;
}

function partsOf(token: CST.Token): readonly CST.Token[] {
  switch (token.type) {
    case 'document':
      return token.value === undefined ? [] : [token.value];
    case 'block-map':
    case 'block-seq':
    case 'flow-collection':
      return token.items.flatMap(({ key, value }) => [key ?? [], value ?? []].flat());
    default:
      return [];
  }
}
