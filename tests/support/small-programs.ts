// Short ways to say a program and ask for its answer.

import { replSession } from './repl-session.ts';

/** A module that anybody may upgrade, with these definitions. */
export function governed(name: string, definitions: string): string {
  return `(module ${name} G (defcap G () true) ${definitions})`;
}

/** The last result of programs that run in one session. */
export function last(...programs: readonly string[]): string {
  const session = replSession();
  let result = '';
  for (const program of programs) result = session.run(program);
  return result;
}
