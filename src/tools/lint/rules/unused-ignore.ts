import type { Rule } from '../define.ts';
import { ignoresOf, isAbout } from '../ignore.ts';

export const unusedIgnore: Rule = {
  name: 'unused-ignore',
  summary: 'a comment silences a rule that finds nothing there',
  severity: 'note',
  explanation: `The finding that \`; pact-lint: ignore RULE\` was written for no longer exists, or the comment is on the wrong
line. If it stays, it will hide later findings. Remove it, or move it. Rules that are switched off on the command line
or in pact.yaml are not checked.`,
  bad: `(let ((fee 1)) fee) ; pact-lint: ignore unused-binding`,
  good: `(let ((fee 1)) 2) ; pact-lint: ignore unused-binding`,
  check: (program, others) =>
    ignoresOf(program).flatMap((ignore) => {
      const isIdle = (rule: string): boolean =>
        others.rules.includes(rule) &&
        !others.findings.some((found) => found.rule === rule && isAbout(ignore, found));
      const idle = [...new Set(ignore.rules)].filter(isIdle);
      return idle.map((rule) => ({ span: ignore.span, message: `${rule} finds nothing here` }));
    }),
};
