// What every kind of stored thing comes down to: a document under a key, in a numbered space.

/** Spaces of what belongs to no table; tables have the numbers from `firstTable` on. */
export const spaces = {
  modules: 1,
  sources: 2,
  keySets: 3,
  namespaces: 4,
  defPacts: 5,
  tables: 6,
  /** Kept by the owner of the state beside what the language stores, and rewound with it. */
  notes: 7,
  receipts: 8,
} as const;

export const firstTable = 16;

/** Bytes of a document of `spaces.receipts`. */
export const receiptBytes = 12;

export type EntryKey = { readonly space: number; readonly key: string };

export type Entry = EntryKey & { readonly document: Uint8Array };

export interface EntryReader {
  document(space: number, key: string): Uint8Array | undefined;
  /** Ascending by code point. */
  keys(space: number): string[];
}

/** Stored entries as the database reads them. */
export interface EntrySource extends EntryReader {
  /** The id of the next transaction. */
  readonly nextTransaction: bigint;
}

/** A change of the stored entries as a whole: it takes place, or not at all. */
export type Change =
  /** A transaction that was kept, or one write outside of any: then the number stays. */
  | {
      readonly kind: 'write';
      readonly entries: readonly Entry[];
      readonly nextTransaction: bigint;
    }
  /** Everything before the next transaction belongs to blocks up to this height. */
  | { readonly kind: 'mark'; readonly height: number }
  /** Takes back this transaction and all later ones, and the marks above the height, where one is meant. */
  | {
      readonly kind: 'rewind';
      readonly transaction: bigint;
      readonly height: number | undefined;
    }
  /** Gives up the states before this transaction. */
  | { readonly kind: 'forget'; readonly transaction: bigint };

export interface EntryStore extends EntrySource {
  apply(change: Change): void;
}

/** An engine that keeps what transactions replaced. What is not kept is a `StoreFault`. */
export interface VersionedEntries extends EntryStore {
  /** The document as it was before this transaction. */
  documentBefore(transaction: bigint, space: number, key: string): Uint8Array | undefined;
  /** Ascending by code point. */
  keysBefore(transaction: bigint, space: number): string[];
}
