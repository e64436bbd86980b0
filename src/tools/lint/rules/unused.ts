// Rules about what has no effect: variables, imports, results, and comments that silence nothing.

import { suggestion } from '../../../base/prose.ts';
import { type Expression, type Module, walkExpressions } from '../../../lang/session/analyse.ts';
import { ignoresOf, isAbout } from '../comments.ts';
import { bodyOf, calledName, wordsOutside } from '../expressions.ts';
import type { Found, Rule } from '../rule.ts';

export const unusedBinding: Rule = {
  name: 'unused-binding',
  summary: 'a variable of `let` or of `{ "field" := name }` is never used',
  severity: 'note',
  explanation: `A value that is computed or read but not used costs gas, and often means that a check was forgotten. Remove it, or
begin its name with \`_\` if it is needed there. Parameters are not checked: an interface may require them.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (let ((fee (* amount 0.1)))
      amount)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (let ((fee (* amount 0.1)))
      (- amount fee))))`,
  check: ({ bindings }) =>
    bindings
      .filter(({ kind, uses }) => (kind === 'let' || kind === 'field') && uses === 0)
      .filter(({ name }) => !name.startsWith('_'))
      .map(({ name, span }) => ({ span, message: `${name} is never used` })),
};

export const unusedImport: Rule = {
  name: 'unused-import',
  summary: 'a name in the list of a `use` is never used',
  severity: 'note',
  explanation: `\`(use module [name])\` imports names of another module. A name that is not used hides the real dependencies of the
module. A \`use\` without a list is not checked: its names are known only when it is loaded.`,
  bad: `(module m G
  (use coin [details transfer])
  (defcap G () (enforce-keyset "admin"))
  (defun balance:decimal (account:string)
    (at "balance" (details account))))`,
  good: `(module m G
  (use coin [details])
  (defcap G () (enforce-keyset "admin"))
  (defun balance:decimal (account:string)
    (at "balance" (details account))))`,
  check: ({ modules, source }) =>
    modules.flatMap((module: Module) =>
      module.external.flatMap((each) => {
        if (each.kind !== 'use' || each.imported === undefined) return [];
        const words = wordsOutside(source, module.span, each.span);
        return each.imported
          .filter(({ text }) => !words.has(text))
          .map(({ text, span }) => ({ span, message: `${text} is imported and never used` }));
      }),
    ),
};

export const unusedResult: Rule = {
  name: 'unused-result',
  summary: 'the result of a comparison or computation is not used',
  severity: 'warning',
  explanation: `Only the last expression of a body gives its value; the others run for their effects. A comparison there has no
effect; usually an \`enforce\` around it was forgotten.`,
  bad: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (> amount 0.0)
    (* amount 2.0)))`,
  good: `(module m G
  (defcap G () (enforce-keyset "admin"))
  (defun f:decimal (amount:decimal)
    (enforce (> amount 0.0) "amount is positive")
    (* amount 2.0)))`,
  check: ({ bodies }) => {
    const found: Found[] = [];
    for (const { expressions } of bodies) {
      reportUnused(expressions, found);
      walkExpressions(expressions, (expression) => reportUnused(bodyOf(expression), found));
    }
    return found;
  },
};

/** Builtins without effects, whose result is rarely dropped on purpose. */
const pure = new Set([
  '=',
  '!=',
  '<',
  '<=',
  '>',
  '>=',
  'not',
  'and?',
  'or?',
  'not?',
  '+',
  '-',
  '*',
  '/',
  'mod',
  'contains',
  'is-charset',
  'is-principal',
  'length',
  'typeof',
]);

function reportUnused(body: readonly Expression[], found: Found[]): void {
  for (const expression of body.slice(0, -1)) {
    const name = calledName(expression);
    if (name === undefined || !pure.has(name)) continue;
    const message = `the result of ${name} is not used; is an enforce missing?`;
    found.push({ span: expression.span, message });
  }
}

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
