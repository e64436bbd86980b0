import type { Rule } from '../define.ts';
import { definitionsThatWrite } from '../writers.ts';

export const openCapability: Rule = {
  name: 'open-capability',
  summary: 'a function changes rows under a capability that anyone can acquire',
  severity: 'warning',
  explanation: `A capability protects only what its body enforces. One with the body \`true\`, acquired in a function that anyone
can call, protects nothing, although the code looks protected. Enforce a guard in the capability, or in the function before
it acquires the capability. A capability with the body \`true\` is fine if a capability with a guard composes it.`,
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
        message: `anyone can call ${name}, which changes a table: ${subjectOf([...reach.acquired])} nothing`,
      })),
};

const subjectOf = (names: readonly string[]): string =>
  `${names.join(' and ')} ${names.length === 1 ? 'enforces' : 'enforce'}`;
