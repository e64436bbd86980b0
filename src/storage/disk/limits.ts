// Limits of the storage on disk.

/** Bytes of a key, as UTF-8, up to which it is stored as it is; a longer one is stored as its start and its hash. */
export const maxPlainKey = 512;

/** Memory for the documents that a chain holds for the next reads, as `CacheRoom` counts it: some 2 MB of documents. */
export const maxHotBytes = 8 * 1024 * 1024;

/** States of the past whose differences to the present are held in memory. */
export const maxPastStates = 4;
