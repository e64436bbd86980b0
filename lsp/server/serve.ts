// Serves one client, over messages from the thread that has the connection.

import type { MessagePort } from 'node:worker_threads';
import {
  createConnection,
  PortMessageReader,
  TextDocumentSyncKind,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type ServerCapabilities,
} from 'vscode-languageserver/node';
import { EncodingWriter } from './encoded.ts';
import { features } from './features/index.ts';
import { Session, type SessionOptions } from './session.ts';
import { synchronise, watchSettings } from './synchronise.ts';
import { folderOfUri } from './documents.ts';

export type ServeOptions = SessionOptions & { readonly version: string };

export function serveLanguage(port: MessagePort, options: ServeOptions): void {
  const reader = new PortMessageReader(port);
  const connection = createConnection(reader, new EncodingWriter(port));
  connection.onInitialize((params) => start(connection, params, options));
  connection.listen();
}

function start(
  connection: Connection,
  params: InitializeParams,
  options: ServeOptions,
): InitializeResult {
  const session = new Session(connection, params, options);
  session.projects.setFolders(foldersOf(params));
  for (const feature of features) feature.register(session);
  const pusher = synchronise(session);
  session.refreshDiagnostics = () => {
    pusher.changed();
    if (session.canRefreshDiagnostics) {
      session.unanswered(connection.languages.diagnostics.refresh());
    }
  };
  watchSettings(session, params.initializationOptions, () => session.refreshDiagnostics());
  const capabilities = capabilitiesOf(session);
  return { capabilities, serverInfo: { name: 'pact', version: options.version } };
}

function capabilitiesOf(session: Session): ServerCapabilities {
  const own: ServerCapabilities = {
    positionEncoding: session.encoding,
    textDocumentSync: {
      openClose: true,
      change: TextDocumentSyncKind.Incremental,
      save: { includeText: false },
    },
  };
  return features.reduce((all, feature) => {
    const added = feature.capabilities(session);
    return { ...all, ...added, workspace: { ...all.workspace, ...added.workspace } };
  }, own);
}

function foldersOf(params: InitializeParams): readonly string[] {
  // Older clients send only one folder.
  const older: { readonly rootUri?: unknown } = params;
  const root = typeof older.rootUri === 'string' ? [older.rootUri] : [];
  const uris = params.workspaceFolders?.map(({ uri }) => uri) ?? root;
  return uris.map(folderOfUri);
}
