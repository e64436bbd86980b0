// The hash of a state: it depends on the content of rows, not on their history. It covers modules, their sources,
// keysets, namespaces, defpacts, tables and rows, but not receipts, transaction ids and the order of tables. Nodes
// compare it to check that they agree; headers do not contain it.
import { concatBytes, utf8 } from '../../base/bytes.ts';
import { blake2b256 } from '../../base/crypto/hashes.ts';
import { type Entry, type EntryReader, firstTable, spaces } from '../../storage/entries/index.ts';

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

// A sum over the rows of a state that does not depend on their order: a row is a 2048-bit number, made by hashing, and
// the sum is modulo 2^2048. Changing a row is one subtraction and one addition.
//
// The width makes it hard to find other rows with the same sum: with 256 bits, about 2^31 steps and 2^16 rows of the
// attacker would be enough (Wagner's generalised birthday); with 2048 bits the same attack needs 2^90.

const words = 64;
const sumBytes = 4 * words;
const digestBytes = 32;

export class StateSum {
  private readonly sum: Uint32Array;

  private constructor(sum: Uint32Array) {
    this.sum = sum;
  }

  static empty(): StateSum {
    return new StateSum(new Uint32Array(words));
  }

  /** The result of `bytes`. */
  static of(bytes: Uint8Array): StateSum {
    return new StateSum(wordsOf(bytes));
  }

  copy(): StateSum {
    return new StateSum(this.sum.slice());
  }

  /** `digest`: 32 bytes that represent the row. */
  add(digest: Uint8Array): void {
    const { sum } = this;
    const row = expanded(digest);
    let carry = 0;
    for (let i = 0; i < words; i++) {
      const word = (sum[i] as number) + row.getUint32(4 * i, true) + carry;
      carry = word > 0xffff_ffff ? 1 : 0;
      sum[i] = word;
    }
  }

  subtract(digest: Uint8Array): void {
    const { sum } = this;
    const row = expanded(digest);
    let borrow = 0;
    for (let i = 0; i < words; i++) {
      const word = (sum[i] as number) - row.getUint32(4 * i, true) - borrow;
      borrow = word < 0 ? 1 : 0;
      sum[i] = word;
    }
  }

  /** Little-endian. */
  bytes(): Uint8Array {
    const bytes = new Uint8Array(sumBytes);
    const view = new DataView(bytes.buffer);
    for (let i = 0; i < words; i++) view.setUint32(4 * i, this.sum[i] as number, true);
    return bytes;
  }

  /** BLAKE2b-256 of the bytes. */
  hash(): Uint8Array {
    return blake2b256(this.bytes());
  }
}

const hashed = new Uint8Array(digestBytes + 1);
const row = new Uint8Array(sumBytes);
const rowView = new DataView(row.buffer);

/**
 * Eight hashes of the digest, each with a counter byte appended, as little-endian 32-bit words. The result is valid
 * until the next call: a block needs hundreds.
 */
function expanded(digest: Uint8Array): DataView {
  hashed.set(digest);
  for (let i = 0; i < sumBytes / digestBytes; i++) {
    hashed[digestBytes] = i;
    row.set(blake2b256(hashed), i * digestBytes);
  }
  return rowView;
}

function wordsOf(bytes: Uint8Array): Uint32Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Uint32Array.from({ length: words }, (_, i) => view.getUint32(4 * i, true));
}
