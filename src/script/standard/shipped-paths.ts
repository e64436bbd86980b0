// The paths of files that are part of the program and not on disk: standard modules, and stubs.

/** Also the scheme of their URIs, which an editor must request from the server. */
export const shippedScheme = 'pact:';

export const isShipped = (path: string): boolean => path.startsWith(shippedScheme);
