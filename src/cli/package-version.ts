// The version of this package; build.mjs puts it in.

declare const PACT_PACKAGE_VERSION: string;

export const packageVersion = PACT_PACKAGE_VERSION;
