/** Bundles a program of the tests into one file in the cache; returns its path. */
export function bundleProgram(entry: string, name: string): Promise<string>;
