// The requests and notifications that a language server's declared capabilities imply. An unknown capability is an error, so
// that a test based on this list cannot leave it out.
import type { ServerCapabilities } from 'vscode-languageserver/node';

type Options = Readonly<Record<string, unknown>>;
type Methods = (options: Options) => readonly (string | false)[];

const ofDocument =
  (...names: readonly string[]): Methods =>
  () =>
    names.map((name) => `textDocument/${name}`);

const isOn = (option: unknown): boolean => option !== undefined && option !== false;

const hierarchy = (name: string, ...more: readonly string[]): Methods => {
  const prepare = `textDocument/prepare${name[0]?.toUpperCase()}${name.slice(1)}`;
  return () => [prepare, ...more.map((each) => `${name}/${each}`)];
};

const methods: Readonly<Record<string, Methods>> = {
  positionEncoding: () => [],
  textDocumentSync: ({ openClose, change, save }) => [
    ...(isOn(openClose) ? ['textDocument/didOpen', 'textDocument/didClose'] : []),
    isOn(change) && 'textDocument/didChange',
    isOn(save) && 'textDocument/didSave',
  ],
  hoverProvider: ofDocument('hover'),
  definitionProvider: ofDocument('definition'),
  declarationProvider: ofDocument('declaration'),
  typeDefinitionProvider: ofDocument('typeDefinition'),
  implementationProvider: ofDocument('implementation'),
  referencesProvider: ofDocument('references'),
  documentHighlightProvider: ofDocument('documentHighlight'),
  documentSymbolProvider: ofDocument('documentSymbol'),
  foldingRangeProvider: ofDocument('foldingRange'),
  selectionRangeProvider: ofDocument('selectionRange'),
  inlayHintProvider: ofDocument('inlayHint'),
  signatureHelpProvider: ofDocument('signatureHelp'),
  documentFormattingProvider: ofDocument('formatting'),
  documentRangeFormattingProvider: ofDocument('rangeFormatting'),
  documentOnTypeFormattingProvider: ofDocument('onTypeFormatting'),
  codeActionProvider: ({ resolveProvider }) => [
    'textDocument/codeAction',
    isOn(resolveProvider) && 'codeAction/resolve',
  ],
  codeLensProvider: ({ resolveProvider }) => [
    'textDocument/codeLens',
    isOn(resolveProvider) && 'codeLens/resolve',
  ],
  completionProvider: ({ resolveProvider }) => [
    'textDocument/completion',
    isOn(resolveProvider) && 'completionItem/resolve',
  ],
  documentLinkProvider: ({ resolveProvider }) => [
    'textDocument/documentLink',
    isOn(resolveProvider) && 'documentLink/resolve',
  ],
  renameProvider: ({ prepareProvider }) => [
    'textDocument/rename',
    isOn(prepareProvider) && 'textDocument/prepareRename',
  ],
  diagnosticProvider: ({ workspaceDiagnostics }) => [
    'textDocument/diagnostic',
    isOn(workspaceDiagnostics) && 'workspace/diagnostic',
  ],
  semanticTokensProvider: ({ full, range }) => [
    isOn(full) && 'textDocument/semanticTokens/full',
    isOn((full as Options | undefined)?.['delta']) && 'textDocument/semanticTokens/full/delta',
    isOn(range) && 'textDocument/semanticTokens/range',
  ],
  callHierarchyProvider: hierarchy('callHierarchy', 'incomingCalls', 'outgoingCalls'),
  typeHierarchyProvider: hierarchy('typeHierarchy', 'supertypes', 'subtypes'),
  workspaceSymbolProvider: () => ['workspace/symbol'],
  workspace: (options) => inWorkspace(options),
  experimental: ({ pactTests, ...unknown }) => {
    refuse(unknown);
    return isOn(pactTests) ? ['pact/discoverTests', 'pact/runTests'] : [];
  },
};

function inWorkspace(options: Options): readonly (string | false)[] {
  const { workspaceFolders, fileOperations, textDocumentContent, ...unknown } = options;
  const { willRename, ...others } = (fileOperations ?? {}) as Options;
  refuse({ ...unknown, ...others });
  return [
    isOn((workspaceFolders as Options | undefined)?.['changeNotifications']) &&
      'workspace/didChangeWorkspaceFolders',
    isOn(willRename) && 'workspace/willRenameFiles',
    isOn(textDocumentContent) && 'workspace/textDocumentContent',
  ];
}

export function declaredMethods(capabilities: ServerCapabilities): ReadonlySet<string> {
  const found = Object.entries(capabilities).flatMap(([name, options]: [string, unknown]) => {
    const of = methods[name];
    if (of === undefined) return refuse({ [name]: options });
    if (!isOn(options)) return [];
    return of(typeof options === 'object' && options !== null ? (options as Options) : {});
  });
  return new Set(found.filter((each) => each !== false));
}

function refuse(unknown: Options): readonly never[] {
  const names = Object.keys(unknown);
  if (names.length > 0) throw new Error(`no methods are known for ${names.join(', ')}`);
  return [];
}
