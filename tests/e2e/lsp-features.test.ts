// Features of the language server, requested from the real process for the contracts of stdlib and the scripts of the tour.
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type {
  CallHierarchyIncomingCall,
  CallHierarchyItem,
  CallHierarchyOutgoingCall,
  CompletionList,
  DocumentHighlight,
  DocumentLink,
  DocumentSymbol,
  FoldingRange,
  FullDocumentDiagnosticReport,
  Hover,
  Location,
  LocationLink,
  MarkupContent,
  Range,
  SelectionRange,
  SemanticTokens,
  SemanticTokensDelta,
  SignatureHelp,
  SymbolInformation,
  TextDocumentEdit,
  TextEdit,
  TypeHierarchyItem,
  WorkspaceDiagnosticReport,
} from 'vscode-languageserver/node';
import { root } from '../support/project-files.ts';
import { LanguageClient, placeIn, textIn } from '../support/language-client.ts';

const tokenPath = 'stdlib/fungible-token/token.pact';
const scriptPath = 'stdlib/fungible-token/token.repl';
const interfacePath = 'stdlib/fungible-token/fungible-token-v1.pact';
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

const at = (wanted: string, further = 0, nth = 0) => ({
  textDocument: { uri },
  position: placeIn(token, wanted, further, nth),
});
const whole = {
  textDocument: {
    get uri() {
      return uri;
    },
  },
};

type TextHover = Hover & { readonly contents: MarkupContent; readonly range: Range };
type Outline = (DocumentSymbol & { readonly children: DocumentSymbol[] })[];
type Documented = { readonly documentation: MarkupContent };
type Renamed = {
  readonly documentChanges: (TextDocumentEdit & { readonly edits: TextEdit[] })[];
};

test('contracts of stdlib have no errors, and diagnostics name their version', async () => {
  expect(await client.diagnosticsOf(uri)).toEqual([]);
  expect(client.diagnostics.get(uri)).toMatchObject({ version: 1 });
  expect(await client.diagnosticsOf(scriptUri)).toEqual([]);
});

test('hover shows signature, documentation and gas', async () => {
  const builtin = await client.request<TextHover>('textDocument/hover', at('(enforce-guard', 2));
  expect(builtin.contents.value).toMatch(/enforce-guard[\s\S]*Gas:/);
  const own = await client.request<TextHover>('textDocument/hover', at('(enforce-unit', 3));
  expect(own.contents.value).toContain('enforce-unit:bool (amount:decimal)');
  expect(textIn(token, own.range)).toBe('enforce-unit');
});

test('signature help marks the next parameter', async () => {
  const help = await client.request<SignatureHelp>(
    'textDocument/signatureHelp',
    at('(enforce-account-name receiver', 23),
  );
  expect(help).toMatchObject({ activeSignature: 0, activeParameter: 0 });
  expect(help.signatures[0]!.label).toContain('enforce-account-name');
});

test('completion offers names of the module, with documentation on request', async () => {
  const { items } = await client.request<CompletionList>(
    'textDocument/completion',
    at('(enforce-unit', 5),
  );
  const item = items.find(({ label }) => label === 'enforce-unit');
  expect(item).toMatchObject({ kind: 3, textEdit: { newText: 'enforce-unit' } });
  const builtin = items.find(({ label }) => label === 'enforce-guard');
  const resolved = await client.request<Documented>('completionItem/resolve', builtin!);
  expect(resolved.documentation.value).toContain('guard');
});

test('definition, declaration and references lead through the files', async () => {
  const [link] = await client.request<LocationLink[]>(
    'textDocument/definition',
    at('(enforce-unit', 3),
  );
  expect(link!.targetUri).toBe(uri);
  expect(textIn(token, link!.targetSelectionRange)).toBe('enforce-unit');
  expect(textIn(token, link!.targetRange)).toMatch(/^\(defun enforce-unit[\s\S]*\)$/);
  expect(await client.request('textDocument/declaration', at('(enforce-unit', 3))).toHaveLength(1);
  const load = { textDocument: { uri: scriptUri }, position: placeIn(script, '"token.pact"', 3) };
  expect(await client.request<LocationLink[]>('textDocument/definition', load)).toMatchObject([
    { targetUri: uri },
  ]);
  const all = await client.request<Location[]>('textDocument/references', {
    ...at('defun transfer:', 8),
    context: { includeDeclaration: true },
  });
  expect(new Set(all.map((each) => each.uri))).toContain(scriptUri);
  expect(new Set(all.map((each) => each.uri))).toContain(uri);
});

test('highlights distinguish reads from writes', async () => {
  const found = await client.request<DocumentHighlight[]>(
    'textDocument/documentHighlight',
    at('deftable holdings', 12),
  );
  const kinds = found.map((each) => each.kind);
  expect(kinds).toContain(2);
  expect(kinds).toContain(3);
  for (const { range } of found) expect(textIn(token, range)).toBe('holdings');
});

test('implementations and type definitions lead to modules and schemas', async () => {
  const text = textOf(interfacePath);
  const interfaceUri = client.open(interfacePath);
  const place = {
    textDocument: { uri: interfaceUri },
    position: placeIn(text, 'defun transfer:', 8),
  };
  expect(await client.request('textDocument/implementation', place)).toMatchObject([{ uri }]);
  const table = await client.request<Location[]>(
    'textDocument/typeDefinition',
    at('deftable holdings', 12),
  );
  expect(table.map(({ range }) => textIn(token, range))).toEqual(['holding']);
  client.close(interfaceUri);
});

test('a rename changes all files and keeps their versions; builtins are refused', async () => {
  const place = at('defun enforce-unit', 8);
  const prepared = await client.request('textDocument/prepareRename', place);
  expect(prepared).toMatchObject({ placeholder: 'enforce-unit' });
  const edit = await client
    .request<Renamed>('textDocument/rename', {
      ...at('defun get-balance', 8),
      newName: 'balance-now',
    })
    .catch((error: unknown) => error);
  // The interface that the module implements has the name too.
  expect(JSON.stringify(edit)).toMatch(/balance-now|interface/);
  const { documentChanges } = await client.request<Renamed>('textDocument/rename', {
    ...place,
    newName: 'check-unit',
  });
  expect(documentChanges).toEqual(
    expect.arrayContaining([expect.objectContaining({ textDocument: { uri, version: 1 } })]),
  );
  for (const { edits } of documentChanges) {
    for (const { newText } of edits) expect(newText).toContain('check-unit');
  }
  const refused = client.request('textDocument/prepareRename', at('(enforce-guard', 3));
  await expect(refused).rejects.toMatchObject({ code: -32803 });
});

test('the outline is nested: module, definitions, steps and fields', async () => {
  const [module] = await client.request<Outline>('textDocument/documentSymbol', whole);
  expect(module).toMatchObject({ name: 'token', kind: 2 });
  const names = module!.children.map((each) => each.name);
  expect(names).toEqual(expect.arrayContaining(['holding', 'TRANSFER', 'transfer-across']));
  const pact = module!.children.find((each) => each.name === 'transfer-across');
  expect(pact!.children!.map((each) => each.name)).toEqual(['step 0', 'step 1']);
  const blocks = await client.request<Outline>('textDocument/documentSymbol', {
    textDocument: { uri: scriptUri },
  });
  expect(blocks[0]).toMatchObject({ name: 'deploy', children: [{ name: 'nothing exists yet' }] });
});

test('symbols of the project are found by parts of their names', async () => {
  const found = await client.request<SymbolInformation[]>('workspace/symbol', { query: 'enfacc' });
  expect(found[0]).toMatchObject({ name: 'enforce-account-name', containerName: 'token' });
});

test('forms, comments and strings fold; selections grow from the word to the file', async () => {
  const folds = await client.request<FoldingRange[]>('textDocument/foldingRange', whole);
  expect(folds[0]).toMatchObject({ startLine: 0, kind: 'comment' });
  for (const { startLine, endLine } of folds) expect(endLine).toBeGreaterThan(startLine);
  let [selection]: (SelectionRange | undefined)[] = await client.request<SelectionRange[]>(
    'textDocument/selectionRange',
    {
      ...whole,
      positions: [placeIn(token, '(enforce-unit', 3)],
    },
  );
  const texts: string[] = [];
  for (; selection !== undefined; selection = selection.parent)
    texts.push(textIn(token, selection.range));
  expect(texts[0]).toBe('enforce-unit');
  expect(texts.at(-1)).toBe(token);
  texts.slice(1).forEach((text, i) => expect(text).toContain(texts[i]));
});

test('semantic tokens: whole, of a range, and as a difference', async () => {
  const full = await client.request<SemanticTokens>('textDocument/semanticTokens/full', whole);
  expect(full.data.length % 5).toBe(0);
  const range = { start: { line: 10, character: 0 }, end: { line: 20, character: 0 } };
  const part = await client.request<SemanticTokens>('textDocument/semanticTokens/range', {
    ...whole,
    range,
  });
  expect(part.data.length).toBeLessThan(full.data.length);
  const delta = await client.request<SemanticTokensDelta>(
    'textDocument/semanticTokens/full/delta',
    {
      ...whole,
      previousResultId: full.resultId,
    },
  );
  expect(delta.edits).toEqual([]);
});

test('calls and implementations can be traversed', async () => {
  const [item] = await client.request<CallHierarchyItem[]>(
    'textDocument/prepareCallHierarchy',
    at('defun enforce-unit', 8),
  );
  expect(item).toMatchObject({ name: 'enforce-unit', detail: 'token' });
  const incoming = await client.request<CallHierarchyIncomingCall[]>(
    'callHierarchy/incomingCalls',
    { item },
  );
  expect(incoming.map((call) => call.from.name)).toContain('enforce-amount');
  const [caller] = incoming;
  const outgoing = await client.request<CallHierarchyOutgoingCall[]>(
    'callHierarchy/outgoingCalls',
    { item: caller!.from },
  );
  expect(outgoing.map((call) => call.to.name)).toContain('enforce-unit');
  const [type] = await client.request<TypeHierarchyItem[]>(
    'textDocument/prepareTypeHierarchy',
    at('(module token', 9),
  );
  const supertypes = await client.request<TypeHierarchyItem[]>('typeHierarchy/supertypes', {
    item: type,
  });
  expect(supertypes).toMatchObject([{ name: 'fungible-token-v1' }]);
  const subtypes = await client.request<TypeHierarchyItem[]>('typeHierarchy/subtypes', {
    item: supertypes[0],
  });
  expect(subtypes).toMatchObject([{ name: 'token' }]);
});

test('loads are links', async () => {
  const links = await client.request<DocumentLink[]>('textDocument/documentLink', {
    textDocument: { uri: scriptUri },
  });
  expect(links.map(({ target }) => target)).toContain(uri);
});

test('diagnostics can be requested, for a document and for the workspace', async () => {
  const report = await client.request<FullDocumentDiagnosticReport>(
    'textDocument/diagnostic',
    whole,
  );
  expect(report).toMatchObject({ kind: 'full', items: [] });
  const again = await client.request<FullDocumentDiagnosticReport>('textDocument/diagnostic', {
    ...whole,
    previousResultId: report.resultId,
  });
  expect(again).toMatchObject({ kind: 'unchanged' });
  const all = await client.request<WorkspaceDiagnosticReport>('workspace/diagnostic', {
    previousResultIds: [],
  });
  expect(all.items).toEqual(expect.arrayContaining([expect.objectContaining({ uri, version: 1 })]));
});
