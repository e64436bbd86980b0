// Limits of what networks send about modules, so that work ends even with a hostile node.

/** Modules, with everything that they need. The largest projects on public networks have a few dozen. */
export const maxModules = 500;

/** Characters of code of one module. A transaction of a public network holds a fifth of it. */
export const maxModuleLength = 1_000_000;

/** Characters of all modules together. */
export const maxModulesLength = 20_000_000;

/** Levels of lists and objects in an answer. */
export const answerDepth = 200;

/** Characters shown of an error message from a network. */
export const maxMessageLength = 500;
