import type { Expression } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { truthOf } from './constant-condition.ts';

export const openGovernance: Rule = {
  name: 'open-governance',
  summary: 'anyone can replace the module',
  severity: 'warning',
  explanation: `A transaction that passes the governance of a module may replace its code and write its tables. A governance
capability whose body cannot fail admits everyone, even with the body \`false\`: the value of a capability is ignored. Enforce a
keyset, or write \`(enforce false "...")\` for a module that must never change. Only contracts are checked, not scripts.`,
  bad: `(module m G
  (defcap G () true)
  (defun f:integer () 1))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:integer () 1))`,
  check: ({ isContract, modules, authorities }) =>
    modules.flatMap((module) => {
      if (!isContract || module.governance.kind !== 'capability-governance') return [];
      const { name } = module.governance;
      const definition = authorities.get(module)?.definition(name);
      if (definition?.kind !== 'defcap' || !definition.body.every(cannotFail)) return [];
      const isFalse = truthOf(definition.body.at(-1)) === false;
      const hint = isFalse ? ': write (enforce false "...") to refuse everyone' : '';
      const message = `${name} lets anyone replace ${module.name.text}${hint}`;
      return [{ span: definition.spec.span, message }];
    }),
};

const cannotFail = ({ kind }: Expression): boolean => kind === 'constant';
