// Changes and commands that the language server offers, requested from the real process.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CodeAction,
  CodeLens,
  InlayHint,
  Position,
  TextDocumentEdit,
  TextEdit,
} from 'vscode-languageserver/node';
import { root } from '../support/project-files.ts';
import { applied, LanguageClient, placeIn } from '../support/language-client.ts';

const tokenPath = 'stdlib/fungible-token/token.pact';
const scriptPath = 'stdlib/fungible-token/token.repl';
const textOf = (path: string): string => readFileSync(`${root}${path}`, 'utf8');
const token = textOf(tokenPath);
const script = textOf(scriptPath);

let client: LanguageClient;
let uri: string;
let scriptUri: string;
beforeAll(async () => {
  client = await LanguageClient.start({ folder: `${root}stdlib` });
  uri = client.open(tokenPath);
  scriptUri = client.open(scriptPath);
});
afterAll(async () => {
  expect(await client.end()).toBe(0);
  expect(client.stderr).toBe('');
});

const whole = {
  textDocument: {
    get uri() {
      return uri;
    },
  },
};
type Renamed = {
  readonly documentChanges: (TextDocumentEdit & { readonly edits: TextEdit[] })[];
};
type FoundAction = CodeAction & { readonly edit: Renamed };

test('formatting: of the document, of lines, and while typing', async () => {
  const messy = '(module m G\n(defcap G () true)\n      (defun f:integer (a:integer)\n(+ a\n1)))\n';
  const other = client.open('untitled:format.pact', messy);
  const textDocument = { uri: other };
  const options = { tabSize: 2, insertSpaces: true };
  const edits = await client.request<TextEdit[]>('textDocument/formatting', {
    textDocument,
    options,
  });
  expect(applied(messy, edits)).toBe(
    '(module m G\n  (defcap G () true)\n  (defun f:integer (a:integer)\n    (+ a 1))\n)\n',
  );
  const range = { start: { line: 1, character: 0 }, end: { line: 1, character: 3 } };
  const some = await client.request<TextEdit[]>('textDocument/rangeFormatting', {
    textDocument,
    options,
    range,
  });
  expect(applied(messy, some)).toBe(messy.replace('\n(defcap', '\n  (defcap'));
  const typed = await client.request<TextEdit[]>('textDocument/onTypeFormatting', {
    textDocument,
    options,
    ch: '\n',
    position: { line: 3, character: 0 },
  });
  expect(applied(messy, typed)).toBe(messy.replace('\n(+', '\n    (+'));
  client.close(other);
});

test('diagnostics have codes with pages, and lint findings have fixes', async () => {
  const text =
    '(module m G\n  (defcap G () (enforce-keyset "k"))\n  (defun f:integer (a:integer)\n    (let ((b 1)) (+ a c))))\n';
  const other = client.open('untitled:wrong.pact', text);
  const found = await client.diagnosticsOf(other, 1);
  expect(found).toMatchObject([
    {
      code: 'E0301',
      severity: 1,
      source: 'pact',
    },
    { code: 'unused-binding', severity: 3, source: 'pact lint', tags: [1] },
  ]);
  expect(found[0]!.codeDescription!.href).toMatch(/errors\.md#e0301-/);
  const range = found[1]!.range;
  const actions = await client.request<FoundAction[]>('textDocument/codeAction', {
    textDocument: { uri: other },
    range,
    context: { diagnostics: found },
  });
  const silence = actions.find(({ title }) => title.startsWith('Silence'));
  expect(silence!.diagnostics).toMatchObject([{ code: 'unused-binding' }]);
  const [change] = silence!.edit.documentChanges;
  client.change(other, { text: applied(text, change!.edits) });
  expect(await client.diagnosticsOf(other)).toMatchObject([{ code: 'E0301' }]);
  client.close(other);
});

test('inlay hints show types and parameter names that are not written', async () => {
  const text = '(defun f (amount) (+ amount 1.0))\n(f 2.0)\n';
  const other = client.open('untitled:hints.repl', text);
  const range = { start: { line: 0, character: 0 }, end: { line: 2, character: 0 } };
  const hints = await client.request<InlayHint[]>('textDocument/inlayHint', {
    textDocument: { uri: other },
    range,
  });
  expect(hints.map(({ label }) => label)).toContain(':decimal');
  expect(hints.map(({ label }) => label)).toContain('amount:');
  client.close(other);
});

test('lenses run scripts and transactions, and count references when they are shown', async () => {
  const ofScript = await client.request<CodeLens[]>('textDocument/codeLens', {
    textDocument: { uri: scriptUri },
  });
  const commands = ofScript.map(({ command }) => command?.command);
  expect(commands).toContain('pact.runFile');
  expect(commands).toContain('pact.debugTransaction');
  const place = placeIn(token, 'defun enforce-unit', 6);
  const lenses = await client.request<CodeLens[]>('textDocument/codeLens', whole);
  const counting = lenses.find(({ range }) => range.start.line === place.line)!;
  const resolved = await client.request<CodeLens>('codeLens/resolve', counting);
  expect(resolved.command!.title).toBe('1 reference');
  // Typing moves lenses, and the editor may resolve old ones before it has new ones.
  const start = { line: 0, character: 0 };
  client.change(uri, { range: { start, end: start }, text: '; a line more\n' });
  const { start: from, end } = counting.range;
  const down = (at: Position): Position => ({ ...at, line: at.line + 1 });
  const moved = { ...counting, range: { start: down(from), end: down(end) } };
  const again = await client.request<CodeLens>('codeLens/resolve', moved);
  expect(again.command!.title).toBe('1 reference');
  client.change(uri, { text: token });
});

test('quick fixes correct names and insert what is missing', async () => {
  const text =
    '(module m G\n  (defcap G () (enforce-keyset "k"))\n  (defun f (a) (enforce-gard a)))\n';
  const other = client.open('untitled:fix.pact', text);
  const [found] = await client.diagnosticsOf(other, 1);
  const actions = await client.request<FoundAction[]>('textDocument/codeAction', {
    textDocument: { uri: other },
    range: found!.range,
    context: { diagnostics: [found], only: ['quickfix'] },
  });
  const fix = actions.find(({ title }) => title.includes('enforce-guard'))!;
  expect(fix.diagnostics).toMatchObject([{ code: 'E0301' }]);
  expect(applied(text, fix.edit.documentChanges[0]!.edits)).toContain('(enforce-guard a)');
  client.close(other);
});

test('a renamed file is loaded under its new name', async () => {
  const edit = await client.request<Renamed>('workspace/willRenameFiles', {
    files: [{ oldUri: uri, newUri: uri.replace('token.pact', 'coin.pact') }],
  });
  const change = edit.documentChanges.find(({ textDocument }) => textDocument.uri === scriptUri)!;
  expect(applied(script, change.edits)).toContain('(load "coin.pact")');
});
