// The size limit of source to format.

/** In characters. The tokens of longer files may not fit into memory. */
export const longestFormatted = 4 * 1024 * 1024;
