// The numbers of builtins. Modules are hashed and stored with them, so they never change. Names are
// internal names, after arity overloading (`enumerate-step`).
// Source: pact/Pact/Core/Builtin.hs (order of the constructors); Appendix C.

import { numberedBuiltins } from './numbered-builtins.ts';

/** In the order of their numbers, from 0. */
export const coreBuiltins: readonly string[] = splitWords(numberedBuiltins);

/**
 * Builtins of the REPL, numbered after the others. Modules contain them only with
 * `env-enable-repl-builtins`.
 */
export const replBuiltins: readonly string[] = splitWords(`
  expect expect-failure expect-failure-match expect-that print env-stackframe env-chain-data
  env-data env-events env-hash env-keys env-sigs begin-tx begin-named-tx commit-tx rollback-tx
  sig-keyset test-capability env-exec-config env-namespace-policy env-gas env-set-gas
  env-milligas env-set-milligas env-gaslimit env-gaslog env-gasmodel env-ask-gasmodel
  continue-pact continue-pact-with-rollback continue-pact-rollback-yield
  continue-pact-rollback-yield-object pact-state reset-pact-state pact-version
  enforce-pact-version enforce-pact-version-range env-enable-repl-natives env-module-admin
  env-verifiers env-set-debug-flag load load-with-env typecheck
`);

const byNumber: readonly string[] = [...coreBuiltins, ...replBuiltins];
const numbers: ReadonlyMap<string, number> = new Map(byNumber.map((name, i) => [name, i]));

/** Returns `undefined` for builtins that the reference does not have (those that only Pact 4 had). */
export function builtinIndex(name: string): number | undefined {
  return numbers.get(name);
}

export function builtinAt(index: number): string | undefined {
  return byNumber[index];
}

export function isReplBuiltin(name: string): boolean {
  return (numbers.get(name) ?? 0) >= coreBuiltins.length;
}

function splitWords(words: string): string[] {
  return words.trim().split(/\s+/);
}
