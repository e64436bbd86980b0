import type { Rule } from '../define.ts';
import { definitionsThatWrite } from '../writers.ts';

export const unguardedWrite: Rule = {
  name: 'unguarded-write',
  summary: 'a function changes rows and nothing asks who calls it',
  severity: 'warning',
  explanation: `Every function of a module can be called by anyone, also one that is meant for other functions of the module.
One that updates or writes a table should take a capability (\`with-capability\`), require one (\`require-capability\`), or
enforce a guard. Not reported: \`insert\`, which cannot change a row that is there, and functions that call other modules,
since those may ask. Only contracts are looked at, not scripts.`,
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
