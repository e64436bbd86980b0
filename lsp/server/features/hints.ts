// What is shown beside the text: hovers, inlay hints and code lenses, whose references are counted when they become visible.

import {
  CodeLensRequest,
  CodeLensResolveRequest,
  type Command,
  type Hover,
  HoverRequest,
  InlayHintKind,
  InlayHintRequest,
  MarkupKind,
  type InlayHint as ProtocolHint,
  type CodeLens as ProtocolLens,
} from 'vscode-languageserver/node';
import {
  type CodeLens,
  codeLensesIn,
  type InlayHint,
  inlayHintsIn,
  type PlaceArguments,
  resolveLens,
  type RunArguments,
} from '../../../src/tools/analysis/services/hints.ts';
import { hoverAt } from '../../../src/tools/analysis/services/hover.ts';
import type { Feature, Session, View } from '../session.ts';

export const hover: Feature = {
  capabilities: () => ({ hoverProvider: true }),
  register: (session) => {
    const formats = session.client.textDocument?.hover?.contentFormat ?? [MarkupKind.Markdown];
    const isMarkdown = formats.includes(MarkupKind.Markdown);
    session.on(HoverRequest.type, (params): Hover | null => {
      const { offset, ...view } = session.offset(params);
      const names = view.snapshot.naming(view.path);
      const found = hoverAt(names, view.path, offset, session.gas(view.snapshot));
      if (found === undefined) return null;
      const { span, signature, text } = found;
      const code = isMarkdown ? `\`\`\`pact\n${signature ?? ''}\n\`\`\`` : signature;
      const value = [signature === undefined ? '' : code, text]
        .filter((part) => part !== '')
        .join('\n\n');
      const kind = isMarkdown ? MarkupKind.Markdown : MarkupKind.PlainText;
      return { contents: { kind, value }, range: view.lines.rangeOf(span) };
    });
  },
};

export const inlayHints: Feature = {
  capabilities: () => ({ inlayHintProvider: true }),
  register: (session) => {
    session.on(InlayHintRequest.type, ({ textDocument, range }): ProtocolHint[] => {
      const { snapshot, path, lines } = session.view(textDocument.uri);
      const start = lines.offsetAt(range.start);
      const end = Math.max(start, lines.offsetAt(range.end));
      const { types, parameterNames: parameters, gas: showsGas } = session.settings.inlayHints;
      const gas = showsGas ? session.gas(snapshot) : undefined;
      return inlayHintsIn(snapshot, path, { start, end }, { types, parameters, gas }).map(
        ({ offset, kind, text }) => ({
          position: lines.positionAt(offset),
          label: text,
          ...forms[kind],
        }),
      );
    });
  },
};

const forms = {
  type: { kind: InlayHintKind.Type },
  parameter: { kind: InlayHintKind.Parameter, paddingRight: true },
  gas: { paddingLeft: true, tooltip: 'measured in the last test run' },
} as const satisfies Record<InlayHint['kind'], Partial<ProtocolHint>>;

export const codeLens: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: true } }),
  register: (session) => {
    session.on(CodeLensRequest.type, ({ textDocument }): ProtocolLens[] => {
      if (!session.settings.codeLens) return [];
      const view = session.view(textDocument.uri);
      const lenses = codeLensesIn(view.snapshot, view.path, session.gas(view.snapshot));
      return lenses.flatMap((each) => lensOf(session, view, each));
    });
    session.on(CodeLensResolveRequest.type, (lens): ProtocolLens => {
      const data = readData(lens.data);
      if (data === undefined) return lens;
      const view = session.view(data.uri);
      // A client moves lenses with the text. If the server refused newer text, VS Code would keep showing "no
      // commands".
      const offset = view.lines.offsetAt(lens.range.start) + data.further;
      return { ...lens, command: countingCommand(session, view, { name: data.name, offset }) };
    });
  },
};

/** Returns none for commands that the client does not have. */
function lensOf(session: Session, view: View, lens: CodeLens): readonly ProtocolLens[] {
  const range = view.lines.rangeOf(lens.range);
  const { command, title = '' } = lens;
  switch (command.name) {
    case 'pact.run':
    case 'pact.debug':
    case 'pact.gas': {
      const name = commandName(command.name, command.arguments);
      if (!session.canRun(name)) return [];
      return [
        { range, command: { title, command: name, arguments: [view.uri, range.start.line] } },
      ];
    }
    case 'none':
      // Without a command, the lens is plain text that cannot be clicked.
      return [{ range, command: { title, command: '' } }];
    case 'pact.showReferences':
    case 'pact.showImplementations': {
      const further = command.arguments.offset - lens.range.start;
      const data = { uri: view.uri, further, name: command.name } satisfies Data;
      return [{ range, data }];
    }
  }
}

function commandName(
  name: 'pact.run' | 'pact.debug' | 'pact.gas',
  { range }: RunArguments,
): string {
  return name === 'pact.gas' ? name : `${name}${range === undefined ? 'File' : 'Transaction'}`;
}

function countingCommand(
  session: Session,
  view: View,
  { name, offset }: Pick<Data, 'name'> & { readonly offset: number },
): Command {
  const { snapshot, path, uri, lines } = view;
  const place: PlaceArguments = { path, offset };
  const range = { start: offset, end: offset };
  const title = resolveLens(snapshot, {
    range,
    title: undefined,
    command: { name, arguments: place },
  });
  if (!session.canRun(name)) return { title: title ?? '', command: '' };
  return { title: title ?? '', command: name, arguments: [uri, lines.positionAt(offset)] };
}

/** The data that a client sends back to request the title. */
type Data = {
  readonly uri: string;
  /** Characters from the beginning of the lens to the name. */
  readonly further: number;
  readonly name: 'pact.showReferences' | 'pact.showImplementations';
};

function readData(data: unknown): Data | undefined {
  const { uri, further, name } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof uri !== 'string') return undefined;
  if (typeof further !== 'number' || !Number.isSafeInteger(further)) return undefined;
  if (name !== 'pact.showReferences' && name !== 'pact.showImplementations') return undefined;
  return { uri, further, name };
}
