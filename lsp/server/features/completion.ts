// Help while typing: completion, whose documentation is made when the client requests it, and the signature of the call.

import {
  type CompletionItem,
  CompletionItemKind,
  CompletionItemTag,
  type CompletionList,
  CompletionRequest,
  CompletionResolveRequest,
  InsertTextFormat,
  type MarkupContent,
  MarkupKind,
  type SignatureHelp,
  SignatureHelpRequest,
  type SignatureInformation,
} from 'vscode-languageserver/node';
import {
  completionDocumentation,
  type CompletionKind,
  type CompletionOptions,
  type CompletionOrigin,
  completionsAt,
  type CompletionItem as Offered,
} from '../../../src/tools/analysis/services/completion/completion.ts';
import {
  type Signature,
  signatureHelpAt,
} from '../../../src/tools/analysis/services/signature-help.ts';
import type { Feature, Session, View } from '../session.ts';
import type { Settings } from '../settings.ts';

export const completion: Feature = {
  capabilities: () => ({
    completionProvider: {
      triggerCharacters: ['(', '.', ':', "'", '"', '/', '{', '@'],
      resolveProvider: true,
    },
  }),
  register: (session) => {
    session.on(CompletionRequest.type, (params): CompletionList => {
      const { offset, ...view } = session.offset(params);
      const found = completionsAt(view.snapshot, view.path, offset, optionsOf(session));
      return {
        isIncomplete: found.isIncomplete,
        items: found.items.map((each) => itemOf(each, view)),
      };
    });
    session.on(CompletionResolveRequest.type, (item): CompletionItem => {
      const data = readData(item.data);
      if (data === undefined) return item;
      const { snapshot, path } = session.view(data.uri);
      const value = completionDocumentation(snapshot, path, data.origin);
      if (value === undefined) return item;
      return { ...item, documentation: { kind: MarkupKind.Markdown, value } };
    });
  },
};

function optionsOf({ client, settings }: Session): CompletionOptions {
  return {
    foreignNames: foreignNames[settings.imports],
    snippets: client.textDocument?.completion?.completionItem?.snippetSupport === true,
  };
}

const foreignNames = {
  use: 'import',
  qualify: 'qualify',
  off: 'none',
} as const satisfies Record<Settings['imports'], CompletionOptions['foreignNames']>;

const kinds = {
  parameter: CompletionItemKind.Variable,
  local: CompletionItemKind.Variable,
  function: CompletionItemKind.Function,
  capability: CompletionItemKind.Event,
  defpact: CompletionItemKind.Method,
  constant: CompletionItemKind.Constant,
  schema: CompletionItemKind.Struct,
  field: CompletionItemKind.Field,
  table: CompletionItemKind.Class,
  module: CompletionItemKind.Module,
  interface: CompletionItemKind.Interface,
  builtin: CompletionItemKind.Function,
  'special-form': CompletionItemKind.Keyword,
  keyword: CompletionItemKind.Keyword,
  type: CompletionItemKind.TypeParameter,
  text: CompletionItemKind.Text,
  file: CompletionItemKind.File,
  folder: CompletionItemKind.Folder,
} as const satisfies Record<CompletionKind, CompletionItemKind>;

function itemOf(offered: Offered, { uri, lines }: View): CompletionItem {
  const { label, kind, detail, filter, order, insert, isSnippet, origin } = offered;
  return {
    label,
    kind: kinds[kind],
    filterText: filter,
    sortText: order,
    insertTextFormat: isSnippet ? InsertTextFormat.Snippet : InsertTextFormat.PlainText,
    textEdit: { range: lines.rangeOf(offered.replace), newText: insert },
    ...(detail !== undefined && { detail }),
    ...(offered.isDeprecated && { tags: [CompletionItemTag.Deprecated] }),
    ...(offered.edits.length > 0 && {
      additionalTextEdits: offered.edits.map(({ start, end, text }) => ({
        range: lines.rangeOf({ start, end }),
        newText: text,
      })),
    }),
    ...(origin !== undefined && { data: { uri, origin } satisfies ItemData }),
  };
}

/** The data that a client sends back to request the documentation. */
type ItemData = { readonly uri: string; readonly origin: CompletionOrigin };

function readData(data: unknown): ItemData | undefined {
  const { uri, origin } = (data ?? {}) as { readonly uri?: unknown; readonly origin?: unknown };
  if (typeof uri !== 'string' || typeof origin !== 'object' || origin === null) return undefined;
  const { kind, name, module } = origin as Readonly<Record<string, unknown>>;
  if (typeof name !== 'string') return undefined;
  switch (kind) {
    case 'builtin':
    case 'form':
    case 'module':
      return { uri, origin: { kind, name } };
    case 'member':
      return typeof module === 'string' ? { uri, origin: { kind, module, name } } : undefined;
    default:
      return undefined;
  }
}

export const signatureHelp: Feature = {
  capabilities: () => ({
    signatureHelpProvider: { triggerCharacters: ['(', ' '], retriggerCharacters: [')'] },
  }),
  register: (session) => {
    const asked = session.client.textDocument?.signatureHelp?.signatureInformation;
    const withOffsets = asked?.parameterInformation?.labelOffsetSupport === true;
    session.on(SignatureHelpRequest.type, (params): SignatureHelp | null => {
      const { offset, ...view } = session.offset(params);
      const help = signatureHelpAt(view.snapshot, view.path, offset);
      if (help === undefined) return null;
      const { signatures, activeSignature, activeParameter } = help;
      return {
        signatures: signatures.map((each) => informationOf(each, withOffsets)),
        activeSignature,
        // An index after the last one: no parameter is highlighted, for clients that take it literally.
        activeParameter: activeParameter ?? signatures[activeSignature]?.parameters.length ?? 0,
      };
    });
  },
};

function informationOf(
  { label, documentation, parameters }: Signature,
  withOffsets: boolean,
): SignatureInformation {
  return {
    label,
    ...documented(documentation),
    parameters: parameters.map(({ start, end, documentation: text }) => ({
      label: withOffsets ? [start, end] : label.slice(start, end),
      ...documented(text),
    })),
  };
}

const documented = (value: string | undefined): { documentation?: MarkupContent } =>
  value === undefined ? {} : { documentation: { kind: MarkupKind.Markdown, value } };
