// The builtins are an argument of the analysis: it knows only those it receives.
import { expect, test } from 'vitest';
import { checkProject } from '../../../../../src/tools/analysis/check/check-project.ts';
import { type BuiltinDescription, BuiltinList } from '../../../../../src/script/builtins.ts';
import { builtinSets } from '../../../../../src/tools/repl/builtins/index.ts';
import { linesOf, projectOf } from '../../../../support/check-files.ts';

const files = { 'a.repl': '(module m G (defcap G () true) (defun f () (invented 1)))' };

test('a builtin that is not given is unknown', () => {
  expect(linesOf(checkProject(['a.repl'], projectOf(files)))).toEqual([
    'a.repl:1:44 E0301 Unbound variable invented',
  ]);
});

test('an invented builtin is resolved and typed only by its description', () => {
  const [abs] = builtinSets.core.all.filter(({ name }) => name === 'abs');
  const invented: BuiltinDescription = {
    ...(abs as BuiltinDescription),
    name: 'invented',
    types: {},
    overloads: [
      {
        internal: 'invented',
        params: [{ name: 'x', type: 'string', doc: 'A text.' }],
        returns: 'bool',
      },
    ],
  };
  const builtins = { ...builtinSets, core: new BuiltinList([...builtinSets.core.all, invented]) };
  const found = checkProject(['a.repl'], { ...projectOf(files), builtins });
  expect(linesOf(found)).toEqual(['a.repl:1:53 E1201 Couldnt match type string with integer']);
});
