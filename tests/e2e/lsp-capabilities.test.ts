// A scripted client uses every declared capability of the language server, on contracts of stdlib. The list of capabilities
// comes from the answer to `initialize`, so a new capability that is not used here fails the test.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, test } from 'vitest';
import type {
  CallHierarchyItem,
  CodeAction,
  CodeLens,
  CompletionItem,
  CompletionList,
  Range,
  SemanticTokens,
  TypeHierarchyItem,
} from 'vscode-languageserver/node';
import { folderWith } from '../support/command.ts';
import { declaredMethods } from '../support/declared-methods.ts';
import { fullCapabilities, LanguageClient, placeIn } from '../support/language-client.ts';
import { read, root } from '../support/project-files.ts';

const textOf = (name: string): string => read(`stdlib/fungible-token/${name}`);
const names = ['token.pact', 'token.repl', 'fungible-token-v1.pact'];
const { path: folder, remove } = folderWith({
  'pact.yaml': 'format:\n  width: 100\n',
  ...Object.fromEntries(names.map((name) => [name, textOf(name)])),
});
afterAll(remove);
const uriOf = (name: string): string => pathToFileURL(join(folder, name)).href;
const token = textOf('token.pact');
const uri = uriOf('token.pact');
const textDocument = { uri };
const script = { uri: uriOf('token.repl') };

const at = (wanted: string, further = 1) => ({
  textDocument,
  position: placeIn(token, wanted, further),
});
const everywhere: Range = {
  start: { line: 0, character: 0 },
  end: { line: token.split('\n').length, character: 0 },
};
const options = { tabSize: 2, insertSpaces: true };

type Client = LanguageClient;
type Ask = <Answer>(method: string, params: object) => Promise<Answer>;

/** Each answer is checked; the tests of each feature check its details. */
const uses: Readonly<Record<string, (ask: Ask, client: Client) => Promise<void>>> = {
  'documents, and diagnostics that are sent': async (_ask, client) => {
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    const end = { start: everywhere.end, end: everywhere.end };
    const version = client.change(uri, { range: end, text: '(' });
    expect(await client.diagnosticsOf(uri, version)).toMatchObject([{ code: 'E0201' }]);
    client.change(uri, { text: token });
    client.notify('textDocument/didSave', { textDocument });
    expect(await client.diagnosticsOf(uri)).toEqual([]);
    const other = client.open('untitled:other.pact', '(');
    client.close(other);
  },
  'diagnostics that are asked for': async (ask) => {
    const report = await ask('textDocument/diagnostic', { textDocument });
    expect(report).toMatchObject({ kind: 'full', items: [] });
    const all = await ask<{ items: object[] }>('workspace/diagnostic', { previousResultIds: [] });
    expect(all.items).toHaveLength(3);
  },
  hover: async (ask) => {
    expect(await ask('textDocument/hover', at('(enforce-unit'))).toMatchObject({
      contents: { value: expect.stringContaining('enforce-unit:bool') as unknown },
    });
  },
  'signature help': async (ask) => {
    const help = await ask('textDocument/signatureHelp', at('(debit sender amount', 15));
    expect(help).toMatchObject({ activeParameter: 1 });
  },
  completion: async (ask) => {
    const answer = await ask<CompletionList>(
      'textDocument/completion',
      at('(with-capability (TRANSFER s', 18),
    );
    const labels = answer.items.map(({ label }) => label);
    expect(labels).toEqual(expect.arrayContaining(['DEBIT', 'TRANSFER', 'MINT']));
    const item = answer.items.find(({ label }) => label === 'DEBIT')!;
    const resolved = await ask<CompletionItem>('completionItem/resolve', item);
    expect(JSON.stringify(resolved.documentation)).toContain('Tokens may leave SENDER.');
  },
  'definition and what is like it': async (ask) => {
    const declared = [{ targetUri: uri }];
    expect(await ask('textDocument/definition', at('(enforce-unit'))).toMatchObject(declared);
    expect(await ask('textDocument/declaration', at('(enforce-unit'))).toHaveLength(1);
    const schema = { uri, range: { start: placeIn(token, 'holding\n') } };
    expect(await ask('textDocument/typeDefinition', at('deftable holdings', 10))).toMatchObject([
      schema,
    ]);
    const members = await ask('textDocument/implementation', {
      textDocument: { uri: uriOf('fungible-token-v1.pact') },
      position: placeIn(textOf('fungible-token-v1.pact'), 'defun transfer:', 7),
    });
    expect(members).toMatchObject([{ uri }]);
  },
  'references and highlights': async (ask) => {
    const place = { ...at('defun get-balance', 7), context: { includeDeclaration: true } };
    const found = await ask<{ uri: string }[]>('textDocument/references', place);
    expect(found.map((each) => each.uri)).toEqual(expect.arrayContaining([uri, script.uri]));
    const marks = await ask<object[]>('textDocument/documentHighlight', at('holdings:', 1));
    expect(marks).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ kind: 2 }),
        expect.objectContaining({ kind: 3 }),
      ]),
    );
  },
  renaming: async (ask) => {
    const place = at('defun enforce-unit', 7);
    expect(await ask('textDocument/prepareRename', place)).toMatchObject({
      placeholder: 'enforce-unit',
    });
    const edit = await ask('textDocument/rename', { ...place, newName: 'check-unit' });
    expect(edit).toMatchObject({
      documentChanges: expect.arrayContaining([
        {
          textDocument: { uri, version: expect.any(Number) as number },
          edits: expect.anything() as unknown,
        },
      ]) as unknown,
    });
  },
  'renaming of files': async (ask) => {
    const files = [{ oldUri: uri, newUri: uriOf('coin.pact') }];
    const edit = await ask('workspace/willRenameFiles', { files });
    expect(edit).toMatchObject({
      documentChanges: [
        {
          textDocument: script,
          edits: [{ newText: expect.stringContaining('coin.pact') as string }],
        },
      ],
    });
  },
  symbols: async (ask) => {
    const [module] = await ask<{ children: object[] }[]>('textDocument/documentSymbol', {
      textDocument,
    });
    expect(module!.children.length).toBeGreaterThan(30);
    const found = await ask('workspace/symbol', { query: 'transfer-create' });
    expect(found).toMatchObject([{ name: 'transfer-create' }, { name: 'transfer-create' }]);
  },
  'folding and selection': async (ask) => {
    const folds = await ask<object[]>('textDocument/foldingRange', { textDocument });
    expect(folds.length).toBeGreaterThan(30);
    const positions = [at('(enforce-unit', 3).position];
    const [selection] = await ask<object[]>('textDocument/selectionRange', {
      textDocument,
      positions,
    });
    expect(selection).toMatchObject({ parent: { parent: {} } });
  },
  'semantic tokens': async (ask) => {
    const full = await ask<SemanticTokens>('textDocument/semanticTokens/full', { textDocument });
    const inAll = await ask<SemanticTokens>('textDocument/semanticTokens/range', {
      textDocument,
      range: everywhere,
    });
    expect(inAll.data).toEqual(full.data);
    const delta = await ask('textDocument/semanticTokens/full/delta', {
      textDocument,
      previousResultId: full.resultId,
    });
    expect(delta).toMatchObject({ edits: [] });
  },
  'inlay hints': async (ask) => {
    const hints = await ask<object[]>('textDocument/inlayHint', {
      textDocument,
      range: everywhere,
    });
    expect(hints.length).toBeGreaterThan(5);
  },
  'code lenses': async (ask) => {
    const lenses = await ask<CodeLens[]>('textDocument/codeLens', { textDocument });
    const resolved = await ask<CodeLens>('codeLens/resolve', lenses[0]!);
    expect(resolved.command!.title).toMatch(/^\d+ references?$/);
  },
  formatting: async (ask) => {
    const edits = await ask('textDocument/formatting', { textDocument, options });
    expect(edits).toEqual([]);
    expect(
      await ask('textDocument/rangeFormatting', { textDocument, options, range: everywhere }),
    ).toEqual([]);
    const position = at('(enforce-unit', 0).position;
    const start = { line: position.line, character: 0 };
    expect(
      await ask('textDocument/onTypeFormatting', {
        textDocument,
        options,
        ch: '\n',
        position: start,
      }),
    ).toEqual([]);
  },
  'calls and types': async (ask) => {
    const [call] = await ask<CallHierarchyItem[]>(
      'textDocument/prepareCallHierarchy',
      at('defun debit', 7),
    );
    expect(call).toMatchObject({ name: 'debit' });
    const callers = await ask('callHierarchy/incomingCalls', { item: call });
    expect(callers).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ from: expect.objectContaining({ name: 'transfer' }) as unknown }),
      ]),
    );
    expect(await ask('callHierarchy/outgoingCalls', { item: call })).not.toEqual([]);
    const [type] = await ask<TypeHierarchyItem[]>(
      'textDocument/prepareTypeHierarchy',
      at('(module token', 9),
    );
    const above = await ask<TypeHierarchyItem[]>('typeHierarchy/supertypes', { item: type });
    expect(above).toMatchObject([{ name: 'fungible-token-v1' }]);
    const below = await ask('typeHierarchy/subtypes', { item: above[0] });
    expect(below).toMatchObject([{ name: 'token' }]);
  },
  links: async (ask) => {
    const links = await ask('textDocument/documentLink', { textDocument: script });
    expect(links).toMatchObject([{ target: uriOf('fungible-token-v1.pact') }, { target: uri }]);
  },
  tests: async (ask) => {
    const { files } = await ask<{ files: object[] }>('pact/discoverTests', {});
    expect(files).toMatchObject([script]);
    const run = await ask('pact/runTests', { files: [script], coverage: true });
    expect(run).toMatchObject({
      passed: 50,
      failed: 0,
      coverage: expect.arrayContaining([expect.objectContaining({ uri })]) as unknown,
    });
  },
  'folders and texts on no disk': async (ask, client) => {
    const event = {
      added: [{ uri: pathToFileURL(`${root}stdlib/ns`).href, name: 'ns' }],
      removed: [],
    };
    client.notify('workspace/didChangeWorkspaceFolders', { event });
    const found = await ask('workspace/symbol', { query: 'create-principal-namespace' });
    expect(found).toEqual(
      expect.arrayContaining([expect.objectContaining({ containerName: 'ns' })]),
    );
    const coin = { uri: 'pact:coin/coin.pact' };
    expect(await ask('workspace/textDocumentContent', coin)).toMatchObject({
      text: expect.stringContaining('(module coin') as unknown,
    });
  },
};

test('a scripted client exercises every capability', async () => {
  const client = new LanguageClient();
  const { workspace } = fullCapabilities;
  const { capabilities } = await client.initialize({
    folder,
    capabilities: { ...fullCapabilities, workspace: { ...workspace, textDocumentContent: {} } },
  });
  for (const name of names) client.open(uriOf(name), textOf(name));
  const faults: string[] = [];
  for (const [about, use] of Object.entries({ ...uses, ...ofOptions(capabilities) })) {
    await use((method, params) => client.request(method, params), client).catch(
      (error: unknown) => {
        faults.push(`${about}: ${String(error)} ${(error as Error).stack}`);
      },
    );
  }
  expect(faults).toEqual([]);
  expect([...declaredMethods(capabilities)].filter((method) => !client.sent.has(method))).toEqual(
    [],
  );
  expect(await client.end()).toBe(0);
  expect(client.stderr).toBe('');
});

type Capabilities = Awaited<ReturnType<LanguageClient['initialize']>>['capabilities'];

/** The elements of lists in capabilities: kinds of actions, kinds of tokens, and characters. Each element is used. */
function ofOptions(capabilities: Capabilities): typeof uses {
  const { codeActionProvider, semanticTokensProvider, completionProvider } = capabilities;
  const kinds = (codeActionProvider as { codeActionKinds: string[] }).codeActionKinds;
  return {
    'every kind of code action': async (ask, client) => {
      const text = `(module m G
  (use token)
  (use ns)
  (defcap G () true)
  (defun untyped (x) (+ x 1.0))
  (defun f:integer (x:integer) (if (> x 1) 1 2))
  (defun g:integer () (lenght "a")))`;
      const document = { uri: client.open('untitled:actions.pact', text) };
      const found = new Set<string | undefined>();
      for (const selected of ['ns)', 'untyped', '(> x 1)', 'lenght']) {
        const start = placeIn(text, selected);
        const actions = await ask<CodeAction[]>('textDocument/codeAction', {
          textDocument: document,
          range: { start, end: placeIn(text, selected, selected.length) },
          context: { diagnostics: [] },
        });
        for (const { kind } of actions) found.add(kind);
      }
      expect([...found].sort()).toEqual([...kinds].sort());
      client.close(document.uri);
    },
    'every character that completes': async (ask, client) => {
      const texts: Readonly<Record<string, string>> = {
        '(': '(',
        '.': '(coin.',
        ':': '(defun f (x:',
        "'": "(module m G (defcap G () 1) (defschema s n:integer) (deftable t:{s}) (defun f () (at '",
        '"': '(env-chain-data { "',
        '/': '(load "contracts/',
        '{': '(module m G (defcap G () 1) (defschema s n:integer) (deftable t:{',
        '@': '(module m G (defcap G () @',
      };
      const characters = completionProvider?.triggerCharacters ?? [];
      expect(Object.keys(texts).sort()).toEqual([...characters].sort());
      client.open(uriOf('contracts/new.pact'), '');
      for (const [triggerCharacter, text] of Object.entries(texts)) {
        const asked = client.open(uriOf('completed.repl'), text);
        const answer = await ask<CompletionList>('textDocument/completion', {
          textDocument: { uri: asked },
          position: { line: 0, character: text.length },
          context: { triggerKind: 2, triggerCharacter },
        });
        expect(answer.items, `after ${triggerCharacter}`).not.toEqual([]);
        client.close(asked);
      }
      client.close(uriOf('contracts/new.pact'));
    },
    'every kind of token': async (ask, client) => {
      const { tokenTypes } = semanticTokensProvider!.legend;
      const seen = new Set<string | undefined>();
      const text = "(define-keyset 'admin (read-keyset 'k))";
      const others = [uriOf('fungible-token-v1.pact'), client.open('untitled:keys.repl', text)];
      const documents = [textDocument, script, ...others.map((each) => ({ uri: each }))];
      for (const document of documents) {
        const { data } = await ask<SemanticTokens>('textDocument/semanticTokens/full', {
          textDocument: document,
        });
        for (let i = 3; i < data.length; i += 5) seen.add(tokenTypes[data[i]!]);
      }
      expect(tokenTypes.filter((type) => !seen.has(type))).toEqual([]);
    },
  };
}
