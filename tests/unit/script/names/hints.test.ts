// Suggestions for misspelt names: builtins, loaded names, and names in the same function.
import { expect, test } from 'vitest';
import { Source } from '../../../../src/base/span.ts';
import { isEvalError } from '../../../../src/lang/session/run.ts';
import { didYouMean } from '../../../../src/lang/diagnostics/render.ts';
import { ReplEngine } from '../../../../src/tools/repl/engine.ts';
import { silentHost } from '../../../../src/tools/repl/options.ts';

const bank = `(module bank G
  (defcap G () true)
  (defschema account balance:decimal)
  (defconst LIMIT 10.0)
  (defun deposit (amount:decimal) amount))`;

function hintOf(program: string): string | undefined {
  const engine = new ReplEngine({ host: silentHost, depthLimit: 2000, nestingLimit: 200 });
  try {
    engine.run(new Source('test.repl', program));
  } catch (error) {
    if (isEvalError(error)) return didYouMean(error);
    throw error;
  }
  return 'nothing failed';
}

test.each([
  ['a builtin', '(lenght [1])', 'length'],
  ['a special form', '(enforce-on "" [])', 'enforce-one or enforce'],
  ['a builtin of the REPL', '(begn-tx)', 'begin-tx'],
  ['a definition of the REPL', '(defun twice (x) x) (twise 1)', 'twice'],
  ['a parameter', '(lambda (amount) (+ amuont 1))', 'amount'],
  ['a local variable', '(let ((total 1)) totl)', 'total'],
  ['a module', `${bank} bankk`, 'bank'],
  ['a member', `${bank} (bank.deposti 1.0)`, 'bank.deposit'],
  ['a member of a misspelt module', `${bank} (bnk.deposit 1.0)`, 'bank.deposit'],
  [
    'a member of a stored module',
    `(begin-tx) ${bank} (commit-tx) (bank.deposi 1.0)`,
    'bank.deposit',
  ],
  [
    'an own member',
    '(module m G (defcap G () true) (defun first () 1) (defun f () (frist)))',
    'first',
  ],
  ['a schema', '(module m G (defcap G () true) (defschema row x:bool) (deftable t:{rwo}))', 'row'],
  ['a field', '(at "blance" {"balance": 1, "owner": 2})', 'balance'],
])('%s', (_, program, names) => {
  expect(hintOf(program)).toBe(`Did you mean ${names}?`);
});

test.each([
  ['a name similar to nothing', '(zzzzzzzz 1)'],
  ['a field that an object does not have', '(at "lenght" {"a": 1})'],
  ['an error that is not about a name', '(enforce false "lenght")'],
])('no hint for %s', (_, program) => {
  expect(hintOf(program)).toBeUndefined();
});
