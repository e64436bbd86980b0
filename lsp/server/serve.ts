// One editor, served over messages of the thread that holds the connection.

import type { MessagePort } from 'node:worker_threads';
import {
  createConnection,
  PortMessageReader,
  PortMessageWriter,
  TextDocumentSyncKind,
} from 'vscode-languageserver/node';

export function serveLanguage(port: MessagePort): void {
  const connection = createConnection(new PortMessageReader(port), new PortMessageWriter(port));
  connection.onInitialize(() => ({
    capabilities: { textDocumentSync: TextDocumentSyncKind.Incremental },
  }));
  connection.listen();
}
