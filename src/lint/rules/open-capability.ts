import type { Rule } from '../define.ts';
import { definitionsThatWrite } from '../writers.ts';

export const openCapability: Rule = {
  name: 'open-capability',
  summary: 'a function changes rows under capabilities that anyone is granted',
  severity: 'warning',
  explanation: `A capability protects by what its body enforces. One with the body \`true\`, taken by a function that anyone
can call, protects nothing: it only makes the code look as if it did. Enforce a guard in the capability, or in the function
before it takes the capability. A capability with the body \`true\` is fine where another one that asks composes it.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defcap CHANGE () true)
  (defschema row owner:string)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (with-capability (CHANGE)
      (update rows key { "owner": owner }))))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defcap CHANGE () (enforce-keyset "admin"))
  (defschema row owner:string)
  (deftable rows:{row})
  (defun give (key:string owner:string)
    (with-capability (CHANGE)
      (update rows key { "owner": owner }))))`,
  check: (program) =>
    definitionsThatWrite(program)
      .filter(({ reach }) => reach.acquired.size > 0)
      .map(({ name, span, reach }) => ({
        span,
        message: `anyone can call ${name}, which changes a table: ${whatAsks([...reach.acquired])} for nothing`,
      })),
};

const whatAsks = (names: readonly string[]): string =>
  `${names.join(' and ')} ${names.length === 1 ? 'asks' : 'ask'}`;
