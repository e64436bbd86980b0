// What `pact check` must and must not report in a project.
import { expect, test } from 'vitest';
import { checkFiles, linesOf } from '../../../../support/check-files.ts';

const found = (files: Readonly<Record<string, string>>) => linesOf(checkFiles(files));

const token = `(module token G
  (defcap G () true)
  (defschema row amount:decimal)
  (deftable rows:{row})
  (defun pay:string (to:string amount:decimal)
    (write rows to { "amount": amount })))
`;

test('a correct project has no errors, and none of its code runs', () => {
  const project = checkFiles({
    'token.pact': token,
    'token.repl': `
(env-data { "admin": ["key"] })
(begin-tx "deploy")
(load "token.pact")
(create-table token.rows)
(commit-tx)
(begin-tx "use")
(use token)
(expect "it pays" "Write succeeded" (pay "bob" 1.0))
(expect-failure "never" (enforce false "never"))
(rollback-tx)
(defun twice (x) (* 2 x))
(begin-tx)
(expect "a function of the script stays" 4 (twice 2))
(commit-tx)`,
  });
  expect(linesOf(project)).toEqual([]);
  expect(project.files).toEqual(['token.repl', 'token.pact']);
});

test('a special form or keyword alone shows its page, as when it runs', () => {
  expect(found({ 'a.pact': 'if', 'b.repl': 'defun\n', 'c.repl': '(+ 1 2)\nenforce' })).toEqual([]);
  expect(found({ 'd.repl': '[if]' })).toEqual(['d.repl:1:1 E0301 Unbound variable if']);
});

test('one error hides no other', () => {
  expect(
    found({
      'm.pact': `(module m G
  (defcap G () true)
  (defun a () (unknown 1) (+ other 2))
  (defun b:integer () (a) true)
  (defun c (x:object{nowhere}) x)
  (deftable rows:{nothing})
  (defun d () (if true))
  (defun e (x) (+ x 1) (length x)))
`,
    }),
  ).toEqual([
    'm.pact:3:15 E0301 Unbound variable unknown',
    'm.pact:3:29 E0301 Unbound variable other',
    'm.pact:4:26 E1201 Couldnt match type integer with bool',
    'm.pact:5:21 E0302 Unbound type variable nowhere',
    'm.pact:6:2 E0302 Unbound type variable nothing',
    'm.pact:7:14 E0321 Desugar syntax failure: if must take three arguments',
    'm.pact:8:23 E1204 Expected type string or [_], got integer',
  ]);
});

test('definitions in broken forms are not reported as missing elsewhere', () => {
  expect(
    found({
      'm.pact':
        '(module m G\n  (defcap G () true)\n  (defun f (x) (+ x]))\n  (defun g () (f 1)))\n',
      'n.pact': '(module n G (defcap G () true) (defun h () (m.f 1)))\n',
    }),
  ).toEqual([expect.stringMatching(/^m\.pact:3:\d+ E0201 /)]);
});

test('a contract that no script loads finds its modules in the other files', () => {
  const user = '(module user G (defcap G () true) (defun f () (token.pay "bob" 1)))';
  expect(found({ 'a-user.pact': user, 'token.pact': token })).toEqual([
    'a-user.pact:1:63 E1201 Couldnt match type decimal with integer',
  ]);
});

test('modules that depend on one another', () => {
  expect(
    found({
      'a.pact': '(module a G (defcap G () true) (defun f () (b.f)))',
      'b.pact': '(module b G (defcap G () true) (defun f () (a.f)))',
    }),
  ).toContainEqual(
    expect.stringMatching(/E1215 Modules depend on one another in a circle: \w -> \w/),
  );
});

test('a module that is loaded too late', () => {
  const user = '(module user G (defcap G () true)\n  (defun f () (token.pay "bob" 1.0)))';
  expect(
    found({
      'user.pact': user,
      'token.pact': token,
      'all.repl': '(load "user.pact")\n(load "token.pact")\n',
    }),
  ).toEqual([
    'user.pact:2:15 E1216 Module token is used before it is defined in token.pact, line 1',
  ]);
});

test('a module in a file that the script does not load', () => {
  const { diagnostics } = checkFiles({ 'use.repl': '(token.pay "bob" 1.0)', 'token.pact': token });
  expect(diagnostics.map(({ error }) => error.hint)).toEqual([
    'Module token is defined in token.pact: load that file first.',
  ]);
});

test('loads: missing files and cycles', () => {
  expect(
    found({
      'a.repl': '(load "b.repl")\n(load "none.pact")\n',
      'b.repl': '(load "sub/../a.repl")\n',
    }),
  ).toEqual([
    expect.stringMatching(/^a\.repl:2:0 E1104 Cannot load none\.pact: there is no such file/),
    expect.stringMatching(/^b\.repl:1:0 E1104 Cannot load .*a\.repl: it is being loaded already/),
  ]);
});

test('namespaces, literal or read from the data that a script sets', () => {
  const inNamespace = `(namespace (read-msg 'ns))\n(module m G (defcap G () true) (defun f () 1))\n`;
  expect(
    found({
      'm.pact': inNamespace,
      'known.repl': `(env-data { "ns": "free" })\n(load "m.pact")\n(free.m.f)\n(free.m.g)\n`,
    }),
  ).toEqual(['known.repl:4:1 E0304 Module free.m has no such member: g']);
  expect(found({ 'm.pact': inNamespace, 'unknown.repl': '(load "m.pact")\n(free.m.f)\n' })).toEqual(
    [],
  );
});

test('rolled back definitions are removed', () => {
  expect(
    found({
      'token.pact': token,
      'a.repl': '(begin-tx)\n(load "token.pact")\n(rollback-tx)\n(token.pay "bob" 1.0)\n',
    }),
  ).toHaveLength(1);
});

test('an import that fails is one error', () => {
  expect(
    found({
      'm.pact': '(module m G (use nowhere) (defcap G () true) (defun f () (from-there 1)))',
    }),
  ).toHaveLength(1);
});

test('open annotations are warnings', () => {
  const text = '(module m G (defcap G () true) (defun f (x:object) (at "a" x)))';
  expect(found({ 'm.pact': text })).toEqual([expect.stringMatching(/^m\.pact:1:41 \?E1210 /)]);
});

test('hashes of imports and builtins that are hidden', () => {
  const hash = 'ATBdlWN7vhsT7glCrxPdrqJxSIFOkQ6dqUSBZB8Eyeo';
  expect(
    found({
      'a.pact': `${token}\n(module m G (use token "${hash}") (defcap G () true) (defun length () 1))`,
    }),
  ).toEqual([expect.stringMatching(/^a\.pact:\d+:\d+ E\d+ .*length/)]);
});

test('errors that follow from a name that hides a builtin are not reported as well', () => {
  const text = `(module m G (defcap G () true)
  (defun f (round:integer) (+ round 1))
  (defun g:string () 1))`;
  expect(found({ 'm.pact': text })).toEqual([
    'm.pact:2:12 E0326 Variable round shadows native with the same name',
    'm.pact:3:21 E1201 Couldnt match type string with integer',
  ]);
});

test('a missing file is one error, and so is a missing module', () => {
  const uses = '(away.f 1)\n(away.g 2)\n(gone.f 3)\n';
  expect(found({ 'a.repl': `(load "away.pact")\n${uses}` })).toEqual([
    'a.repl:1:0 E1104 Cannot load away.pact: there is no such file',
  ]);
  expect(found({ 'a.repl': uses })).toEqual([
    expect.stringMatching(/^a\.repl:1:1 .*away/),
    expect.stringMatching(/^a\.repl:3:1 .*gone/),
  ]);
});

test('empty files, and no files', () => {
  expect(found({ 'a.pact': '', 'b.repl': '; nothing\n' })).toEqual([]);
  expect(checkFiles({}, ['none.pact']).unreadable).toEqual([
    { path: 'none.pact', reason: 'there is no such file' },
  ]);
});

test('types that double from module to module are given up once, not in each following module', () => {
  const modules = Array.from({ length: 26 }, (_, i) => {
    const body = i === 0 ? '[x x]' : `{ "a": (m${i - 1}.f x), "b": (m${i - 1}.f [x]) }`;
    return `(module m${i} G (defcap G () true) (defun f (x) ${body}))`;
  });
  const errors = found({ 'a.pact': `${modules.join('\n')}\n(m25.f 1)` });
  expect(errors.length).toBeLessThan(4);
  for (const error of errors) expect(error).toContain('Types are too large to be checked');
});

test('schemas that double are an error of their module', () => {
  const schemas = Array.from({ length: 40 }, (_, i) => {
    const type = i === 0 ? 'integer' : `object{s${i - 1}}`;
    return `(defschema s${i} a:${type} b:${type})`;
  });
  const text = `(module m G (defcap G () true) ${schemas.join(' ')} (defun f (o:object{s39}) o))`;
  expect(found({ 'a.pact': text })).toEqual([
    expect.stringMatching(/^a\.pact:1:0 E1103 Value too large/),
  ]);
});

test('files that load one another are followed as deep as in the REPL', () => {
  const chain = (length: number) =>
    Object.fromEntries(
      Array.from({ length }, (_, i) => [
        `${i}.repl`,
        i + 1 < length ? `(load "${i + 1}.repl")` : '1',
      ]),
    );
  expect(linesOf(checkFiles(chain(20), ['0.repl']))).toEqual([]);
  expect(linesOf(checkFiles(chain(21), ['0.repl']))).toEqual([
    expect.stringMatching(/^19\.repl:1:0 E\d+ .*too many files load one another/),
  ]);
});

test('the name of a builtin alone is correct in code for a chain: it shows a page', () => {
  expect(found({ 'a.pact': 'expect', 'b.pact': 'map list', 'c.pact': 'expected' })).toHaveLength(1);
});
