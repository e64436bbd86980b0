// Quick fixes and refactorings over the protocol: the editor's text after it applied the edits. All cases are in
// tests/unit/tools/analysis/services/code-actions.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CodeAction,
  Diagnostic,
  TextDocumentEdit,
  TextEdit,
} from 'vscode-languageserver/node';
import { folderWith } from '../support/command.ts';
import { applied, LanguageClient, placeIn } from '../support/language-client.ts';

const { path: folder, remove } = folderWith({
  'pact.yaml': '',
  'bank.pact':
    '(module bank G (defcap G () (enforce-keyset "k")) (defun pay:string (to:string) to))',
  'token.pact': '(interface token (defun transfer:string (to:string amount:decimal)))',
});
let client: LanguageClient;
beforeAll(async () => {
  client = await LanguageClient.start({ folder });
});
afterAll(async () => {
  expect(await client.end()).toBe(0);
  expect(client.stderr).toBe('');
  remove();
});

const module = (...body: readonly string[]): string =>
  ['(module m G', '(defcap G () (enforce-keyset "k"))', ...body].join('\n  ') + ')\n';

type Case = readonly [title: string, given: string, selected: string, expected: string];

/** No types are missing, which would offer another action. The emoji is two UTF-16 units. */
const cases: readonly Case[] = [
  ['Add the missing `)`', '(+ 1 (* 2 3)', '(+', '(+ 1 (* 2 3))'],
  ['Remove the surplus `)`', '(+ 1 2))', '))', '(+ 1 2)'],
  [
    'Change `lenght` to `length`',
    module('(defun f:integer () (lenght "🙂"))'),
    'lenght',
    module('(defun f:integer () (length "🙂"))'),
  ],
  [
    'Change to `bank.pay`',
    module('(defun f:string () (pay "🙂"))'),
    'pay',
    module('(defun f:string () (bank.pay "🙂"))'),
  ],
  [
    'Import `pay` from `bank`',
    module('(defun f:string () (pay "🙂"))'),
    'pay',
    module('(defun f:string () (pay "🙂"))').replace(' G\n', ' G\n  (use bank [pay])\n'),
  ],
  [
    'Change `1` to `1.0`',
    module('(defun f:decimal (x:decimal) x)', '(defun g:decimal () (f 1))'),
    '1',
    module('(defun f:decimal (x:decimal) x)', '(defun g:decimal () (f 1.0))'),
  ],
  [
    'Change to `(not x)`',
    module('(defun f:bool (x:bool) (= x false))'),
    '= x',
    module('(defun f:bool (x:bool) (not x))'),
  ],
  [
    'Add the types of `f`',
    module('(defun f (x) (+ x 1.0))'),
    'f (x)',
    module('(defun f:decimal (x:decimal) (+ x 1.0))'),
  ],
  [
    'Extract to a variable `value`',
    module('(defun f:integer (x:integer) (* 2 (+ x 1)))'),
    '(+ x 1)',
    module('(defun f:integer (x:integer) (let ((value (+ x 1)))\n    (* 2 value)))'),
  ],
  [
    'Extract to a function `extracted`',
    module('(defun f:integer (x:integer) (* 2 (+ x 1)))'),
    '(+ x 1)',
    module(
      '(defun extracted:integer (x:integer)\n    (+ x 1))',
      '(defun f:integer (x:integer) (* 2 (extracted x)))',
    ),
  ],
  [
    'Organise imports',
    module('(use token)', '(use bank)', '(defun f:string () (pay "🙂"))'),
    'bank)',
    module('(use bank)', '(use token)', '(defun f:string () (pay "🙂"))'),
  ],
];

test.each(cases)('%s', async (title, given, selected, expected) => {
  const uri = client.open('untitled:fixed.pact', given);
  const textDocument = { uri };
  const report = await client.request<{ items: Diagnostic[] }>('textDocument/diagnostic', {
    textDocument,
  });
  const range = {
    start: placeIn(given, selected),
    end: placeIn(given, selected, selected.length),
  };
  const actions = await client.request<CodeAction[]>('textDocument/codeAction', {
    textDocument,
    range,
    context: { diagnostics: report.items },
  });
  const action = actions.find((each) => each.title === title);
  expect(actions.map((each) => each.title)).toContain(title);
  const [change] = action!.edit!.documentChanges as TextDocumentEdit[];
  expect(change!.textDocument).toEqual({ uri, version: 1 });
  const text = applied(given, change!.edits as TextEdit[]);
  expect(text).toBe(expected);
  // The fixed diagnostic is the one that the client sent, and is absent afterwards.
  client.change(uri, { text });
  const after = await client.request<{ items: Diagnostic[] }>('textDocument/diagnostic', {
    textDocument,
  });
  expect(after.items.filter(({ severity }) => severity === 1)).toEqual([]);
  for (const fixed of action!.diagnostics ?? []) expect(report.items).toContainEqual(fixed);
  client.close(uri);
});
