// Keeps documents and settings in sync with the client, and files in sync with the disk.

import {
  CodeLensRefreshRequest,
  DidChangeConfigurationNotification,
  DidChangeWatchedFilesNotification,
  MessageType,
  ShowMessageNotification,
} from 'vscode-languageserver/node';
import { DiagnosticPusher } from './diagnostics.ts';
import { folderOfUri, pathOfUri } from './documents.ts';
import type { Session } from './session.ts';
import { readSettings } from './settings.ts';

export function synchronise(session: Session): DiagnosticPusher {
  const pusher = new DiagnosticPusher(session);
  keepDocuments(session, pusher);
  watchFiles(session);
  session.connection.onShutdown(() => pusher.stop());
  return pusher;
}

function keepDocuments(session: Session, pusher: DiagnosticPusher): void {
  const { connection, documents, projects } = session;
  connection.onDidOpenTextDocument(({ textDocument: { uri, version, text } }) => {
    projects.put(documents.open(uri, version, text));
    pusher.changed({ isOpening: true });
  });
  connection.onDidChangeTextDocument(({ textDocument: { uri, version }, contentChanges }) => {
    const answer = documents.change(uri, version, contentChanges);
    if (answer.kind === 'refused') return reportRefused(session, uri, answer.reason);
    projects.put(answer.document);
    pusher.changed();
  });
  connection.onDidCloseTextDocument(({ textDocument: { uri } }) => {
    const document = documents.close(uri);
    if (document === undefined) return;
    projects.close(document.path);
    pusher.closed(uri);
    pusher.changed();
  });
  // For clients that do not watch files.
  connection.onDidSaveTextDocument(({ textDocument: { uri } }) => {
    if (documents.get(uri) === undefined) projects.changedOnDisk([pathOfUri(uri)]);
    pusher.changed();
  });
}

/** The texts of client and server may differ from now on. */
function reportRefused(session: Session, uri: string, reason: string): void {
  const sent = session.connection.sendNotification(ShowMessageNotification.type, {
    type: MessageType.Warning,
    message: `A change of ${uri} was not applied: ${reason}. Close the file and open it again.`,
  });
  session.unanswered(sent);
}

function watchFiles(session: Session): void {
  const { connection, client, projects } = session;
  connection.onDidChangeWatchedFiles(({ changes }) => {
    projects.changedOnDisk(changes.map(({ uri }) => pathOfUri(uri)));
    session.refreshDiagnostics();
  });
  session.whenInitialized(() => {
    if (client.workspace?.didChangeWatchedFiles?.dynamicRegistration === true) {
      const watchers = [{ globPattern: '**/*.{pact,repl}' }, { globPattern: '**/pact.yaml' }];
      session.unanswered(
        connection.client.register(DidChangeWatchedFilesNotification.type, { watchers }),
      );
    }
    if (client.workspace?.workspaceFolders === true) {
      connection.workspace.onDidChangeWorkspaceFolders(({ added, removed }) => {
        const gone = new Set(removed.map(({ uri }) => folderOfUri(uri)));
        const kept = projects.workspaceFolders.filter((folder) => !gone.has(folder));
        projects.setFolders([...new Set([...kept, ...added.map(({ uri }) => folderOfUri(uri))])]);
        session.refreshDiagnostics();
      });
    }
  });
}

export function watchSettings(session: Session, given: unknown, changed: () => void): void {
  const { connection, client } = session;
  const isAsked = client.workspace?.configuration === true;
  session.settings = readSettings(sectionOf(given) ?? given);
  const take = (settings: unknown): void => {
    session.settings = readSettings(settings);
    changed();
    refreshShown(session);
  };
  const ask = (): void => {
    connection.workspace.getConfiguration('pact').then(take, () => undefined);
  };
  session.whenInitialized(() => {
    if (!isAsked) return;
    if (client.workspace?.didChangeConfiguration?.dynamicRegistration === true) {
      session.unanswered(
        connection.client.register(DidChangeConfigurationNotification.type, { section: 'pact' }),
      );
    }
    ask();
  });
  connection.onDidChangeConfiguration(({ settings }) => {
    if (isAsked) ask();
    else take(sectionOf(settings));
  });
}

function sectionOf(settings: unknown): unknown {
  return (settings as { readonly pact?: unknown } | null | undefined)?.pact;
}

export function refreshShown(session: Session): void {
  const { connection, client } = session;
  const { workspace } = client;
  if (workspace?.codeLens?.refreshSupport === true) {
    session.unanswered(connection.sendRequest(CodeLensRefreshRequest.type));
  }
  if (workspace?.inlayHint?.refreshSupport === true) {
    session.unanswered(connection.languages.inlayHint.refresh());
  }
}
