import { suggestion } from '../../../base/prose.ts';
import type { Rule } from '../define.ts';
import { ignoresOf } from '../ignore.ts';

/** `names`: the names of all rules. A parameter, because this rule is one of them. */
export function unknownIgnore(names: () => readonly string[]): Rule {
  return {
    name: 'unknown-ignore',
    summary: 'a comment silences a rule that does not exist',
    severity: 'warning',
    explanation: `\`; pact-lint: ignore RULE\` names the rules that it silences. A comment without a rule, or with one that does not
exist, silences nothing: the rule may be misspelt or renamed.`,
    bad: `(+ 1 1) ; pact-lint: ignore unused-bindings`,
    good: `(let ((fee 1)) 2) ; pact-lint: ignore unused-binding`,
    check: (program) =>
      ignoresOf(program).flatMap(({ rules, span }) => {
        if (rules.length === 0) return [{ span, message: 'this comment names no rule' }];
        const unknown = rules.filter((rule) => !names().includes(rule));
        return unknown.map((rule) => ({
          span,
          message: `there is no rule ${rule}${suggestion(rule, names())}`,
        }));
      }),
  };
}
