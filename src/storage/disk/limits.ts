// Limits of the storage on disk.

/** Bytes of a key, as UTF-8, up to which it is stored as it is; a longer one is stored as its start and its hash. */
export const maxPlainKey = 512;

/** Bytes of documents that a chain holds in memory for the next reads. */
export const maxHotBytes = 2 * 1024 * 1024;

/** States of the past whose differences to the present are held in memory. */
export const maxPastStates = 4;
