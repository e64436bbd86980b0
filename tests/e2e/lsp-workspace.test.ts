// The language server's workspace: settings, changed files and folders, URIs that are not files, and position encodings.
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, test } from 'vitest';
import type {
  ClientCapabilities,
  CodeLens,
  CompletionList,
  Diagnostic,
  Hover,
  InlayHint,
  Location,
  Range,
  SymbolInformation,
  TextDocumentEdit,
  TextEdit,
} from 'vscode-languageserver/node';
import { folderWith } from '../support/command.ts';
import { applied, fullCapabilities, LanguageClient, placeIn } from '../support/language-client.ts';

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Starts a client that is ended after the test, and that must print nothing to standard error. */
async function started(...args: Parameters<typeof LanguageClient.start>): Promise<LanguageClient> {
  const client = await LanguageClient.start(...args);
  ends.push(async () => {
    expect(await client.end()).toBe(0);
    expect(client.stderr).toBe('');
  });
  return client;
}

function project(files: Readonly<Record<string, string>>) {
  const made = folderWith(files);
  ends.push(made.remove);
  return {
    folder: made.path,
    path: (name: string) => join(made.path, name),
    uri: (name: string) => pathToFileURL(join(made.path, name)).href,
  };
}

const module = (name: string, body: string): string =>
  `(module ${name} G\n  (defcap G () (enforce-keyset "k"))\n  ${body})\n`;

const withWorkspace = (more: ClientCapabilities['workspace']): ClientCapabilities => ({
  ...fullCapabilities,
  workspace: { ...fullCapabilities.workspace, ...more },
});

const codesOf = (diagnostics: readonly Diagnostic[]) => diagnostics.map(({ code }) => code);

type Report = { readonly items: readonly Diagnostic[] };

/** Requests the diagnostics of a document and returns their codes. */
async function codesAt(client: LanguageClient, uri: string): Promise<unknown> {
  const params = { textDocument: { uri } };
  return codesOf((await client.request<Report>('textDocument/diagnostic', params)).items);
}

describe('settings', () => {
  const text = module(
    'm',
    '(defun f (amount) (let ((b 1)) (+ amount 1.0)))\n  (defun g () (f 2.0))',
  );

  /** Requests what the settings affect. */
  async function shown(client: LanguageClient, uri: string) {
    const textDocument = { uri };
    const range = { start: { line: 0, character: 0 }, end: { line: 5, character: 0 } };
    const hints = await client.request<InlayHint[]>('textDocument/inlayHint', {
      textDocument,
      range,
    });
    const lenses = await client.request<CodeLens[]>('textDocument/codeLens', { textDocument });
    const codes = await codesAt(client, uri);
    return { hints: hints.map(({ label }) => label), lenses: lenses.length, codes };
  }

  const usual = {
    hints: [':decimal', ':integer', 'amount:'],
    lenses: expect.any(Number) as unknown,
    codes: ['unused-binding'],
  };
  const none = { lint: { enable: false }, codeLens: { enable: false } };

  test('are requested at the start and whenever they change, and take effect', async () => {
    const capabilities = withWorkspace({
      configuration: true,
      didChangeConfiguration: { dynamicRegistration: true },
      diagnostics: { refreshSupport: true },
      codeLens: { refreshSupport: true },
      inlayHint: { refreshSupport: true },
    });
    const client = await started({ capabilities });
    const uri = client.open('untitled:m.pact', text);
    await client.until(() => client.registered.has('workspace/didChangeConfiguration'));
    expect(client.registered.get('workspace/didChangeConfiguration')).toEqual({ section: 'pact' });
    const before = await shown(client, uri);
    expect(before).toEqual(usual);
    expect(before.lenses).toBeGreaterThan(0);
    const reported = (): readonly (number | undefined)[] =>
      ['diagnostic', 'codeLens', 'inlayHint'].map((each) => client.refreshes.get(each));
    await client.until(() => reported().every((count) => count === 1));
    client.settings = { ...none, inlayHints: { types: false } };
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.until(() => reported().every((count) => count === 2));
    expect(await shown(client, uri)).toEqual({ hints: ['amount:'], lenses: 0, codes: [] });
    client.settings = null;
    client.notify('workspace/didChangeConfiguration', { settings: null });
    await client.until(() => reported().every((count) => count === 3));
    expect(await shown(client, uri)).toEqual(usual);
  });

  test('are taken from clients that cannot be asked for them', async () => {
    const client = await started({ settings: { inlayHints: { parameterNames: false }, ...none } });
    const uri = client.open('untitled:m.pact', text);
    const hints = usual.hints.filter((label) => label !== 'amount:');
    expect(await shown(client, uri)).toEqual({ hints, lenses: 0, codes: [] });
    client.notify('workspace/didChangeConfiguration', { settings: { pact: none } });
    expect(await shown(client, uri)).toEqual({ hints: usual.hints, lenses: 0, codes: [] });
    client.notify('workspace/didChangeConfiguration', { settings: {} });
    expect(await shown(client, uri)).toEqual(usual);
  });

  test('have their defaults if their types are wrong', async () => {
    const inherited: unknown = JSON.parse('{ "__proto__": { "lint": { "enable": false } } }');
    const wrong = { lint: 1, inlayHints: { types: 'no' }, codeLens: null };
    const client = await started({ settings: wrong });
    const uri = client.open('untitled:m.pact', text);
    expect(await shown(client, uri)).toEqual(usual);
    for (const pact of [[], 7, 'no', wrong, inherited]) {
      client.notify('workspace/didChangeConfiguration', { settings: { pact } });
      expect(await shown(client, uri), JSON.stringify(pact)).toEqual(usual);
    }
  });

  test('determine how names of other modules are completed', async () => {
    const { folder, uri } = project({
      'bank.pact': module('bank', '(defun transfer-all () 1)'),
      'shop.pact': module('shop', '(defun f () (transfer-al))'),
    });
    const client = await started({ folder });
    const shop = client.open(uri('shop.pact'), module('shop', '(defun f () (transfer-al))'));
    const complete = async (imports: string | undefined) => {
      client.notify('workspace/didChangeConfiguration', {
        settings: { pact: { completion: { imports } } },
      });
      const { items } = await client.request<CompletionList>('textDocument/completion', {
        textDocument: { uri: shop },
        position: placeIn(module('shop', '(defun f () (transfer-al))'), 'transfer-al', 11),
      });
      return items.map(({ label, additionalTextEdits }) => [
        label,
        (additionalTextEdits ?? []).map(({ newText }) => newText.trim()),
      ]);
    };
    expect(await complete(undefined)).toEqual([['bank.transfer-all', []]]);
    expect(await complete('use')).toEqual([['bank.transfer-all', ['(use bank [transfer-all])']]]);
    expect(await complete('off')).toEqual([]);
  });
});

describe('files that are not open', () => {
  const bank = (name: string): string => module('bank', `(defun ${name} () 1)`);
  const shop = module('shop', '(defun f () (bank.pay))');
  const capabilities = withWorkspace({
    didChangeWatchedFiles: { dynamicRegistration: true },
    diagnostics: { refreshSupport: true },
  });

  test('are watched, and their dependents are checked again', async () => {
    const { folder, path, uri } = project({ 'bank.pact': bank('paid'), 'shop.pact': shop });
    const client = await started({ folder, capabilities });
    await client.until(() => client.registered.has('workspace/didChangeWatchedFiles'));
    expect(client.registered.get('workspace/didChangeWatchedFiles')).toEqual({
      watchers: [{ globPattern: '**/*.{pact,repl}' }, { globPattern: '**/pact.yaml' }],
    });
    client.open(uri('shop.pact'), shop);
    const changed = async (type: 1 | 2 | 3, ...names: readonly string[]): Promise<unknown> => {
      const changes = names.map((name) => ({ uri: uri(name), type }));
      client.notify('workspace/didChangeWatchedFiles', { changes });
      return codesAt(client, uri('shop.pact'));
    };
    expect(await codesAt(client, uri('shop.pact'))).toEqual(['E0304']);
    writeFileSync(path('bank.pact'), bank('pay'));
    expect(await changed(2, 'bank.pact')).toEqual([]);
    await client.until(() => (client.refreshes.get('diagnostic') ?? 0) > 0);
    rmSync(path('bank.pact'));
    expect(await changed(3, 'bank.pact')).toEqual(['E0304']);
    mkdirSync(path('other'));
    writeFileSync(path('other/new.pact'), bank('pay'));
    expect(await changed(1, 'other/new.pact')).toEqual([]);
    // A project file with a format setting; modules of folders that it does not list are found, as by pact check.
    writeFileSync(path('pact.yaml'), 'sources: [shop.pact]\nformat:\n  width: 20\n');
    expect(await changed(1, 'pact.yaml')).toEqual([]);
    const edits = await client.request<TextEdit[]>('textDocument/formatting', {
      textDocument: { uri: uri('shop.pact') },
      options: { tabSize: 8, insertSpaces: true },
    });
    expect(applied(shop, edits)).toContain('(defun f ()\n    (bank.pay))');
  });

  test('have the open text as long as they are open', async () => {
    const { folder, path, uri } = project({ 'bank.pact': bank('paid'), 'shop.pact': shop });
    const client = await started({ folder });
    client.open(uri('shop.pact'), shop);
    client.open(uri('bank.pact'), bank('pay'));
    expect(await codesAt(client, uri('shop.pact'))).toEqual([]);
    writeFileSync(path('bank.pact'), bank('other'));
    const changes = [{ uri: uri('bank.pact'), type: 2 }];
    client.notify('workspace/didChangeWatchedFiles', { changes });
    expect(await codesAt(client, uri('shop.pact'))).toEqual([]);
    client.close(uri('bank.pact'));
    expect(await codesAt(client, uri('shop.pact'))).toEqual(['E0304']);
  });

  test('are loaded under their new names after a rename of a file or a folder', async () => {
    const script = '(load "src/bank.pact")\n(load "src/deep/shop.pact")\n';
    const { folder, path, uri } = project({
      'all.repl': script,
      'src/bank.pact': bank('pay'),
      'src/deep/shop.pact': shop,
    });
    const client = await started({ folder });
    const renamed = async (from: string, to: string): Promise<string> => {
      const edit = await client.request<{ documentChanges: TextDocumentEdit[] }>(
        'workspace/willRenameFiles',
        { files: [{ oldUri: uri(from), newUri: uri(to) }] },
      );
      expect(edit.documentChanges.map(({ textDocument }) => textDocument.uri)).toEqual([
        uri('all.repl'),
      ]);
      return applied(script, edit.documentChanges[0]!.edits as TextEdit[]);
    };
    const moved = await renamed('src/bank.pact', 'money/coin.pact');
    expect(moved).toBe(script.replace('src/bank.pact', 'money/coin.pact'));
    const inOther = await renamed('src', 'contracts');
    expect(inOther).toBe(script.replaceAll('src/', 'contracts/'));
    renameSync(path('src'), path('contracts'));
    writeFileSync(path('all.repl'), inOther);
    const names = ['src/bank.pact', 'contracts/bank.pact', 'contracts/deep/shop.pact', 'all.repl'];
    const changes = names.map((name) => ({ uri: uri(name), type: 2 }));
    client.notify('workspace/didChangeWatchedFiles', { changes });
    expect(await codesAt(client, uri('all.repl'))).toEqual([]);
  });
});

test('folders are added to the workspace and removed from it', async () => {
  const one = project({ 'a.pact': module('first', '(defun shared-name () 1)') });
  const two = project({ 'b.pact': module('second', '(defun shared-name () 2)') });
  const client = await started({ folder: one.folder });
  const found = async (): Promise<readonly (string | undefined)[]> =>
    (await client.request<SymbolInformation[]>('workspace/symbol', { query: 'shared-name' }))
      .map(({ containerName }) => containerName)
      .sort();
  expect(await found()).toEqual(['first']);
  const folderOf = (uri: string) => ({ uri, name: 'a folder' });
  const change = (added: readonly string[], removed: readonly string[]): void => {
    const event = { added: added.map(folderOf), removed: removed.map(folderOf) };
    client.notify('workspace/didChangeWorkspaceFolders', { event });
  };
  const uris = [pathToFileURL(one.folder).href, pathToFileURL(two.folder).href];
  // Some clients end the URI of a folder with a slash.
  change([`${uris[1]}/`, `${uris[1]}/within`], []);
  expect(await found()).toEqual(['first', 'second']);
  // Documents that are not on disk belong to the first folder.
  const unsaved = client.open('untitled:u.pact', module('u', '(defun f () (first.shared-name))'));
  expect(await codesAt(client, unsaved)).toEqual([]);
  client.close(unsaved);
  change([], [uris[0]!, `${uris[1]}/within/`]);
  expect(await found()).toEqual(['second']);
  change([uris[0]!], [uris[1]!]);
  expect(await found()).toEqual(['first']);
});

describe('well-known contracts that the project does not have', () => {
  const text = module('m', '(defun pay () (coin.transfer "a" "b" 1.0))');
  const ask = (client: LanguageClient, method: string): Promise<Location[]> => {
    const uri = client.open('untitled:m.pact', text);
    return client.request(`textDocument/${method}`, {
      textDocument: { uri },
      position: placeIn(text, 'transfer', 2),
      context: { includeDeclaration: true },
    });
  };

  test('are shown by clients that request texts', async () => {
    const capabilities = structuredClone(withWorkspace({ textDocumentContent: {} }));
    delete capabilities.textDocument!.definition;
    const client = new LanguageClient();
    ends.push(() => client.end());
    const { capabilities: server } = await client.initialize({ capabilities });
    expect(server.workspace).toMatchObject({ textDocumentContent: { schemes: ['pact'] } });
    const [place] = await ask(client, 'definition');
    expect(place!.uri).toBe('pact:coin/coin.pact');
    const { text: coin } = await client.request<{ text: string }>('workspace/textDocumentContent', {
      uri: place!.uri,
    });
    expect(coin.split('\n')[place!.range.start.line]).toContain('(defun transfer:string');
    const none = client.request('workspace/textDocumentContent', { uri: 'pact:no/no.pact' });
    await expect(none).rejects.toMatchObject({ code: -32803 });
  });

  test('have no location for other clients, which would open an empty document', async () => {
    const client = await started();
    expect(await ask(client, 'definition')).toEqual([]);
    const references = await ask(client, 'references');
    expect(references.map(({ uri }) => uri)).toEqual(['untitled:m.pact']);
  });
});

test('positions are counted in bytes of UTF-8 if the client prefers them', async () => {
  const general = { positionEncodings: ['utf-8', 'utf-16'] };
  const client = new LanguageClient();
  ends.push(() => client.end());
  const { capabilities } = await client.initialize({
    capabilities: { ...fullCapabilities, general },
  });
  expect(capabilities.positionEncoding).toBe('utf-8');
  const line = '  (defun f () (format "🙂{}" [(second "é")]))';
  const text = module('m', `(defun second (a) a)\n${line}`);
  const uri = client.open('untitled:m.pact', text);
  const bytesBefore = (wanted: string): number =>
    Buffer.byteLength(line.slice(0, line.indexOf(wanted)));
  const at = { line: 3, character: bytesBefore('second') };
  const hover = await client.request<Hover & { range: Range }>('textDocument/hover', {
    textDocument: { uri },
    position: { line: 3, character: at.character + 6 },
  });
  expect(hover.range).toEqual({ start: at, end: { line: 3, character: at.character + 6 } });
  const edit = await client.request<{ documentChanges: TextDocumentEdit[] }>(
    'textDocument/rename',
    { textDocument: { uri }, position: at, newName: 'zweite' },
  );
  expect(edit.documentChanges[0]!.edits.map(({ range }) => range.start)).toEqual([
    { line: 2, character: 9 },
    at,
  ]);
  // Two bytes later, after an edit whose position is also in bytes.
  const start = { line: 3, character: bytesBefore('🙂') };
  client.change(uri, {
    range: { start, end: { line: 3, character: start.character + 4 } },
    text: 'éé€',
  });
  const [moved] = await client.request<{ range: Range }[]>('textDocument/documentHighlight', {
    textDocument: { uri },
    position: { line: 3, character: at.character + 4 },
  });
  expect(moved!.range.start).toEqual({ line: 2, character: 9 });
  expect(await codesAt(client, uri)).toEqual([]);
});
