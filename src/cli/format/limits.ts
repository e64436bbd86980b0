// How long source may be that is formatted.

/** Characters. The tokens of longer files take more memory than there may be. */
export const longestFormatted = 4 * 1024 * 1024;
