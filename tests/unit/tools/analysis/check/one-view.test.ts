// What is said about a project by the check, the index, and the editor: all of them see the same.
import { describe, expect, it } from 'vitest';
import { checkProject } from '../../../../../src/tools/analysis/check/check-project.ts';
import { indexProject } from '../../../../../src/tools/analysis/project-index/index-project.ts';
import { linesOf, projectOf } from '../../../../support/check-files.ts';
import { workspaceOf } from '../../../../support/workspace.ts';

const token = `(module token G
  (defcap G () true)
  (implements payable)
  (defun pay:string (to:string) to))`;
const payable = '(interface payable (defun pay:string (to:string)))';
const shop = '(module shop G (defcap G () true) (defun buy:integer () (token.pay "x")))';

type Case = {
  readonly files: Readonly<Record<string, string>>;
  /** All files, if not given. */
  readonly sources?: readonly string[];
  readonly errors: readonly string[];
  readonly modules: readonly string[];
};

const cases: Readonly<Record<string, Case>> = {
  'a module that no script loads': {
    files: {
      'token.pact': token,
      'payable.pact': payable,
      'other.pact': '(module other G (defcap G () true) (defun f:string () (token.pay "a")))',
      'token.repl': '(load "payable.pact")\n(load "token.pact")\n(token.pay "x")',
    },
    errors: [],
    modules: ['other', 'payable', 'token'],
  },
  'an interface among the requirements, which are no sources': {
    files: { 'src/token.pact': token, 'requirements/payable.pact': payable },
    sources: ['src/token.pact'],
    errors: [],
    modules: ['token'],
  },
  'an interface among the requirements that is not met': {
    files: {
      'src/token.pact': token,
      'requirements/payable.pact': payable.replace('(defun', '(defun more ()) (defun'),
    },
    sources: ['src/token.pact'],
    errors: [
      'src/token.pact:3:14 E0308 Interface member not implemented, module token does not implement ' +
        'interface payable member: more',
    ],
    modules: ['token'],
  },
  'a broken file among the requirements': {
    files: {
      'src/token.pact': token,
      'requirements/payable.pact': `${payable}\n(module m G (defun`,
    },
    sources: ['src/token.pact'],
    errors: ['requirements/payable.pact:2:12 E0201 Expected: [IDENT]'],
    modules: ['token'],
  },
  'modules in folders': {
    files: { 'a/b/token.pact': token, 'c/payable.pact': payable, 'shop.pact': shop },
    errors: ['shop.pact:1:56 E1201 Couldnt match type integer with string'],
    modules: ['payable', 'shop', 'token'],
  },
  namespaces: {
    files: {
      'one.pact': `(namespace "free")\n${payable}`,
      'two.pact': `(namespace "free")\n${token.replace('payable', 'free.payable')}`,
      'use.pact': shop.replace('token.pay', 'free.token.pay'),
    },
    errors: ['use.pact:1:56 E1201 Couldnt match type integer with string'],
    modules: ['free.payable', 'free.token', 'shop'],
  },
  'two scripts that load the same module': {
    files: {
      'payable.pact': payable,
      'token.pact': token,
      'shop.pact': shop,
      'one.repl': '(load "payable.pact")\n(load "token.pact")\n(load "shop.pact")',
      'two.repl': '(load "payable.pact")\n(load "token.pact")\n(token.pay 1)',
    },
    errors: ['shop.pact:1:56 E1201 Couldnt match type integer with string'],
    modules: ['payable', 'shop', 'token'],
  },
  'a well-known contract that the project lacks': {
    files: {
      'gas.pact':
        '(module gas G (defcap G () true) (defun f:string (a:string) (coin.get-balance a)))',
    },
    errors: ['gas.pact:1:60 E1201 Couldnt match type string with decimal'],
    modules: ['gas'],
  },
};

describe.each(Object.entries(cases))('%s', (_, { files, sources, errors, modules }) => {
  const paths = sources ?? Object.keys(files);
  const checked = checkProject(paths, projectOf(files));
  const errorLines = linesOf(checked).filter((line) => !line.includes(' ?'));

  it('has these errors', () => {
    expect(errorLines).toEqual(errors);
  });

  it('is the same in the index', () => {
    const { index, errors: counts } = indexProject(paths, projectOf(files));
    const inFiles = [...counts].flatMap(([path, count]) => Array<string>(count).fill(path));
    expect(inFiles).toEqual(errorLines.map((line) => line.slice(0, line.indexOf(':'))));
    expect(index.modules.map(({ name }) => name)).toEqual(modules);
  });

  it('is the same in an editor', () => {
    const { diagnostics } = checked;
    for (const path of checked.files) {
      const snapshot = workspaceOf(files, sources).snapshot();
      const own = diagnostics.filter(({ error }) => error.span.source.name === path);
      const shown = linesOf({ ...checked, diagnostics: own });
      const first = snapshot.firstAnalysis(path);
      expect(linesOf({ ...checked, diagnostics: first?.diagnostics ?? [] })).toEqual(shown);
      const whole = snapshot.analysis(path);
      expect(linesOf({ ...checked, diagnostics: whole.diagnostics })).toEqual(shown);
    }
  });
});
