import type { Rule } from '../define.ts';
import { definitionsThatWrite } from '../writers.ts';

export const unguardedWrite: Rule = {
  name: 'unguarded-write',
  summary: 'a function changes rows without checking its caller',
  severity: 'warning',
  explanation: `Anyone can call any function of a module, even one meant only for other functions of the module. A function that
updates or writes a table should acquire a capability (\`with-capability\`), require one (\`require-capability\`), or enforce a
guard. Not reported: \`insert\`, which cannot change an existing row, and functions that call other modules, which may check.
Only contracts are checked, not scripts.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defschema row owner:string)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (update rows key { "owner": owner })))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defcap GIVE (key:string)
    (enforce-guard (at "guard" (read rows key))))
  (defschema row owner:string guard:guard)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (with-capability (GIVE key)
      (update rows key { "owner": owner }))))`,
  check: (program) =>
    definitionsThatWrite(program)
      .filter(({ reach, direct }) => direct.length > 0 && reach.acquired.size === 0)
      .map(({ name, span }) => ({
        span,
        message: `anyone can call ${name}, which changes a table`,
      })),
};
