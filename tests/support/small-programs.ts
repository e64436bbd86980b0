// Shorthand for writing a program and getting its result.

import { replSession } from './repl-session.ts';

/** Returns a module with these definitions that anyone may upgrade. */
export function governed(name: string, definitions: string): string {
  return `(module ${name} G (defcap G () true) ${definitions})`;
}

/** Returns the last result of programs that run in one session. */
export function last(...programs: readonly string[]): string {
  const session = replSession();
  let result = '';
  for (const program of programs) result = session.run(program);
  return result;
}
