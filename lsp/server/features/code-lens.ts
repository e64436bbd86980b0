// What is shown above lines: what can be run and debugged, and how often a definition is used. References
// are counted when a lens comes into view.

import {
  CodeLensRequest,
  CodeLensResolveRequest,
  LSPErrorCodes,
  ResponseError,
  type CodeLens as ProtocolLens,
  type Command,
} from 'vscode-languageserver/node';
import {
  codeLensesIn,
  resolveLens,
  type CodeLens,
  type PlaceArguments,
  type RunArguments,
} from '../../../src/ide/services/code-lens.ts';
import type { Feature } from '../feature.ts';
import type { Session, View } from '../session.ts';

export const codeLens: Feature = {
  capabilities: () => ({ codeLensProvider: { resolveProvider: true } }),
  register: (session) => {
    session.on(CodeLensRequest.type, ({ textDocument }): ProtocolLens[] => {
      if (!session.settings.codeLens) return [];
      const view = session.view(textDocument.uri);
      const lenses = codeLensesIn(view.snapshot, view.path, session.gas(view.snapshot));
      return lenses.flatMap((each) => lensOf(session, view, each));
    });
    session.on(CodeLensResolveRequest.type, (lens): ProtocolLens | ResponseError => {
      const data = readData(lens.data);
      if (data === undefined) return lens;
      const view = session.view(data.uri);
      if (view.document.version !== data.version) {
        return new ResponseError(LSPErrorCodes.ContentModified, 'the document has changed');
      }
      return { ...lens, command: countingCommand(session, view, data) };
    });
  },
};

/** None for what the client cannot run. */
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
      // Without a command it is text that cannot be clicked.
      return [{ range, command: { title, command: '' } }];
    case 'pact.showReferences':
    case 'pact.showImplementations': {
      const { offset } = command.arguments;
      const version = view.document.version ?? 0;
      return [
        { range, data: { uri: view.uri, version, offset, name: command.name } satisfies Data },
      ];
    }
  }
}

function commandName(
  name: 'pact.run' | 'pact.debug' | 'pact.gas',
  { range }: RunArguments,
): string {
  return name === 'pact.gas' ? name : `${name}${range === undefined ? 'File' : 'Transaction'}`;
}

function countingCommand(session: Session, view: View, data: Data): Command {
  const { snapshot, path, uri, lines } = view;
  const { name, offset } = data;
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

/** What a client sends back when it wants the title. */
type Data = {
  readonly uri: string;
  readonly version: number;
  readonly offset: number;
  readonly name: 'pact.showReferences' | 'pact.showImplementations';
};

function readData(data: unknown): Data | undefined {
  const { uri, version, offset, name } = (data ?? {}) as Readonly<Record<string, unknown>>;
  if (typeof uri !== 'string' || typeof version !== 'number') return undefined;
  if (typeof offset !== 'number' || !Number.isSafeInteger(offset)) return undefined;
  if (name !== 'pact.showReferences' && name !== 'pact.showImplementations') return undefined;
  return { uri, version, offset, name };
}
