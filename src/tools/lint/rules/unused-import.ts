import type { Module } from '../../../lang/session/analyse.ts';
import type { Rule } from '../define.ts';
import { wordsOutside } from '../words.ts';

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
