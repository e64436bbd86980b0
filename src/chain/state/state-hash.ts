// The hash of a state: it depends on the content of rows, not on their history. It covers modules, their sources,
// keysets, namespaces, defpacts, tables and rows, but not receipts, transaction ids and the order of tables. Nodes
// compare it to check that they agree; headers do not contain it.

import { concatBytes, utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { firstTable, spaces, type Entry, type EntryReader } from '../../storage/entries/index.ts';
import { StateSum } from './state-sum.ts';

/** The names of transaction logs. */
const domains = new Map<number, string>([
  [spaces.modules, 'SYS:Modules'],
  [spaces.sources, 'SYS:ModuleSources'],
  [spaces.keySets, 'SYS:KeySets'],
  [spaces.namespaces, 'SYS:Namespaces'],
  [spaces.defPacts, 'SYS:Pacts'],
  [spaces.tables, 'SYS:usertables'],
]);

/** The number of the space of its rows, at the start of a table's document. */
const tableNumberBytes = 8;

/** The names of the spaces in `source`. */
export class SpaceNames {
  private readonly source: EntryReader;
  private tables = new Map<number, string>();

  constructor(source: EntryReader) {
    this.source = source;
  }

  /** Returns `undefined` if the space is not part of the state. */
  nameOf(space: number): string | undefined {
    if (space < firstTable) return domains.get(space);
    const known = this.tables.get(space);
    if (known !== undefined) return known;
    this.tables = tablesOf(this.source);
    return this.tables.get(space);
  }
}

/** By the numbers of their spaces. */
function tablesOf(source: EntryReader): Map<number, string> {
  const tables = new Map<number, string>();
  for (const name of source.keys(spaces.tables)) {
    const document = source.document(spaces.tables, name) as Uint8Array;
    const digits = String.fromCharCode(...document.subarray(0, tableNumberBytes));
    tables.set(parseInt(digits, 16), name);
  }
  return tables;
}

/**
 * The digest of an entry in the sum: BLAKE2b-256 of the domain, the key and the document; the first two are preceded by
 * their lengths.
 */
export function entryDigest(domain: string, { space, key, document }: Entry): Uint8Array {
  const content = space === spaces.tables ? document.subarray(tableNumberBytes) : document;
  const [domainBytes, keyBytes] = [utf8(domain), utf8(key)];
  const lengths = new Uint8Array(8);
  const view = new DataView(lengths.buffer);
  view.setUint32(0, domainBytes.length);
  view.setUint32(4, keyBytes.length);
  return blake2b256(
    concatBytes([lengths.subarray(0, 4), domainBytes, lengths.subarray(4), keyBytes, content]),
  );
}

/** Returns the sum after these entries are written over those of `below`. */
export function sumAfter(
  before: StateSum,
  below: EntryReader,
  names: SpaceNames,
  entries: Iterable<Entry>,
): StateSum {
  const sum = before.copy();
  for (const entry of entries) {
    const domain = names.nameOf(entry.space);
    if (domain === undefined) continue;
    const old = below.document(entry.space, entry.key);
    if (old !== undefined) sum.subtract(entryDigest(domain, { ...entry, document: old }));
    sum.add(entryDigest(domain, entry));
  }
  return sum;
}

/** Returns the sum of a whole state, entry by entry. */
export function sumOf(source: EntryReader): StateSum {
  const sum = StateSum.empty();
  const all = [...domains, ...tablesOf(source)];
  for (const [space, domain] of all) {
    for (const key of source.keys(space)) {
      const document = source.document(space, key) as Uint8Array;
      sum.add(entryDigest(domain, { space, key, document }));
    }
  }
  return sum;
}
