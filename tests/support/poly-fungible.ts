// A session with the ledger of stdlib/poly-fungible, its policies, and accounts with coins: what people.repl there loads.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './project-files.ts';
import { replSession, type ReplSession } from './repl-session.ts';

/** Files of the project, read when a script loads them. */
class ProjectFiles extends Map<string, string> {
  override get(path: string): string {
    return readFileSync(join(root, path), 'utf8');
  }
}

const folder = 'stdlib/poly-fungible';

export type TokenSession = {
  /** Runs code, and returns the result of the last form. Throws if it fails. */
  readonly run: (program: string) => string;
  /** Runs code as a transaction and returns whether it succeeded; if not, it is rolled back. */
  readonly transact: (before: string, code: string) => boolean;
  readonly session: ReplSession;
};

export function tokenSession(): TokenSession {
  const session = replSession(new ProjectFiles());
  const run = (program: string): string => {
    const answer = session.run(program, `${folder}/test.repl`);
    if (answer.startsWith('fails')) throw new Error(`${program}: ${answer}`);
    return answer;
  };
  const transact = (before: string, code: string): boolean => {
    run(`${before} (begin-tx)`);
    const isDone = !session.run(code, `${folder}/test.repl`).startsWith('fails');
    run(isDone ? '(commit-tx)' : '(rollback-tx)');
    return isDone;
  };
  run('(load "people.repl")');
  return { run, transact, session };
}

/** Returns a person's account and its guard, as code. */
export const accountOf = (name: string): string => `(people.account "${name}")`;
export const guardOf = (name: string): string => `(read-keyset "${name}")`;
