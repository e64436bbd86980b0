// The version of this package, inserted by build/settings.mjs.

declare const PACT_PACKAGE_VERSION: string;

export const packageVersion = PACT_PACKAGE_VERSION;
