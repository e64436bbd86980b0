// Code lenses: commands to run and debug, and the number of references of a definition. References are counted when a
// lens becomes visible.

import {
  CodeLensRequest,
  CodeLensResolveRequest,
  type CodeLens as ProtocolLens,
  type Command,
} from 'vscode-languageserver/node';
import {
  codeLensesIn,
  resolveLens,
  type CodeLens,
  type PlaceArguments,
  type RunArguments,
} from '../../../src/tools/analysis/services/code-lens.ts';
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
