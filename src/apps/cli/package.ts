// The folder and version of this package.

import { dirname } from 'node:path';

/** The `require` of the built program, which is a classic script in the folder dist. */
declare const require: { readonly resolve: (path: string) => string };

export function packageFolder(): string {
  return dirname(fileOfPackage('../package.json'));
}

/** The path is not written in the call, so that the file stays out of the bundle. */
const fileOfPackage = (path: string): string => require.resolve(path);

/** The version of this package, inserted by build/settings.mjs. */
declare const PACT_PACKAGE_VERSION: string;

export const packageVersion = PACT_PACKAGE_VERSION;
